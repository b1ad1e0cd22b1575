import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Planted = z.strictObject({
  what: z.string().default(''),
  file: z.string().default(''),
  from: z.string(),
  to: z.string(),
  says: z.string(),
})

/** Edits of a sound file, each with what its author is told: a list of `<name>.yaml`. */
export function plantedIn(name: string, list: string): readonly z.infer<typeof Planted>[] {
  const text = readFileSync(`test/support/planted/${name}.yaml`, 'utf8')
  const found = z.record(z.string(), z.array(Planted).min(1)).parse(parse(text))[list]
  if (found === undefined) throw new RangeError(`no list ${list} in ${name}.yaml`)
  return found
}
