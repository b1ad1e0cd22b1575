import { hashOf } from '../../base/hash.ts'
import type { Part, Parts } from './graph-parts.ts'

/**
 * What the compiler wrote, remembered in the file itself: the only way to tell a person's edit from an older compile. A part
 * is remembered member by member, so that a hand edit of one and a change of the text in another can both stand.
 */
export type Fingerprints = ReadonlyMap<string, Prints>
/** member of a part -> print of its value */
export type Prints = ReadonlyMap<string, string>

const HEAD =
  '# What `sage compile` wrote, part by part: so the next compile knows your edits from its own. Leave this as it is.'
const LINE = /^# compiled (\S+) (\S*)$/

export const printsOf = ({ value }: Part): Prints =>
  new Map(Object.entries(value).map(([member, inner]) => [member, hashOf(inner ?? null).slice(0, 6)]))

export const remember = (text: string, parts: Parts): string =>
  `${forget(text)}\n${HEAD}\n${[...parts.values()].map((part) => `# compiled ${part.key} ${say(printsOf(part))}`).join('\n')}\n`

const say = (prints: Prints): string => [...prints].map(([member, print]) => `${member}:${print}`).join(',')

/** null: no compiler wrote this file. */
export function recall(text: string): Fingerprints | null {
  const found = text.split('\n').flatMap((line) => {
    const [, key, prints] = LINE.exec(line.trimEnd()) ?? []
    return key === undefined || prints === undefined ? [] : [[key, read(prints)] as const]
  })
  return found.length === 0 ? null : new Map(found)
}

const read = (prints: string): Prints =>
  new Map(
    prints.split(',').flatMap((each) => {
      const [member, print] = each.split(':')
      return member === undefined || print === undefined ? [] : [[member, print] as const]
    }),
  )

export const forget = (text: string): string =>
  `${text
    .split('\n')
    .filter((line) => line !== HEAD && !LINE.test(line.trimEnd()))
    .join('\n')
    .trimEnd()}\n`
