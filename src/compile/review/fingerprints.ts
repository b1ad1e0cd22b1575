import { hashOf } from '../../base/hash.ts'
import type { Part, Parts } from './graph-parts.ts'

/** What the compiler wrote, remembered in the file itself: the only way to tell a person's edit from an older compile. */
export type Fingerprints = ReadonlyMap<string, string>

const HEAD =
  '# What `sage compile` wrote, part by part: so the next compile knows your edits from its own. Leave this as it is.'
const LINE = /^# compiled (\S+) ([0-9a-f]{8})$/

export const fingerprintOf = ({ value }: Part): string => hashOf(value).slice(0, 8)

export const remember = (text: string, parts: Parts): string =>
  `${forget(text)}\n${HEAD}\n${[...parts.values()].map((part) => `# compiled ${part.key} ${fingerprintOf(part)}`).join('\n')}\n`

/** null: no compiler wrote this file. */
export function recall(text: string): Fingerprints | null {
  const found = text.split('\n').flatMap((line) => {
    const [, key, print] = LINE.exec(line.trimEnd()) ?? []
    return key === undefined || print === undefined ? [] : [[key, print] as const]
  })
  return found.length === 0 ? null : new Map(found)
}

export const forget = (text: string): string =>
  `${text
    .split('\n')
    .filter((line) => line !== HEAD && !LINE.test(line.trimEnd()))
    .join('\n')
    .trimEnd()}\n`
