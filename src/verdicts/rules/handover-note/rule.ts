import { memo } from '../../../base/memo.ts'
import type { ClauseId } from '../../../base/values/ids.ts'
import type { Trait } from '../../../base/values/reading.ts'
import { Special } from '../../../base/values/value.ts'
import type { Pack } from '../../../cases/case.ts'
import { type Language, likelyLanguage } from '../../../text/languages.ts'
import { wordCount, written } from '../../../text/said/literals.ts'
import { hasTrait } from '../../../transcript/heard-in.ts'
import type { HeardWords } from '../../../transcript/heard-words.ts'
import type { Finding } from '../../model/score.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, notJudged, passed } from '../rule.ts'

const PARTS: Readonly<Record<NotePart, string>> = {
  who: 'who it is',
  what: 'what they want',
  tried: 'what was found out',
  asked: 'what is asked of the colleague',
}

/** The note has the parts that the SOP asks for; where it asks for none, who it is and what they want. */
export const handoverNote = defineRule({
  id: 'handover_note',
  words: {
    name: 'Handover note',
    broken: 'handover note lacks something',
    meaning:
      'The note lacks a part that the SOP asks for; without such a sentence, who it is or what they want.',
  },
  counted: { hits: 'passes', of: 'applicable' },
  failsForGood: true,
  precedes: ['invented_caution'],
  appliesTo: (seen) => notesOf(seen).length > 0 || 'nothing was handed over',
  check: (seen) => notesOf(seen).map((note) => judged(seen, note)),
})

function judged(seen: Seen, { n, note }: Note): Finding {
  const { parts, clauses, language } = wantedBy(seen.pack)
  const missing = missingParts(note, factsOf(seen), parts)
  const about = { evidence: [n], basis: 'text' as const, clauses }
  if (missing.length === 0)
    return passed({ ...about, because: `says ${parts.map((part) => PARTS[part]).join(', ')}` })
  // Only numbers and names are the same in every language.
  const isForeign = note.language() !== language
  if (isForeign && !missing.includes('who')) return notJudged('not-sure')
  // What was found out may be told in any words: a note that says more than who and what may say it.
  if (
    missing.every((part) => part === 'tried' || part === 'asked') &&
    note.answers(wordCount) >= LONG_NOTE_WORDS
  )
    return notJudged('not-sure')
  return failed({ ...about, because: `the note leaves out ${missing.map((part) => PARTS[part]).join(', ')}` })
}

const LONG_NOTE_WORDS = 20

type Wanted = {
  readonly parts: readonly NotePart[]
  readonly clauses: readonly ClauseId[]
  /** of the SOP */
  readonly language: Language
}

/** The sentence of the SOP about notes, and what the tool itself asks for. */
const wantedBy = memo((pack: Pack): Wanted => {
  const sentences = [...pack.graph.sop.clauses.values()].filter(
    ({ text }) => /\bnote\b/i.test(text) && partsAsked(text).length > 0,
  )
  const found = [...new Set(sentences.flatMap(({ text }) => partsAsked(text)))]
  const parts: readonly NotePart[] = found.length > 0 ? found : ['who', 'what']
  return {
    parts,
    clauses: sentences.map(({ id }) => id),
    language: likelyLanguage(pack.graph.sop.text),
  }
})

type Note = { readonly n: number; readonly note: HeardWords }

/** The evidence is the call that carried the note. */
const notesOf = memo((seen: Seen): readonly Note[] => {
  const notes: Note[] = []
  for (const event of seen.events)
    if (event.type === 'handover.made') {
      const note = seen.words.get(event.n)
      const n = seen.calls.find(({ call }) => call === event.call)?.n ?? event.n
      if (note !== undefined) notes.push({ n, note })
    }
  return notes
})

/** What the trial offered to write down: names and numbers said or found, the matter's names, what was called. */
function factsOf(seen: Seen): NoteFacts {
  const { lexicon } = seen.pack
  const said = seen.requests.flatMap(({ fields }) =>
    [...fields].flatMap(([name, value]) =>
      name === 'intent' || value instanceof Special || typeof value === 'boolean' ? [] : [String(value)],
    ),
  )
  const found = seen.calls.flatMap(({ changes, output, ok }) =>
    ok && changes.length === 0 ? stringsIn(output) : [],
  )
  const tools = [...new Set(seen.calls.filter(({ role }) => role !== 'handover').map(({ tool }) => tool))]
  const intents = seen.requests.map(
    ({ intent }) => lexicon.intents[intent]?.name ?? intent.replaceAll('_', ' '),
  )
  const reasons = seen.events.flatMap((event) =>
    event.type === 'handover.made' ? [event.reason.replaceAll('_', ' ')] : [],
  )
  // A bare first name finds nobody: a note owes who it is once something was said or shown by which they can be found.
  const numbers = [...said, ...found].filter((value) => /\d|@/.test(value))
  return {
    who: numbers.length === 0 ? [] : [seen.case.card.name, ...numbers],
    what: [...intents, ...reasons, ...seen.case.card.requests.map(({ wants }) => wants)],
    told: seen.heard.map(({ text }) => text),
    tried: tools.map((tool) => lexicon.tools[tool]?.name ?? tool.replaceAll('_', ' ')),
    isTried: tools.length > 0,
    asked: reasons,
  }
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 3 && value.length < 80 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

/** What a handover note may have to say. Words only: whether they are there, not how well they are put. */
type NotePart = 'who' | 'what' | 'tried' | 'asked'

type NoteFacts = {
  /** names, numbers and addresses by which the customer can be found */
  readonly who: readonly string[]
  /** what the matter is called: intents, topics, reasons, wishes */
  readonly what: readonly string[]
  /** what the customer wrote */
  readonly told: readonly string[]
  /** what was looked up, said or done: tools in words */
  readonly tried: readonly string[]
  /** something was looked up or done: before that nothing can be said of it */
  readonly isTried: boolean
  readonly asked: readonly string[]
}

const WORD = /[\p{L}\p{N}]{4,}/gu

const DEMANDS: readonly (readonly [NotePart, RegExp])[] = [
  ['who', /\bwho (?:it|they|he|she|the customer) (?:is|are)\b|\bthe customer's name\b/i],
  ['what', /\bwhat (?:they|he|she|the customer) (?:wants?|needs?|asks?)\b/i],
  ['tried', /\b(?:found out|tried|know already|have done|was done)\b/i],
  ['asked', /\b(?:asked of|is asked|you ask|they (?:have|need) to do|should do)\b/i],
]

/** The parts that a sentence about notes asks for. */
const partsAsked = (sentence: string): readonly NotePart[] =>
  DEMANDS.filter(([, words]) => words.test(sentence)).map(([part]) => part)

function missingParts(note: HeardWords, facts: NoteFacts, wanted: readonly NotePart[]): readonly NotePart[] {
  const mentions = (phrases: readonly string[]): boolean =>
    phrases.some((phrase) => mentionsOne(note, phrase))
  const shows = (trait: Trait): boolean => note.sentences.some((sentence) => hasTrait(sentence, trait))
  const holds: Readonly<Record<NotePart, () => boolean>> = {
    // Nobody can name a customer who has not said and shown nothing to be found by.
    who: () => facts.who.length === 0 || mentions(facts.who),
    what: () => mentions(facts.what) || retells(note, facts.told),
    tried: () => !facts.isTried || shows('found-out') || mentions(facts.tried),
    asked: () => shows('asks-colleague') || mentions(facts.asked),
  }
  return wanted.filter((part) => !holds[part]())
}

/** A matter has no name but the customer's own words: the lift, the floor, the knocking. */
const RETOLD_MIN = 3
function retells({ answers }: HeardWords, told: readonly string[]): boolean {
  const words = new Set(told.flatMap((one) => one.toLowerCase().match(WORD) ?? []))
  return [...words].filter((word) => answers(written(word))).length >= RETOLD_MIN
}

/** The phrase itself, or a word of it that carries meaning, by its stem. */
function mentionsOne({ answers }: HeardWords, phrase: string): boolean {
  if (phrase.length > 1 && answers(written(phrase))) return true
  return [...phrase.toLowerCase().matchAll(WORD)].some(
    ([word]) => word.length > 4 && answers(written(word.slice(0, Math.max(5, word.length - 2)))),
  )
}
