import type { CustomerMove } from '../../../base/values/acts.ts'
import type { CustomerReadAct } from '../../../base/values/customer-reading.ts'
import type { Lexicon } from '../../../base/values/lexicon.ts'
import { actsOf } from '../../../base/values/reading.ts'
import type { Card } from '../../../cards/card.ts'
import type { Pack } from '../../../cases/case.ts'
import type { HeardMessage } from '../../../conversation/customer/customer.ts'
import { readCustomerMessage } from '../../../reading/lexical/customer/read-customer-message.ts'
import { withIsoDays } from '../../../text/figures/days.ts'
import { fold } from '../../../text/fold.ts'
import { wordsOf } from '../../../text/words.ts'

/**
 * What a person who plays the customer does with a line. The reader that imported conversations are read with says it; beside
 * it stand what the card and the desk's lexicon know, and demands and insults, which that reader does not tell from pressing.
 */
export type Typed = {
  readonly pack: Pack
  readonly card: Card
  /** what the line answers; null: it opens the conversation */
  readonly heard: readonly HeardMessage[] | null
}

type Telling = Extract<CustomerMove, { do: 'tell' }>

export const REQUEST = 'r1'

export function typedMoves(line: string, typed: Typed): readonly CustomerMove[] {
  const { pack, card, heard } = typed
  const text = withIsoDays(line)
  const answers =
    heard === null
      ? null
      : { language: card.language, sentences: heard.flatMap(({ reading }) => reading.sentences) }
  const read = readCustomerMessage(text, pack.lists, answers)
    .sentences.flatMap(({ acts }) => acts)
    .flatMap((act) => (act.sure ? (moveOf(act, typed) ?? []) : []))
  const written = writtenOut(text, card)
  const more = manners(text)
  const moves = [
    ...written,
    ...inTheDesksWords(text, typed),
    ...read.filter((move) => !isPartOf(move, written)),
    ...more,
  ]
  return onePerPlace(more.length === 0 ? moves : moves.filter((move) => move.do !== 'push'))
}

/** The number that the card has for one field is no other field's. */
const isPartOf = (move: CustomerMove, written: readonly Telling[]): boolean =>
  move.do === 'tell' &&
  typeof move.value === 'string' &&
  written.some(({ value }) => String(value).includes(String(move.value)))

/** A field is told once and a proposal is answered once: the first counts. */
function onePerPlace(moves: readonly CustomerMove[]): readonly CustomerMove[] {
  const seen = new Set<string>()
  return moves.filter((move) => {
    const place = 'field' in move ? `field ${move.field}` : 'proposal' in move ? 'answer' : move.do
    return !seen.has(place) && seen.add(place)
  })
}

/** What the card opens is known: an opening that is read adds nothing. */
function moveOf(
  { kind, field, value }: CustomerReadAct,
  { pack, card, heard }: Typed,
): CustomerMove | undefined {
  const proposal = heard?.findLast(({ reading }) => actsOf(reading).some((act) => act.kind === 'propose'))?.n
  switch (kind) {
    case 'tell':
    case 'correct':
      return field === null || value === null ? undefined : told(field, value, pack)
    case 'agree':
      return proposal === undefined ? undefined : { do: 'agree', request: REQUEST, proposal }
    case 'refuse':
      if (field !== null) return lacked(field, { pack, card })
      return proposal === undefined ? undefined : { do: 'refuse', request: REQUEST, proposal }
    case 'press':
      return { do: 'push', request: REQUEST, kind: 'push' }
    case 'thank':
      return { do: 'thank' }
    case 'leave':
      return { do: 'leave', because: 'satisfied' }
    case 'open':
      return undefined
  }
}

/** As the desk's records write it; a day nobody can date is not told. */
function told(field: string, value: string | boolean, { graph }: Pack): CustomerMove | undefined {
  const type = graph.fields.get(field)?.type
  if (type === 'number' && !Number.isFinite(Number(value))) return undefined
  if (type === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return undefined
  return { do: 'tell', request: REQUEST, field, value: type === 'number' ? Number(value) : value }
}

function lacked(field: string, { pack, card }: Omit<Typed, 'heard'>): CustomerMove | undefined {
  const refuses = card.requests.some((request) => request.refuses.includes(field))
  const ways = refuses ? (['refused', 'unavailable'] as const) : (['unavailable', 'refused'] as const)
  const lack = ways.find((way) => pack.graph.fields.get(field)?.mayBe.includes(way))
  return lack === undefined ? undefined : { do: 'lack', request: REQUEST, field, lack }
}

const VALUE_CHARACTERS_MIN = 3

/** Values of the card that stand in the words as they are: no reader needed. */
function writtenOut(text: string, { requests: [first] }: Card): readonly Telling[] {
  const said = text.toLowerCase()
  return Object.entries(first?.knows ?? {}).flatMap(([field, value]) => {
    const written = String(value).toLowerCase()
    return typeof value !== 'boolean' && written.length >= VALUE_CHARACTERS_MIN && said.includes(written)
      ? [{ do: 'tell' as const, request: REQUEST, field, value }]
      : []
  })
}

/** "It came apart at the seam" says what is wrong with it, "I binned the receipt" that it cannot be given. */
function inTheDesksWords(text: string, { pack, heard }: Typed): readonly CustomerMove[] {
  const words = new Set(saidWords(text))
  const asked = new Set(
    (heard ?? []).flatMap(({ reading }) => actsOf(reading).map(({ place }) => place?.name)),
  )
  return [...pack.graph.fields.values()].flatMap(({ name, type, mayBe }): readonly CustomerMove[] => {
    const own = pack.lexicon.fields[name]
    const lack = mayBe.find(
      (way) => asked.has(name) && nearest({ [way]: own?.[way] ?? {} }, words, LACK_SHARE_MIN),
    )
    if (lack !== undefined) return [{ do: 'lack', request: REQUEST, field: name, lack }]
    const value = nearest(own?.values ?? {}, words, 1)
    if (value === undefined) return []
    return [
      { do: 'tell', request: REQUEST, field: name, value: type === 'boolean' ? value === 'true' : value },
    ]
  })
}

/** People say why they cannot give something in words of their own; a value is taken only where a whole phrase stands. */
const LACK_SHARE_MIN = 0.7

/** The one with the longest phrase of which at least that share of words was said. */
function nearest(
  phrases: NonNullable<Lexicon['fields'][string]['values']>,
  words: ReadonlySet<string>,
  shareMin: number,
): string | undefined {
  const said = Object.entries(phrases).flatMap(([value, byLanguage]) =>
    Object.values(byLanguage)
      .flat()
      .flatMap((phrase) => {
        const own = saidWords(phrase)
        const share = own.filter((word) => words.has(word)).length / own.length
        return share >= shareMin ? [{ value, length: own.length }] : []
      }),
  )
  return said.sort((a, b) => b.length - a.length)[0]?.value
}

const saidWords = (text: string): readonly string[] => wordsOf(fold(text), { inside: 'marks' })

const HUMAN =
  /\b(?:human|real (?:person|one)|a person|supervisor|manager|representative|put me through|someone (?:else|who)|one of your (?:people|colleagues)|(?:speak|talk) (?:to|with) (?:some|any)one|not (?:to )?a (?:bot|machine|robot)|your boss)\b/i
const ABUSE =
  /\b(?:idiots?|imbeciles?|stupid|dumb|brain-?dead|dim-?wits?|half-?wits?|morons?|fools?|jerks?|clowns?|incompetent|useless (?:lot|people|bot)|shut up|pathetic|scum|f\W?\w?ck\w*|shit\w*|bastards?|crooks?|thieves)\b/i

const manners = (text: string): readonly CustomerMove[] => [
  ...(HUMAN.test(text) ? [{ do: 'demand_human' } as const] : []),
  ...(ABUSE.test(text) ? [{ do: 'abuse' } as const] : []),
]
