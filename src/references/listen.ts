import { flatMap } from '../base/flat-map.ts'
import { type LinearPattern, linearPattern } from '../base/linear-pattern.ts'
import type { CustomerMove } from '../base/values/acts.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { Scalar } from '../base/values/value.ts'
import type { FieldSpec, Graph } from '../graph/model/graph.ts'
import { withIsoDays } from '../text/said-days.ts'
import type { ToolSpec } from '../world/world.ts'
import { parametersOf } from './tool-input.ts'

/**
 * How the classic baseline understands customers: words against the desk's lexicon, nothing else. In: a message and what
 * was asked before it. Out: moves as it takes them to be, sometimes wrongly: that is what makes it an honest baseline.
 */
export type Hearing = {
  readonly graph: Graph
  readonly lexicon: Lexicon
  readonly tools: readonly ToolSpec[]
  /** the current request; null before the first message */
  readonly request: string | null
  /** fields asked for in the agent's last message */
  readonly asked: readonly string[]
  /** event number of a proposal that waits for an answer */
  readonly proposed: number | null
}

const YES =
  /\b(yes|yeah|yep|sure|please do|go ahead|ok(ay)?|that'?s (right|fine|correct)|correct|agreed|sounds good|perfect|oui|s[iíì]|ja)\b/i
const NO = /\b(no|nope|don'?t|do not|not right|wrong|wait|rather not|stop|nein|non)\b/i
const THANKS = /\b(thank(s| you)|cheers|much appreciated|gracias|merci|danke)\b/i
const LEAVES =
  /\b(bye|goodbye|that'?s all|that is all|nothing else|have a (nice|good) (day|one)|adi[oó]s|au revoir|tsch[uü]ss)\b/i
const HUMAN =
  /\b(human|real (person|one)|a person|supervisor|manager|representative|put me through|someone (else|who)|one of your (people|colleagues)|speak (to|with) (some|any)one|talk to (some|any)one|not (to )?a (bot|machine|robot)|your boss)\b/i
const ABUSE =
  /\b(idiots?|imbeciles?|stupid|dumb|brain-?dead|dim-?wits?|half-?wits?|morons?|fools?|jerks?|clowns?|incompetent|useless (lot|people|bot)|shut up|pathetic|scum|f\W?\w?ck\w*|shit\w*|bastards?|crooks?|thieves)\b/i

export function listen(said: string, hearing: Hearing): readonly CustomerMove[] {
  const text = withIsoDays(said)
  const folded = text.toLowerCase()
  const intent = hearing.request === null ? nearestIntent(folded, hearing.lexicon) : undefined
  const request = hearing.request ?? 'r1'
  const opens: readonly CustomerMove[] = intent === undefined ? [] : [{ do: 'open', request, intent }]
  const told = flatMap(
    [...hearing.graph.fields.values()].filter(({ name }) => name !== 'intent'),
    (field) => claimOf(field, { text, folded, request, hearing }),
  )
  return [...opens, ...told, ...answerOf(folded, request, hearing), ...mannersOf(folded)]
}

/** The intent whose example utterances share most words with the message, rare words counting most. */
function nearestIntent(folded: string, lexicon: Lexicon): string | undefined {
  const { intents } = knownWords(lexicon)
  const inHowMany = (word: string) => intents.filter(({ words }) => words.has(word)).length
  const heard = [...new Set(wordsOf(folded))]
  const scored = intents.map(({ intent, words }) => ({
    intent,
    score:
      heard.reduce(
        (sum, word) => (words.has(word) ? sum + Math.log(1 + intents.length / inHowMany(word)) : sum),
        0,
      ) / Math.sqrt(words.size),
  }))
  return scored.sort((a, b) => b.score - a.score)[0]?.intent
}

type KnownWords = {
  readonly intents: readonly { readonly intent: string; readonly words: ReadonlySet<string> }[]
  /** phrase -> its words, as far as they were asked for */
  readonly phrases: Map<string, readonly string[]>
}

const known = new WeakMap<Lexicon, KnownWords>()

/** The words of a lexicon are taken apart once, not once a message. */
function knownWords(lexicon: Lexicon): KnownWords {
  const found = known.get(lexicon)
  if (found !== undefined) return found
  const intents = Object.entries(lexicon.intents).map(([intent, { utterances }]) => ({
    intent,
    words: new Set(flatMap(Object.values(utterances).flat(), wordsOf)),
  }))
  const made: KnownWords = { intents, phrases: new Map() }
  known.set(lexicon, made)
  return made
}

// Not src/text/words.ts: another cut moves what the baseline hears, and its numbers would no longer compare with stored runs.
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d']{3,}/gu) ?? []

type Heard = {
  readonly text: string
  readonly folded: string
  readonly request: string
  readonly hearing: Hearing
}

function claimOf(field: FieldSpec, heard: Heard): readonly CustomerMove[] {
  const asked = heard.hearing.asked.includes(field.name)
  const { request } = heard
  const lack = asked ? lackOf(field, heard) : undefined
  if (lack !== undefined) return [{ do: 'lack', request, field: field.name, lack }]
  const value = claimedValue(field, heard, asked)
  return value === undefined ? [] : [{ do: 'tell', request, field: field.name, value }]
}

function lackOf(field: FieldSpec, { folded, hearing }: Heard): 'refused' | 'unavailable' | undefined {
  const words = hearing.lexicon.fields[field.name]
  const resembles = (phrases: Readonly<Record<string, readonly string[]>> | undefined) =>
    Object.values(phrases ?? {})
      .flat()
      .some((phrase) => overlap(folded, phrase, hearing.lexicon) >= 0.7)
  if (field.mayBe.includes('unavailable') && resembles(words?.unavailable)) return 'unavailable'
  if (field.mayBe.includes('refused') && resembles(words?.refused)) return 'refused'
  return undefined
}

/** Share of the phrase's words that stand in the text. */
function overlap(folded: string, phrase: string, lexicon: Lexicon): number {
  const { phrases } = knownWords(lexicon)
  const words = phrases.get(phrase) ?? wordsOf(phrase)
  phrases.set(phrase, words)
  return words.length === 0 ? 0 : words.filter((word) => folded.includes(word)).length / words.length
}

function claimedValue(field: FieldSpec, heard: Heard, asked: boolean): Scalar | undefined {
  switch (field.type) {
    case 'enum':
    case 'boolean':
      return phrasedValue(field, heard, asked)
    case 'date':
      return /\b\d{4}-\d{2}-\d{2}\b/.exec(heard.text)?.[0]
    case 'number': {
      const found = asked ? /-?\d+(?:\.\d+)?/.exec(heard.text)?.[0] : undefined
      return found === undefined ? undefined : Number(found)
    }
    case 'string':
      return namedValue(field, heard, asked)
  }
}

function phrasedValue(field: FieldSpec, { folded, hearing }: Heard, asked: boolean): Scalar | undefined {
  const values = Object.entries(hearing.lexicon.fields[field.name]?.values ?? {})
  const found = flatMap(values, ([value, phrases]) =>
    Object.values(phrases)
      .flat()
      .map((phrase) => ({ value, share: overlap(folded, phrase, hearing.lexicon), length: phrase.length })),
  )
    .filter(({ share }) => share >= (asked ? 0.75 : 1))
    .sort((a, b) => b.share - a.share || b.length - a.length)[0]?.value
  if (field.type === 'enum') return found
  if (found !== undefined) return found === 'true'
  if (!asked) return undefined
  return YES.test(folded) ? true : NO.test(folded) ? false : undefined
}

/** A word of the form the desk's own tools ask for under that name; else, when it was asked for, whatever was named. */
function namedValue(field: FieldSpec, { text, hearing }: Heard, asked: boolean): string | undefined {
  const pattern = patternOf(field.name, hearing.tools)
  const byForm = pattern?.find(text)
  if (byForm !== undefined) return byForm
  if (/mail/.test(field.name)) return /[\w.+-]+@[\w-]+\.[\w.-]*\w/.exec(text)?.[0]
  if (!asked) return undefined
  return byAnswer(field.name, text, hearing.lexicon) ?? /\b[A-Z]{1,4}-?\d[\w-]*/.exec(text)?.[0]
}

const patterns = new Map<string, LinearPattern>()

/** Compiling costs more than running. */
function compiled(source: string): LinearPattern {
  const known = patterns.get(source) ?? linearPattern(source)
  patterns.set(source, known)
  return known
}

function patternOf(field: string, tools: readonly ToolSpec[]): LinearPattern | undefined {
  for (const tool of tools) {
    const pattern = parametersOf(tool).get(field)?.['pattern']
    if (typeof pattern === 'string') return compiled(pattern.replace(/^\^|\$$/g, ''))
  }
  return undefined
}

/** "My new address is {value}.": what stands where the value would. */
function byAnswer(field: string, text: string, lexicon: Lexicon): string | undefined {
  const templates = Object.values(lexicon.fields[field]?.answers ?? {}).flat()
  const found = flatMap(templates, (template) => {
    const [before = '', after = ''] = template.split('{value}')
    const start = before === '' ? -1 : text.toLowerCase().indexOf(before.trim().toLowerCase())
    if (start < 0) return []
    const rest = text.slice(start + before.trim().length).trim()
    const end = after.trim() === '' ? rest.length : rest.indexOf(after.trim())
    return [
      rest
        .slice(0, end < 0 ? rest.length : end)
        .replace(/[.!?]\s.*$/s, '')
        .replace(/[.!?]+$/, '')
        .trim(),
    ]
  })
  return found.filter((value) => value.length > 2).sort((a, b) => a.length - b.length)[0]
}

function answerOf(folded: string, request: string, { proposed }: Hearing): readonly CustomerMove[] {
  if (proposed === null) return []
  if (NO.test(folded) && !/\bno problem\b/.test(folded))
    return [{ do: 'refuse', request, proposal: proposed }]
  return YES.test(folded) ? [{ do: 'agree', request, proposal: proposed }] : []
}

const mannersOf = (folded: string): readonly CustomerMove[] => [
  ...(HUMAN.test(folded) ? [{ do: 'demand_human' } as const] : []),
  ...(ABUSE.test(folded) ? [{ do: 'abuse' } as const] : []),
  ...(THANKS.test(folded) ? [{ do: 'thank' } as const] : []),
  ...(LEAVES.test(folded) ? [{ do: 'leave', because: 'satisfied' } as const] : []),
]
