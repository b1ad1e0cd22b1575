import { type LinearPattern, linearPattern } from '../../../src/base/linear-pattern.ts'
import type { CustomerMove } from '../../../src/base/values/acts.ts'
import type { Lexicon } from '../../../src/base/values/lexicon.ts'
import type { Scalar } from '../../../src/base/values/value.ts'
import type { FieldSpec, Graph } from '../../../src/graph/model/graph.ts'
import { parametersOf } from '../../../src/references/tool-input.ts'
import { withIsoDays } from '../../../src/text/figures/days.ts'
import type { ToolSpec } from '../../../src/world/world.ts'

/**
 * How the scripted brain understands customers: words against the desk's lexicon, nothing else. In: a message and what was asked
 * before it. Out: moves as it takes them to be, sometimes wrongly, as a model would.
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
  const moves: CustomerMove[] = intent === undefined ? [] : [{ do: 'open', request, intent }]
  const heard: Heard = { text, folded, request, hearing, words: knownWords(hearing.lexicon) }
  for (const field of hearing.graph.fields.values()) {
    const claim = field.name === 'intent' ? undefined : claimOf(field, heard)
    if (claim !== undefined) moves.push(claim)
  }
  const answer = answerOf(folded, request, hearing)
  if (answer !== undefined) moves.push(answer)
  addManners(folded, moves)
  return moves
}

/** The intent whose example utterances share most words with the message, rare words counting most. */
function nearestIntent(folded: string, lexicon: Lexicon): string | undefined {
  const { intents, rarity } = knownWords(lexicon)
  const heard = [...new Set(wordsOf(folded))]
  const scored = intents.map(({ intent, words }) => {
    let sum = 0
    for (const word of heard) if (words.has(word)) sum += rarity.get(word) ?? 0
    return { intent, score: sum / Math.sqrt(words.size) }
  })
  return scored.sort((a, b) => b.score - a.score)[0]?.intent
}

type KnownWords = {
  readonly intents: readonly { readonly intent: string; readonly words: ReadonlySet<string> }[]
  /** what a word of an utterance counts */
  readonly rarity: ReadonlyMap<string, number>
  readonly fields: ReadonlyMap<string, FieldWords>
}

/** How customers speak of a field. */
type FieldWords = {
  readonly values: readonly SpokenValue[]
  readonly unavailable: readonly Phrase[]
  readonly refused: readonly Phrase[]
  /** what stands before the value in an answer, folded, how long it is, and what stands after it */
  readonly answers: readonly { readonly before: string; readonly length: number; readonly after: string }[]
}

/** Its words; the longest come first, because they are most often the ones that do not stand in a message. */
type Phrase = readonly string[]
type SpokenValue = { readonly value: string; readonly phrase: Phrase; readonly length: number }

const known = new WeakMap<Lexicon, KnownWords>()

/** The words of a lexicon are taken apart once, not once a message. */
function knownWords(lexicon: Lexicon): KnownWords {
  const found = known.get(lexicon)
  if (found !== undefined) return found
  const intents = Object.entries(lexicon.intents).map(([intent, { utterances }]) => ({
    intent,
    words: new Set(Object.values(utterances).flat().flatMap(wordsOf)),
  }))
  const inHowMany = (word: string) => intents.filter(({ words }) => words.has(word)).length
  const all = new Set(intents.flatMap(({ words }) => [...words]))
  const made: KnownWords = {
    intents,
    rarity: new Map([...all].map((word) => [word, Math.log(1 + intents.length / inHowMany(word))])),
    fields: new Map(Object.entries(lexicon.fields).map(([name, words]) => [name, fieldWords(words)])),
  }
  known.set(lexicon, made)
  return made
}

type ByLanguage = Readonly<Record<string, readonly string[]>>

const inAllLanguages = (texts: ByLanguage | undefined): readonly string[] => Object.values(texts ?? {}).flat()
const phrasesIn = (texts: ByLanguage | undefined): readonly Phrase[] => inAllLanguages(texts).map(phraseOf)
const phraseOf = (text: string): Phrase => [...wordsOf(text)].sort((a, b) => b.length - a.length)

const fieldWords = ({ values, unavailable, refused, answers }: Lexicon['fields'][string]): FieldWords => ({
  values: Object.entries(values ?? {}).flatMap(([value, texts]) =>
    inAllLanguages(texts).map((text) => ({ value, phrase: phraseOf(text), length: text.length })),
  ),
  unavailable: phrasesIn(unavailable),
  refused: phrasesIn(refused),
  answers: inAllLanguages(answers).flatMap((template) => {
    const [before = '', after = ''] = template.split('{value}')
    const lead = before.trim()
    return before === '' ? [] : [{ before: lead.toLowerCase(), length: lead.length, after: after.trim() }]
  }),
})

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d']{3,}/gu) ?? []

type Heard = {
  readonly text: string
  readonly folded: string
  readonly request: string
  readonly hearing: Hearing
  readonly words: KnownWords
}

function claimOf(field: FieldSpec, heard: Heard): CustomerMove | undefined {
  const asked = heard.hearing.asked.includes(field.name)
  const { request } = heard
  const lack = asked ? lackOf(field, heard) : undefined
  if (lack !== undefined) return { do: 'lack', request, field: field.name, lack }
  const value = claimedValue(field, heard, asked)
  return value === undefined ? undefined : { do: 'tell', request, field: field.name, value }
}

function lackOf({ name, mayBe }: FieldSpec, heard: Heard): 'refused' | 'unavailable' | undefined {
  const own = heard.words.fields.get(name)
  const resembles = (phrases: readonly Phrase[] = []) =>
    phrases.some((phrase) => shareIn(heard.folded, phrase) >= 0.7)
  if (mayBe.includes('unavailable') && resembles(own?.unavailable)) return 'unavailable'
  if (mayBe.includes('refused') && resembles(own?.refused)) return 'refused'
  return undefined
}

/** Share of the phrase's words that stand in the text. */
function shareIn(folded: string, phrase: Phrase): number {
  if (phrase.length === 0) return 0
  let there = 0
  for (const word of phrase) if (folded.includes(word)) there += 1
  return there / phrase.length
}

const standsWhole = (folded: string, phrase: Phrase): boolean => {
  for (const word of phrase) if (!folded.includes(word)) return false
  return phrase.length > 0
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

function phrasedValue(field: FieldSpec, heard: Heard, asked: boolean): Scalar | undefined {
  const { folded } = heard
  const spoken = heard.words.fields.get(field.name)?.values ?? []
  const found = asked ? nearestValue(folded, spoken) : wholeValue(folded, spoken)
  if (field.type === 'enum') return found
  if (found !== undefined) return found === 'true'
  if (!asked) return undefined
  return YES.test(folded) ? true : NO.test(folded) ? false : undefined
}

/** Of a field that was asked for: the value most of whose words are there, of several the one with the longest phrase. */
function nearestValue(folded: string, spoken: readonly SpokenValue[]): string | undefined {
  let best: { readonly value: string; readonly share: number; readonly length: number } | undefined
  for (const { value, phrase, length } of spoken) {
    const share = shareIn(folded, phrase)
    if (share < 0.75) continue
    if (best === undefined || share > best.share || (share === best.share && length > best.length))
      best = { value, share, length }
  }
  return best?.value
}

/** Of any other field: all words of the phrase must be there. */
function wholeValue(folded: string, spoken: readonly SpokenValue[]): string | undefined {
  let best: SpokenValue | undefined
  for (const one of spoken)
    if ((best === undefined || one.length > best.length) && standsWhole(folded, one.phrase)) best = one
  return best?.value
}

/** A word of the form the desk's own tools ask for under that name; else, when it was asked for, whatever was named. */
function namedValue(field: FieldSpec, heard: Heard, asked: boolean): string | undefined {
  const { text } = heard
  const byForm = patternOf(field.name, heard.hearing.tools)?.find(text)
  if (byForm !== undefined) return byForm
  if (/mail/.test(field.name)) return /[\w.+-]+@[\w-]+\.[\w.-]*\w/.exec(text)?.[0]
  if (!asked) return undefined
  return byAnswer(field.name, heard) ?? /\b[A-Z]{1,4}-?\d[\w-]*/.exec(text)?.[0]
}

const patterns = new Map<string, LinearPattern>()

/** Compiling costs more than running. */
function compiled(source: string): LinearPattern {
  const known = patterns.get(source) ?? linearPattern(source)
  patterns.set(source, known)
  return known
}

const forms = new WeakMap<Hearing['tools'], Map<string, LinearPattern | undefined>>()

/** The form of a field is looked for in a desk's tools once. */
function patternOf(field: string, tools: Hearing['tools']): LinearPattern | undefined {
  const found = forms.get(tools) ?? new Map<string, LinearPattern | undefined>()
  forms.set(tools, found)
  if (!found.has(field)) found.set(field, formIn(tools, field))
  return found.get(field)
}

function formIn(tools: Hearing['tools'], field: string): LinearPattern | undefined {
  for (const tool of tools) {
    const pattern = parametersOf(tool).get(field)?.['pattern']
    if (typeof pattern === 'string') return compiled(pattern.replace(/^\^|\$$/g, ''))
  }
  return undefined
}

/** "My new address is {value}.": what stands where the value would. */
function byAnswer(field: string, { text, folded, words }: Heard): string | undefined {
  let shortest: string | undefined
  for (const { before, length, after } of words.fields.get(field)?.answers ?? []) {
    const start = folded.indexOf(before)
    if (start < 0) continue
    const rest = text.slice(start + length).trim()
    const end = after === '' ? rest.length : rest.indexOf(after)
    const value = rest
      .slice(0, end < 0 ? rest.length : end)
      .replace(/[.!?]\s.*$/s, '')
      .replace(/[.!?]+$/, '')
      .trim()
    if (value.length > 2 && (shortest === undefined || value.length < shortest.length)) shortest = value
  }
  return shortest
}

function answerOf(folded: string, request: string, { proposed }: Hearing): CustomerMove | undefined {
  if (proposed === null) return undefined
  if (NO.test(folded) && !/\bno problem\b/.test(folded)) return { do: 'refuse', request, proposal: proposed }
  return YES.test(folded) ? { do: 'agree', request, proposal: proposed } : undefined
}

function addManners(folded: string, moves: CustomerMove[]): void {
  if (HUMAN.test(folded)) moves.push({ do: 'demand_human' })
  if (ABUSE.test(folded)) moves.push({ do: 'abuse' })
  if (THANKS.test(folded)) moves.push({ do: 'thank' })
  if (LEAVES.test(folded)) moves.push({ do: 'leave', because: 'satisfied' })
}
