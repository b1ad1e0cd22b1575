import { memo, memoText } from '../../base/memo.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import { fold } from '../fold.ts'
import { likelyLanguage } from '../languages.ts'
import { stemOf } from '../stems.ts'
import { wordsOf } from '../words.ts'
import { reckonedDaysIn } from './days.ts'
import { type Fact, factsIn } from './facts.ts'
import { HOURS, timeSpansIn } from './spans.ts'

/** An SOP as it is written, and what its tools say of themselves. */
export type SopWritten = {
  readonly text: string
  readonly clauses: readonly { readonly id: ClauseId; readonly text: string }[]
  readonly tools: readonly string[]
}

/** What the SOP says that can be checked, and whether it says it of what a sentence is about. */
export type SopFacts = {
  readonly says: (fact: Fact, sentence: string) => boolean
  /** spans in days, in whatever sentence */
  readonly calendarDays: readonly number[]
  readonly workingDays: readonly number[]
  /** days that the SOP names by calendar words, reckoned from today */
  readonly days: (today: string) => readonly string[]
  /** speaks of half of something */
  readonly halves: boolean
  readonly digits: string
}

type Sentence = {
  readonly id: ClauseId | null
  readonly keys: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}
type Sop = Omit<SopFacts, 'says'> & {
  readonly sentences: ReadonlyMap<string, readonly Sentence[]>
  readonly language: string
}

/** `cited`: the sentences that the procedures of this conversation's requests rest on. */
export function sopFacts(written: SopWritten, cited: () => ReadonlySet<ClauseId>): SopFacts {
  const sop = readSop(written)
  const { calendarDays, workingDays, days, halves, digits } = sop
  const says: SopFacts['says'] = (fact, sentence) => isSaid(sop, cited, fact, sentence)
  return { says, calendarDays, workingDays, days, halves, digits }
}

const readSop = memo(({ text: all, clauses, tools }: SopWritten): Sop => {
  const sentences = [
    ...clauses.map(({ id, text }) => sentenceOf(id, text)),
    ...tools.map((text) => sentenceOf(null, text)),
  ]
  const spans = timeSpansIn(all).flatMap(({ from, to, unit, days }) =>
    unit === 'minute' || unit === 'hour'
      ? []
      : [from, to].map((count) => ({ count: (count * HOURS[unit]) / 24, isWorking: days === 'working' })),
  )
  return {
    sentences: byKey(sentences),
    language: likelyLanguage(all),
    calendarDays: spans.filter(({ isWorking }) => !isWorking).map(({ count }) => count),
    workingDays: spans.filter(({ isWorking }) => isWorking).map(({ count }) => count),
    days: (today) => reckonedDaysIn(all, today).filter((day) => day.endsWith('-01') || day !== today),
    halves: /\bhalf\b/i.test(all),
    digits: all.replace(/(?<=\d)[\s.-](?=\d)/g, ''),
  }
})

/** Which sentences say a fact: asked for every fact of every message. */
function byKey(sentences: readonly Sentence[]): ReadonlyMap<string, readonly Sentence[]> {
  const found = new Map<string, Sentence[]>()
  for (const one of sentences) for (const key of one.keys) found.set(key, [...(found.get(key) ?? []), one])
  return found
}

const NONE: readonly Sentence[] = []

const sentenceOf = (id: ClauseId | null, text: string): Sentence => ({
  id,
  keys: new Set([
    ...factsIn(text).flatMap(({ kind, value }) => value.split('|').map((each) => `${kind}:${each}`)),
    ...spansNamed(text).map((hours) => `duration:${hours}`),
    ...sharesNamed(text).map((share) => `percent:${share}`),
  ]),
  stems: stemsOf(text),
})

/** "Until day 30" is a span of 30 days, a "monthly" fee that of one month. */
const spansNamed = (text: string): readonly number[] => [
  ...Array.from(text.matchAll(/\bday (\d{1,4})\b/gi), ([, day]) => Number(day) * 24),
  ...Object.entries(EVERY).flatMap(([word, unit]) =>
    new RegExp(`\\b${word}\\b`, 'i').test(text) ? [HOURS[unit]] : [],
  ),
]

const EVERY = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year', annual: 'year' } as const

/** "At half the fee" is 50 % of it. */
const sharesNamed = (text: string): readonly number[] => [
  ...(/\bhalf\b(?!-?\s?(?:an?\s)?(?:hour|day|year|past))/i.test(text) ? [50] : []),
  ...(/\ba quarter of\b/i.test(text) ? [25] : []),
  ...(/\bthree quarters of\b/i.test(text) ? [75] : []),
]

/** Facts that keep what they are about. A link or a number of a form is the same wherever it stands. */
const ABOUT: ReadonlySet<Fact['kind']> = new Set(['duration', 'amount', 'percent', 'quantity'])
/** So many words in common say that two sentences are about the same thing. */
const SHARED_WORDS_MIN = 2

function isSaid(sop: Sop, cited: () => ReadonlySet<ClauseId>, fact: Fact, sentence: string): boolean {
  const keys = fact.value.split('|').map((value) => `${fact.kind}:${value}`)
  const saying = new Set(keys.flatMap((key) => sop.sentences.get(key) ?? NONE))
  if (saying.size === 0) return false
  if (!ABOUT.has(fact.kind) || languageIn(sentence).language !== sop.language) return true
  const stems = stemsOf(sentence)
  const others = factsIn(sentence).filter(({ said }) => said !== fact.said)
  return [...saying].some(
    (one) =>
      one.id === null ||
      cited().has(one.id) ||
      [...stems].filter((stem) => one.stems.has(stem)).length +
        others.filter(({ kind, value }) => one.keys.has(`${kind}:${value}`)).length >=
        SHARED_WORDS_MIN,
  )
}

/** Words of every sentence about times and sums, and words that join. */
const COMMON = new Set(
  'the and for you your our are will with that this then than from have has within after before into been was were they them their when what which who not can may one two day days week weeks month months year years hour hours minute minutes business working calendar euro euros dollar dollars pound pounds until only more less also but about any all out its it is in on to of at as be by or if so we us up an a i no do say tell them takes take taking come comes'.split(
    ' ',
  ),
)

/** By text: agents say the same sentence in many trials. */
const languageIn = memoText((text) => ({ language: likelyLanguage(text) }))

const stemsOf = memoText(
  (text): ReadonlySet<string> =>
    new Set(
      wordsOf(fold(text), { inside: 'none' })
        .filter((word) => word.length > 2 && !/\d/.test(word) && !COMMON.has(word))
        .map((word) => stemOf(word, 'en')),
    ),
)
