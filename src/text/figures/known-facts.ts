import { memoText } from '../../base/memo.ts'
import { dayNumberOf, isoDateOf } from '../../base/values/iso-date.ts'
import { type Asking, question } from '../question.ts'
import { daysIn, weekdayOf } from './days.ts'
import { type Fact, factsIn, identifierOf } from './facts.ts'
import { figuresIn } from './figures-in.ts'
import type { SopFacts } from './sop-facts.ts'
import { HOURS } from './spans.ts'

/**
 * Everything a message may state because it was told, looked up or written down before. Grows with the conversation. One step
 * of arithmetic on values of one record or one customer's statement is known too: an agent may reckon. What the SOP says is
 * known where it is about the same thing: 7 days of one rule are not the 7 days of another.
 */
export type KnownFacts = Known

/** A class, because what learns the words of others must be no object that a rule could have made itself. */
class Known {
  readonly #today: string
  readonly #sop: SopFacts
  readonly #texts: string[]
  readonly #pending: (string | (() => string))[] = []
  readonly #sources: Source[] = []

  constructor(sop: SopFacts, today: string) {
    this.#sop = sop
    this.#today = today
    this.#texts = [today]
  }

  /** a message, or a result as JSON; written out only when something is to be checked */
  learn(text: string | (() => string)): void {
    this.#pending.push(text)
  }

  /** do these words, in small letters, stand in something learnt? */
  heard(words: string): boolean {
    return this.#learnt().some((text) => text.toLowerCase().replaceAll('_', ' ').includes(words))
  }

  /** `about`: the words that say what the sentence is about, where they are more than its own */
  knows(fact: Fact, sentence: string, about = sentence): boolean {
    const texts = this.#learnt()
    // Nearly everything is repeated as it stood there; only what is not makes it worth reading all texts for facts.
    if (texts.some((text) => stands(fact.said, text) || answersBare(fact, text))) return true
    if (this.#sop.says(fact, about)) return true
    for (let at = this.#sources.length; at < texts.length; at += 1)
      this.#sources.push(sourceOf(texts[at] ?? '', this.#today))
    return isKnown(fact, sentence, { sources: this.#sources, sop: this.#sop, today: this.#today })
  }

  #learnt(): readonly string[] {
    for (const text of this.#pending) this.#texts.push(typeof text === 'string' ? text : text())
    this.#pending.length = 0
    return this.#texts
  }
}

export const knownFacts = (sop: SopFacts, today: string): KnownFacts => new Known(sop, today)

/** Makes known what words say that nobody is shown. */
export const lesson = (known: KnownFacts): Asking<void> => question((text) => known.learn(text))

/** What one text holds: a customer's statement, a record. */
type Source = {
  readonly text: string
  readonly digits: string
  readonly amounts: readonly number[]
  readonly percents: readonly number[]
  /** in hours */
  readonly spans: readonly number[]
  readonly days: readonly number[]
  readonly keys: ReadonlySet<string>
}

/** a number that is a whole JSON value, not part of a string */
const CELL = /[:[,]\s?(-?\d{1,12}(?:\.\d{1,6})?)(?=\s?[,}\]])/g
const ISO = /\b\d{4}-\d{2}-\d{2}\b/g

function sourceOf(text: string, today: string): Source {
  return isRecord(text) ? plainSource(text) : spokenOn(today)(text)
}

/** What people say, on this day: trials of one desk have one day, and many of the same sentences. */
const spokenOn = memoText(
  (today) =>
    memoText((text): Source => {
      const source = plainSource(text)
      const spoken = daysIn(text, today).map(dayNumberOf)
      return { ...source, days: [...source.days, ...spoken.filter((day) => day !== null)] }
    }),
  1,
)

const isRecord = (text: string): boolean => text.startsWith('{') || text.startsWith('[')

/** What a text holds whatever day it is. */
const plainSource = memoText((text): Source => {
  const facts = factsIn(text)
  const of = (kind: Fact['kind']): readonly number[] =>
    facts.filter((fact) => fact.kind === kind).map(({ value }) => Number(value))
  const cells = isRecord(text) ? Array.from(text.matchAll(CELL), ([, cell]) => Number(cell)) : []
  const days = Array.from(text.matchAll(ISO), ([said]) => dayNumberOf(said)).filter((day) => day !== null)
  return {
    text,
    digits: text.replace(/(?<=\d)[\s.-](?=\d)/g, ''),
    amounts: [...of('amount'), ...cells],
    percents: [
      ...of('percent'),
      ...Array.from(text.matchAll(/[A-Z]{3,}(\d{1,2})\b/g), ([, part]) => Number(part)),
    ],
    spans: of('duration'),
    days,
    keys: new Set(facts.flatMap(({ kind, value }) => value.split('|').map((each) => `${kind}:${each}`))),
  }
})

/**
 * Asked "for how many weeks?", a customer answers "6": the agent may say "6 weeks" then. "33 pounds instead of 3" speaks of 3
 * pounds. Results are no answers.
 */
function answersBare({ kind, said, value }: Fact, text: string): boolean {
  if (text.startsWith('{') || text.startsWith('[')) return false
  if (kind === 'amount') return stands(value, text) && factsIn(text).some((other) => other.kind === 'amount')
  const number = kind === 'duration' ? /^\d+/.exec(said)?.[0] : undefined
  return number !== undefined && stands(number, text)
}

/** As a word of its own: "10 days" does not stand in "110 days". */
function stands(said: string, text: string): boolean {
  for (let at = text.indexOf(said); at !== -1; at = text.indexOf(said, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + said.length])) return true
  }
  return false
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

type KnownFrom = { readonly sources: readonly Source[]; readonly sop: SopFacts; readonly today: string }

function isKnown(fact: Fact, sentence: string, known: KnownFrom): boolean {
  const { sources } = known
  const values = fact.value.split('|')
  if (sources.some(({ keys }) => values.some((value) => keys.has(`${fact.kind}:${value}`)))) return true
  switch (fact.kind) {
    case 'identifier': {
      const digits = identifierOf(fact.said).replace(/^[A-Z]+/, '')
      return sources.some((source) => source.digits.includes(digits) || known.sop.digits.includes(digits))
    }
    case 'amount':
      if (Number(fact.value) === 0) return true
      return isReckoned(Number(fact.value), sentence, known)
    case 'percent':
      return isShare(Number(fact.value), known)
    case 'duration':
      return isSpan(Number(fact.value), known, isRule(fact, sentence))
    case 'date':
      return isMovedDay(new Set(values), known)
    case 'quantity':
      return sources.some(({ amounts }) => amounts.includes(Number(fact.value)))
    default:
      return false
  }
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.005

/** Beyond this many values in one record a pair that happens to fit proves nothing, and looking costs too much. */
const VALUES_MAX = 40
const PIECES_MAX = 20

/** A sum or difference of two amounts of one record, a stated multiple or share of one, or of the same column of several. */
function isReckoned(amount: number, sentence: string, { sources, sop }: KnownFrom): boolean {
  const all = [...new Set(sources.flatMap(({ amounts }) => amounts))]
  if (all.some((a) => near(a, amount))) return true
  const said = [sentence, ...sources.map(({ text }) => (text.startsWith('{') ? '' : text))]
  const parts = [...new Set(said.flatMap(partsSaid))]
  const shares = [...new Set([...sources.flatMap(({ percents }) => percents), ...(sop.halves ? [50] : [])])]
  if (
    all.some(
      (a) =>
        a !== 0 &&
        (parts.some((part) => near(a * part, amount)) ||
          shares.some((share) => near((a * share) / 100, amount) || near(a - (a * share) / 100, amount))),
    )
  )
    return true
  const isPair = (own: readonly number[]): boolean =>
    own.length <= VALUES_MAX &&
    own.some((a, at) => own.some((b, other) => at !== other && (near(a + b, amount) || near(a - b, amount))))
  return sources.some(({ amounts }) => isPair(amounts)) || (parts.includes(2) && isPair(all))
}

const PARTS: readonly (readonly [words: RegExp, part: number])[] = [
  [/\b(?:both|pair|together)\b/i, 2],
  [/\bthrice\b/i, 3],
  [/\bquarter(?:ly)?\b/i, 4],
  [/\bhalf\b/i, 0.5],
  [/\b(?:year|annual(?:ly)?)\b/i, 12],
]

/** How many times, as far as somebody says it. */
const partsSaid = (text: string): readonly number[] => [
  ...PARTS.flatMap(([words, part]) => (words.test(text) ? [part] : [])),
  ...figuresIn(text)
    .flatMap(({ kind, said, numbers }) =>
      kind === 'day' || /^[€$£]|\d[.,]\d/.test(said) ? [] : numbers.map(({ value }) => value),
    )
    .filter((count) => Number.isInteger(count) && count > 1 && count <= PIECES_MAX),
]

/** A percentage is known as the share that one amount of a record is of another, and by the number in a code. */
const isShare = (percent: number, { sources }: KnownFrom): boolean =>
  sources.some(
    ({ amounts, percents }) =>
      percents.includes(percent) ||
      amounts.includes(percent) ||
      (amounts.length <= VALUES_MAX &&
        amounts.some((a) =>
          amounts.some(
            (b) => b !== 0 && (near((100 * a) / b, percent) || near(100 - (100 * a) / b, percent)),
          ),
        )),
  )

/** "3 days ago" is known where two known days lie that far apart, or a record holds that number. */
function isSpan(hours: number, { sources, sop, today }: KnownFrom, rule: boolean): boolean {
  const days = [...new Set([dayNumberOf(today) ?? 0, ...sources.flatMap((source) => source.days)])]
  const span = hours / 24
  if (sources.some((source) => holdsSpan(source, hours))) return true
  if (rule) return false
  // "two months ago": a month is no fixed number of days.
  const slack = hours >= HOURS.month ? 3 : 0
  if (days.length > VALUES_MAX) return false
  // "A day too late": by so much the time that has passed goes beyond a limit.
  const beyond = (passed: number): boolean =>
    sop.calendarDays.some((limit) => Math.abs(passed - limit) === span)
  return days.some((a) =>
    days.some(
      (b) => Math.abs(a - b - span) <= slack || isYears(a - b, span) || (b > 0 && a > b && beyond(a - b)),
    ),
  )
}

/** "Four years" are four complete ones, whatever has begun since. */
const isYears = (passed: number, span: number): boolean =>
  span >= 365 && span % 365 === 0 && Math.floor(passed / 365.25) === span / 365

const IN_HOURS: Readonly<Record<string, number>> = HOURS
const TIMED_CELL = /"[^"]{0,40}(hour|day|week|month|year)s?[^"]{0,40}":\s?(\d{1,5})\b/gi

/** A column that is named after a unit of time holds the number. */
const holdsSpan = ({ text }: Source, hours: number): boolean =>
  Array.from(text.matchAll(TIMED_CELL)).some(
    ([, unit = '', count]) => Number(count) * (IN_HOURS[unit.toLowerCase()] ?? 0) === hours,
  )

/** "within 7 days" says what holds, "7 days ago" what has passed, "only one day to go" what is left. */
function isRule({ said }: Fact, sentence: string): boolean {
  const at = sentence.indexOf(said)
  const before = sentence.slice(0, at)
  if (
    /^\s*(?:away|ago|old|left|late|over|past|apart|later|earlier|too|to go|remaining|from (?:now|today))\b/i.test(
      sentence.slice(at + said.length),
    )
  )
    return false
  return /\b(?:within|up to|at most|no more than|not more than|only|maximum of|limit of|for)(?: the)?(?: first| next| last)?\s*$/i.test(
    before,
  )
}

/** A day of a record, of the customer or today, moved on by a span that the customer or the SOP names. */
function isMovedDay(wanted: ReadonlySet<string>, { sources, sop, today }: KnownFrom): boolean {
  const now = dayNumberOf(today) ?? 0
  const days = [...new Set([now, ...sources.flatMap((source) => source.days)])]
  if (days.length > VALUES_MAX) return false
  const isWanted = (day: number): boolean => wanted.has(isoDateOf(day).slice(5))
  if (days.some(isWanted) || sop.days(today).some((day) => wanted.has(day.slice(5)))) return true
  const spans = [...new Set(sources.flatMap((source) => source.spans))].map((hours) => Math.round(hours / 24))
  return (
    days.some((day) => [...spans, ...sop.calendarDays].some((span) => isWanted(day + span))) ||
    days.some((day) => sop.workingDays.some((span) => isWanted(afterWorkingDays(day, span))))
  )
}

function afterWorkingDays(from: number, count: number): number {
  let day = from
  for (let left = count; left > 0; ) {
    day += 1
    if (weekdayOf(day) < 5) left -= 1
  }
  return day
}
