import { fold } from '../text/fold.ts'
import { asksForAddress, findAddresses, findAskedAddress, isBuilding, startsWithStreet } from './addresses.ts'
import { asksForBirth, findBirthDates } from './dates.ts'
import { type Finding, withoutOverlaps } from './finding.ts'
import { isCommonWord } from './first-names.ts'
import { asksForId, findAsked, findIds } from './ids.ts'
import {
  bareText,
  datesIn,
  findCodes,
  findKnown,
  type KnownValues,
  knownIn,
  type Rows,
} from './known-values.ts'
import { findNumbers } from './numbers.ts'
import { findPersons } from './persons.ts'
import { holdsThings } from './record-cells.ts'

/**
 * Personal data in a conversation. In: its messages in order, and the rows of records it is about. Out: for each message what
 * was found, without overlaps. A pure function. What stands in the records is found in any form; the rest by its form and by
 * the words around it. It cannot find everything: a name that no sign tells from a word stays. `own`: names of tools and
 * fields, folded; they have the form of user names.
 */
export function findPersonal(
  messages: readonly string[],
  rows: Rows,
  own: ReadonlySet<string>,
): readonly (readonly Finding[])[] {
  const known = knownIn(rows)
  const first = messages.map((text, index) =>
    withoutOverlaps(
      findIn(text, messages.slice(Math.max(0, index - ASKED_WITHIN), index), known).filter(
        ({ from, to, kind }) => kind !== 'id' || !own.has(fold(text.slice(from, to))),
      ),
    ),
  )
  const names = namesIn(messages, first)
  const codes = codesIn(messages, first)
  return messages.map((text, index) =>
    withoutOverlaps([
      ...(first[index] ?? []),
      ...findAgain(text, names),
      ...unrecorded(findCodes(text, codes)),
    ]),
  )
}

/** The same in a cell of a record: "Delivered" alone looks like a signature, but in a column of things it is no person. */
export function findInCell(
  column: string,
  cell: string,
  rows: Rows,
  own: ReadonlySet<string>,
): readonly Finding[] {
  const [found = []] = findPersonal([cell], rows, own)
  const isSignature = ({ from, to, kind, known }: Finding): boolean =>
    kind === 'person' && !known && to - from === cell.length
  return holdsThings(column) ? found.filter((one) => !isSignature(one)) : found
}

const unrecorded = (found: readonly Finding[]): readonly Finding[] =>
  found.map((one) => ({ ...one, known: false }))

/** Numbers that were found once, to be found in any grouping. */
const codesIn = (
  messages: readonly string[],
  found: readonly (readonly Finding[])[],
): readonly { readonly code: string; readonly kind: Finding['kind'] }[] =>
  found.flatMap((findings, index) =>
    findings.flatMap(({ from, to, kind }) => {
      const { bare: code } = bareText((messages[index] ?? '').slice(from, to))
      return kind !== 'person' && kind !== 'address' && /\d{3}/.test(code) && code.length >= CODE_MIN
        ? [{ code, kind }]
        : []
    }),
  )

/** Shorter ones are part of too many others. */
const CODE_MIN = 5

/** A question for a date of birth is answered in one of the next messages. */
const ASKED_WITHIN = 2

function findIn(text: string, before: readonly string[], known: KnownValues): readonly Finding[] {
  const named = [...findKnown(text, known), ...findPersons(text)]
  const streets = [
    ...findAddresses(text),
    ...(before.slice(-1).some(asksForAddress) ? findAskedAddress(text) : []),
    ...named.filter(({ kind }) => kind === 'address'),
  ]
  return [
    ...findNumbers(text),
    ...findIds(text),
    ...(before.slice(-1).some(asksForId) ? findAsked(text) : []),
    ...findBirthDates(text, before.some(asksForBirth)),
    ...knownBirths(text, known),
    ...streets.map((street) => withoutAddressee(text, street, named)),
    ...named.filter(({ kind }) => kind !== 'address'),
  ]
}

/** "I'm Tom Ashworth, 7 Mill Lane": an address begins after the person who lives there, who has a stand-in elsewhere too. */
function withoutAddressee(text: string, address: Finding, named: readonly Finding[]): Finding {
  const starts = named.flatMap(({ from, to, kind }) => {
    if (kind !== 'person' || from < address.from || to >= address.to) return []
    if (isBuilding(text.slice(from, to))) return []
    const start = to + (/^(?:,\s?|\n)/u.exec(text.slice(to))?.[0].length ?? 0)
    return start > to && startsWithStreet(text.slice(start)) ? [start] : []
  })
  return { ...address, from: Math.max(address.from, ...starts) }
}

/** A recorded date of birth, in whatever form. */
function knownBirths(text: string, { births }: KnownValues): readonly Finding[] {
  if (births.length === 0) return []
  return findBirthDates(text, true).flatMap((found): readonly Finding[] => {
    const isIt = datesIn(text.slice(found.from, found.to)).some(([day, month, year]) =>
      births.some(([d, m, y]) => d === day && m === month && y % 100 === year % 100),
    )
    return isIt ? [{ ...found, known: true }] : []
  })
}

/** The words of every person found: whoever is named once is known from then on. */
function namesIn(messages: readonly string[], found: readonly (readonly Finding[])[]): ReadonlySet<string> {
  const words = found.flatMap((findings, index) =>
    findings.flatMap(({ from, to, kind }) =>
      kind === 'person' ? (messages[index] ?? '').slice(from, to).split(/[ ,/]+/) : [],
    ),
  )
  return new Set(words.map(fold).filter((word) => word.length > 2 && !PARTICLES.has(word)))
}

const PARTICLES: ReadonlySet<string> = new Set(
  'van von der den dem ter ten las los del dos des the and und mac'.split(' '),
)

function findAgain(text: string, names: ReadonlySet<string>): readonly Finding[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}@._-])\p{L}[\p{L}'’-]*(?![\p{L}\p{N}@_])/gu)].flatMap(
    (match): readonly Finding[] => {
      const [said] = match
      const word = said.replace(/['’]s?$/u, '')
      if (!names.has(fold(word))) return []
      const isCapital = /^\p{Lu}/u.test(word)
      if (!isCapital && (isCommonWord(word) || !isCasual(text))) return []
      if (
        isCommonWord(word) &&
        startsSentence(text, match.index) &&
        / \p{Ll}/u.test(text.slice(match.index + word.length, match.index + word.length + 2))
      )
        return []
      const surname = isCapital ? (SURNAME.exec(text.slice(match.index + word.length))?.[0].length ?? 0) : 0
      const to = match.index + word.length + surname
      return [{ from: match.index, to, kind: 'person', known: false }]
    },
  )
}

/** A second name right after a name that is known. */
const SURNAME = /^(?: (?:de|del|van|von|der|la|le|O['’]))* \p{Lu}\p{Ll}[\p{L}'’-]+(?=[,.;:!?)\n]|$)/u

/** Whoever begins a message in lower case writes names so too; else a name in lower case is the word. */
const isCasual = (text: string): boolean => /(?:^|[.!?]\s+|\n)\p{Ll}/u.test(text)

const startsSentence = (text: string, at: number): boolean => /(?:^|[.!?\n] ?)$/u.test(text.slice(0, at))
