import { memo } from '../../../base/memo.ts'
import type { ClauseId } from '../../../base/values/ids.ts'
import { Special } from '../../../base/values/value.ts'
import type { Pack } from '../../../cases/case.ts'
import { type Language, likelyLanguage } from '../../../text/languages.ts'
import type { Finding } from '../../model/score.ts'
import { missingParts, type NoteFacts, type NotePart, partsAsked } from '../../text/note.ts'
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
  const isForeign = likelyLanguage(note) !== language
  if (isForeign && !missing.includes('who')) return notJudged('not-sure')
  // What was found out may be told in any words: a note that says more than who and what may say it.
  if (missing.every((part) => part === 'tried' || part === 'asked') && wordsIn(note) >= LONG_NOTE_WORDS)
    return notJudged('not-sure')
  return failed({ ...about, because: `the note leaves out ${missing.map((part) => PARTS[part]).join(', ')}` })
}

const LONG_NOTE_WORDS = 20
const wordsIn = (note: string): number => note.split(/\s+/).length

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

type Note = { readonly n: number; readonly note: string }

/** The evidence is the call that carried the note. */
const notesOf = memo((seen: Seen): readonly Note[] => {
  const notes: Note[] = []
  for (const event of seen.events)
    if (event.type === 'handover.made')
      notes.push({ n: seen.calls.find(({ call }) => call === event.call)?.n ?? event.n, note: event.note })
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
