import { Special } from '../../../base/values/value.ts'
import { missingParts, type NoteFacts, type NotePart } from '../../text/note.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, passed } from '../rule.ts'

const PARTS: Readonly<Record<NotePart, string>> = {
  who: 'who it is',
  what: 'what they want',
  tried: 'what was tried or found',
  asked: 'what is asked of the colleague',
}

/** The note tells the colleague who, what, what was tried and what is asked. */
export const handoverNote = defineRule({
  id: 'handover_note',
  words: {
    name: 'Handover note',
    broken: 'handover note lacks something',
    meaning: 'The note does not say who it is, what they want, what was tried and what is asked.',
  },
  counted: { hits: 'passes', of: 'applicable' },
  failsForGood: true,
  appliesTo: (seen) => notesOf(seen).length > 0 || 'nothing was handed over',
  check: (seen) => {
    return notesOf(seen).map(({ n, note }) => {
      const missing = missingParts(note, factsOf(seen))
      return missing.length === 0
        ? passed({
            evidence: [n],
            basis: 'text',
            because: 'says who, what, what was tried and what is asked',
          })
        : failed({
            evidence: [n],
            basis: 'text',
            because: `the note leaves out ${missing.map((part) => PARTS[part]).join(', ')}`,
          })
    })
  },
})

type Note = { readonly n: number; readonly note: string }

/** The evidence is the call that carried the note. */
const notesOf = (seen: Seen): readonly Note[] =>
  seen.events.flatMap((event) =>
    event.type === 'handover.made'
      ? [{ n: seen.calls.find(({ call }) => call === event.call)?.n ?? event.n, note: event.note }]
      : [],
  )

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
    tried: tools.flatMap((tool) => [lexicon.tools[tool]?.name ?? tool.replaceAll('_', ' ')]),
    asked: [],
  }
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > 3 && value.length < 80 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
