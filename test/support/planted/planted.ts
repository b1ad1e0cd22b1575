import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../../src/runner/files/package-root.ts'

const Planted = z.strictObject({
  list: z.string(),
  what: z.string().optional(),
  file: z.string().default(''),
  from: z.string(),
  to: z.string(),
  says: z.string(),
})

/** One edit of a sound file each, with what its author is told: a list of `<name>.jsonl`. */
export function plantedIn(name: string, list: string): readonly z.infer<typeof Planted>[] {
  const text = readFileSync(join(packageRoot(), 'test/support/planted', `${name}.jsonl`), 'utf8')
  const all = text.trim().split('\n')
  const found = all.map((line) => Planted.parse(JSON.parse(line))).filter((one) => one.list === list)
  if (found.length === 0) throw new RangeError(`no list ${list} in ${name}.jsonl`)
  return found
}
