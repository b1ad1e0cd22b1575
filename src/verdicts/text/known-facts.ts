import { dayNumberOf, isoDateOf } from '../../base/iso-date.ts'
import { type Fact, factsIn, identifierOf } from './facts.ts'

/**
 * Everything a message may state because it was told, looked up or written down before. Grows with the conversation.
 * Sums and differences of known amounts, and known days shifted by known spans, count as known: an agent may reckon.
 */
export type KnownFacts = { readonly learn: (text: string) => void; readonly knows: (fact: Fact) => boolean }

type Store = {
  readonly keys: Set<string>
  readonly numbers: Set<number>
  readonly days: Set<number>
}

const NUMBER = /\d{1,12}(?:[.,]\d{1,6})?/g
const ISO = /\b\d{4}-\d{2}-\d{2}\b/g

export function learnedFrom(texts: readonly string[]): Store {
  const store: Store = { keys: new Set(), numbers: new Set(), days: new Set() }
  for (const text of texts) learnInto(store, text)
  return store
}

export type { Store as FactStore }

/** `base`: what holds for every trial (the SOP), shared and never written to. */
export function knownFacts(base: Store, today: string): KnownFacts {
  const own = learnedFrom([today])
  const pending: string[] = []
  const catchUp = (): void => {
    for (const text of pending) learnInto(own, text)
    pending.length = 0
  }
  return {
    learn: (text) => void pending.push(text),
    knows: (fact) => {
      catchUp()
      return isKnown(fact, [base, own])
    },
  }
}

function learnInto(store: Store, text: string): void {
  for (const { kind, value } of factsIn(text)) {
    for (const each of value.split('|')) store.keys.add(`${kind}:${each}`)
  }
  for (const [said] of text.matchAll(NUMBER)) {
    store.numbers.add(Number(said.replace(',', '.')))
    store.keys.add(`identifier:${identifierOf(said)}`)
  }
  for (const [said] of text.matchAll(ISO)) {
    const day = dayNumberOf(said)
    if (day !== null) store.days.add(day)
  }
}

function isKnown(fact: Fact, stores: readonly Store[]): boolean {
  const has = (key: string): boolean => stores.some(({ keys }) => keys.has(key))
  if (fact.value.split('|').some((value) => has(`${fact.kind}:${value}`))) return true
  switch (fact.kind) {
    case 'identifier':
      return has(`identifier:${fact.value.replace(/^[A-Z]+/, '')}`)
    case 'amount':
    case 'percent':
      return reckoned(Number(fact.value), stores)
    case 'duration':
      return spanKnown(Number(fact.value), stores)
    case 'date':
      return shiftedDay(fact.value, stores)
    default:
      return false
  }
}

/** Beyond this many known numbers a pair that happens to fit proves nothing, and looking costs too much. */
const PAIRS_OF_MAX = 60

function reckoned(amount: number, stores: readonly Store[]): boolean {
  const numbers = [...new Set(stores.flatMap(({ numbers: own }) => [...own]))]
  if (numbers.includes(amount)) return true
  if (numbers.length > PAIRS_OF_MAX) return false
  const near = (value: number): boolean => Math.abs(value - amount) < 0.005
  return numbers.some((a) =>
    numbers.some((b) => near(a + b) || near(a - b) || near(a * b) || near((a * b) / 100)),
  )
}

/** "3 days ago" is known where a known day lies that far from another: spans of whole days only. */
function spanKnown(hours: number, stores: readonly Store[]): boolean {
  const days = [...new Set(stores.flatMap(({ days: own }) => [...own]))]
  const span = hours / 24
  if (days.length <= PAIRS_OF_MAX && days.some((a) => days.some((b) => a - b === span))) return true
  const own = stores.at(-1)
  return own?.numbers.has(span) === true && own.days.size > 0
}

function shiftedDay(monthDays: string, stores: readonly Store[]): boolean {
  const days = [...new Set(stores.flatMap(({ days: own }) => [...own]))]
  const spans = new Set<number>()
  for (const { keys } of stores) {
    for (const key of keys) if (key.startsWith('duration:')) spans.add(Math.round(Number(key.slice(9)) / 24))
  }
  const wanted = new Set(monthDays.split('|'))
  const isWanted = (day: number): boolean => wanted.has(isoDateOf(day).slice(5))
  if (days.length > PAIRS_OF_MAX) return false
  // A span of working days runs over up to two weekends for every five days.
  return days.some((day) =>
    [...spans].some(
      (span) =>
        span < 400 &&
        Array.from({ length: Math.ceil(span / 5) * 2 + 1 }, (_, over) => over).some(
          (over) => isWanted(day + span + over) || isWanted(day - span),
        ),
    ),
  )
}
