import { dayNumberOf, isoDateOf } from '../../base/values/iso-date.ts'
import { type Fact, factsIn, identifierOf } from './facts.ts'

/**
 * Everything a message may state because it was told, looked up or written down before. Grows with the conversation.
 * Sums, differences, multiples and shares of known amounts, and known days moved by known spans, count as known: an
 * agent may reckon.
 */
export type KnownFacts = {
  /** a message, or a result as JSON; written out only when something is to be checked */
  readonly learn: (text: string | (() => string)) => void
  readonly knows: (fact: Fact) => boolean
  /** do these words, in small letters, stand in something learnt? */
  readonly heard: (words: string) => boolean
}

export type FactStore = {
  /** `kind:value` */
  readonly keys: Set<string>
  readonly amounts: Set<number>
  readonly percents: Set<number>
  /** in hours */
  readonly spans: Set<number>
  readonly days: Set<number>
}

const DIGITS = /\d{2,20}/g
const ISO = /\b\d{4}-\d{2}-\d{2}\b/g
/** a number that is a whole JSON value, not part of a string */
const CELL = /[:[,]\s?(-?\d{1,12}(?:\.\d{1,6})?)(?=\s?[,}\]])/g

export function learnedFrom(texts: readonly string[]): FactStore {
  const store: FactStore = {
    keys: new Set(),
    amounts: new Set(),
    percents: new Set(),
    spans: new Set(),
    days: new Set(),
  }
  for (const text of texts) learnInto(store, text)
  return store
}

/** `base`: what holds for every trial (the SOP), shared and never written to. */
export function knownFacts(base: FactStore, today: string): KnownFacts {
  const pending: (string | (() => string))[] = []
  const texts = [today]
  let own: FactStore | null = null
  let read = 0
  const catchUp = (): void => {
    for (const text of pending) texts.push(typeof text === 'string' ? text : text())
    pending.length = 0
  }
  return {
    learn: (text) => void pending.push(text),
    heard: (words) => {
      catchUp()
      return texts.some((text) => text.toLowerCase().replaceAll('_', ' ').includes(words))
    },
    knows: (fact) => {
      if (isKnown(fact, [base])) return true
      catchUp()
      // Nearly everything is repeated as it stood there; only what is not makes it worth reading all texts for facts.
      if (texts.some((text) => stands(fact.said, text) || answersBare(fact, text))) return true
      own ??= learnedFrom([])
      for (; read < texts.length; read += 1) learnInto(own, texts[read] ?? '')
      return isKnown(fact, [base, own])
    },
  }
}

/** Asked "for how many weeks?", a customer answers "6": the agent may say "6 weeks" then. Results are no answers. */
function answersBare({ kind, said }: Fact, text: string): boolean {
  const number = kind === 'duration' ? /^\d+/.exec(said)?.[0] : undefined
  return number !== undefined && !text.startsWith('{') && !text.startsWith('[') && stands(number, text)
}

/** As a word of its own: "10 days" does not stand in "110 days". */
function stands(said: string, text: string): boolean {
  for (let at = text.indexOf(said); at !== -1; at = text.indexOf(said, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + said.length])) return true
  }
  return false
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

function learnInto(store: FactStore, text: string): void {
  for (const { kind, value } of factsIn(text)) {
    for (const each of value.split('|')) store.keys.add(`${kind}:${each}`)
    if (kind === 'amount') store.amounts.add(Number(value))
    if (kind === 'percent') store.percents.add(Number(value))
    if (kind === 'duration') store.spans.add(Number(value))
  }
  for (const [digits] of text.matchAll(DIGITS)) store.keys.add(`identifier:${identifierOf(digits)}`)
  for (const [said] of text.matchAll(ISO)) store.days.add(dayNumberOf(said) ?? 0)
  if (text.startsWith('{') || text.startsWith('['))
    for (const [, cell] of text.matchAll(CELL)) store.amounts.add(Number(cell))
}

function isKnown(fact: Fact, stores: readonly FactStore[]): boolean {
  const values = fact.value.split('|')
  const stands = (key: string): boolean => stores.some(({ keys }) => keys.has(key))
  if (values.some((value) => stands(`${fact.kind}:${value}`))) return true
  switch (fact.kind) {
    case 'identifier':
      return stands(`identifier:${fact.value.replace(/^[A-Z]+/, '')}`)
    case 'amount':
      return isReckoned(Number(fact.value), stores)
    case 'percent':
      return all(stores, 'amounts').includes(Number(fact.value))
    case 'duration':
      return isSpan(Number(fact.value), stores)
    case 'date':
      return isMovedDay(new Set(values), stores)
    default:
      return false
  }
}

const all = (
  stores: readonly FactStore[],
  what: 'amounts' | 'percents' | 'spans' | 'days',
): readonly number[] => [...new Set(stores.flatMap((store) => [...store[what]]))]

/** Beyond this many known values a pair that happens to fit proves nothing, and looking costs too much. */
const PAIRS_OF_MAX = 60
const PIECES_MAX = 20

function isReckoned(amount: number, stores: readonly FactStore[]): boolean {
  const amounts = all(stores, 'amounts')
  if (amounts.includes(amount)) return true
  if (amounts.length > PAIRS_OF_MAX) return false
  const near = (value: number): boolean => Math.abs(value - amount) < 0.005
  const percents = all(stores, 'percents')
  return amounts.some((a) => {
    const pieces = a === 0 ? 0 : amount / a
    if (Number.isInteger(pieces) && pieces > 1 && pieces <= PIECES_MAX) return true
    if (percents.some((percent) => near((a * percent) / 100) || near(a - (a * percent) / 100))) return true
    return amounts.some((b) => near(a + b) || near(a - b))
  })
}

/** "3 days ago" is known where two known days lie that far apart, or a result holds that number. */
function isSpan(hours: number, stores: readonly FactStore[]): boolean {
  const days = all(stores, 'days')
  const span = hours / 24
  if (stores.at(-1)?.amounts.has(span) === true) return true
  return days.length <= PAIRS_OF_MAX && days.some((a) => days.some((b) => a - b === span))
}

/** So many days may be working days, with weekends between them. */
const WORKING_DAYS_MAX = 10

function isMovedDay(wanted: ReadonlySet<string>, stores: readonly FactStore[]): boolean {
  const days = all(stores, 'days')
  if (days.length > PAIRS_OF_MAX) return false
  const spans = all(stores, 'spans').map((hours) => Math.round(hours / 24))
  const isWanted = (day: number): boolean => wanted.has(isoDateOf(day).slice(5))
  return days.some((day) => spans.some((span) => isWanted(day - span) || reaches(day, span, isWanted)))
}

function reaches(day: number, span: number, isWanted: (day: number) => boolean): boolean {
  const slack = span <= WORKING_DAYS_MAX ? Math.ceil(span / 5) * 2 : 0
  for (let over = 0; over <= slack; over += 1) if (isWanted(day + span + over)) return true
  return false
}
