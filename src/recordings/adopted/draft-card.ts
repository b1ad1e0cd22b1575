import type { CustomerReading } from '../../base/values/customer-reading.ts'
import { isJsonObject, type Json } from '../../base/values/json.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Scalar } from '../../base/values/value.ts'
import { readCustomerMessage } from '../../reading/lexical/customer/read-customer-message.ts'
import { fold } from '../../text/fold.ts'
import { standsIn } from '../../text/stands-in.ts'
import { wordsOfTool } from '../tool-role.ts'
import type { PlacedEntry } from './adopted-entries.ts'

/** What a customer is known to want and to know, drafted from what they said and what was then called with it. */
export type DraftedCard = {
  readonly name: string
  readonly language: string
  readonly intent: string
  readonly wants: string
  readonly knows: Readonly<Record<string, Scalar>>
  /** asked again, they told something else later */
  readonly asked_again?: Readonly<Record<string, readonly Scalar[]>>
}

/** The one wish of an adopted conversation: nobody has sorted the wishes of another desk. */
export const INTENT = 'help'

const WANTS_CHARACTERS_MAX = 120
const VALUE_CHARACTERS_MAX = 80

/** `from`: the first event after the agent took over. A value told before it is what the customer has said by then. */
export function draftCard(entries: readonly PlacedEntry[], from: number): DraftedCard {
  const said = entries.flatMap(({ n, entry }) => ('customer' in entry ? [{ n, text: entry.customer }] : []))
  const told = toldValues(entries, said)
  const knows: Record<string, Scalar> = {}
  const again: Record<string, Scalar[]> = {}
  for (const [field, values] of told) {
    const before = values.filter(({ n }) => n < from).at(-1)
    const [first, ...later] = before === undefined ? values : [before, ...values.filter(({ n }) => n >= from)]
    if (first === undefined) continue
    knows[field] = first.value
    const changed = later.map(({ value }) => value).filter((value) => value !== first.value)
    if (changed.length > 0) again[field] = changed
  }
  const name = nameIn(knows)
  return {
    name: name ?? 'Customer',
    language: languageOf(said.map(({ text }) => text)),
    intent: INTENT,
    wants: wishIn(said.slice(0, OPENING_MESSAGES).map(({ text }) => text)),
    knows,
    ...(Object.keys(again).length === 0 ? {} : { asked_again: again }),
  }
}

type Told = { readonly n: number; readonly value: Scalar }

/** Arguments of calls that the customer had said: the fields of this desk. */
function toldValues(
  entries: readonly PlacedEntry[],
  said: readonly { readonly n: number; readonly text: string }[],
): ReadonlyMap<string, readonly Told[]> {
  const told = new Map<string, Told[]>()
  for (const { entry } of entries) {
    if (!('tool' in entry) || !isJsonObject(entry.input)) continue
    for (const [argument, value] of Object.entries(entry.input)) {
      if (!isTelling(value)) continue
      const message = said.find(({ text }) => isSaidIn(text, value))
      const field = fieldOf(argument)
      const known = told.get(field) ?? []
      if (message === undefined || field === '' || known.some((one) => one.value === value)) continue
      told.set(
        field,
        [...known, { n: message.n, value }].sort((a, b) => a.n - b.n),
      )
    }
  }
  return told
}

export const fieldOf = (argument: string): string => wordsOfTool(argument).join('_')

const isTelling = (value: Json): value is string | number =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && value.length <= VALUE_CHARACTERS_MAX)

const SQUEEZED_MIN = 3

/** "6PM" says "6 pm". */
export function isSaidIn(text: string, value: Scalar): boolean {
  const plain = String(value)
  const squeezed = squeeze(plain)
  return (
    squeezed !== '' &&
    (standsIn(text, plain) || (squeezed.length >= SQUEEZED_MIN && squeeze(text).includes(squeezed)))
  )
}

const squeeze = (text: string): string => fold(text).replaceAll(/[^a-z0-9]/g, '')

/** Many begin with a greeting: the longest of the first messages says what is wanted. */
const OPENING_MESSAGES = 2

function wishIn(texts: readonly string[]): string {
  const [longest = ''] = [...texts].sort((a, b) => b.length - a.length)
  const plain = longest.trim().replaceAll(/\s+/g, ' ')
  return plain.length <= WANTS_CHARACTERS_MAX ? plain : `${plain.slice(0, WANTS_CHARACTERS_MAX - 1)}…`
}

const OWN_NAME =
  /(?:^|_)(?:customer|client|user|patient|guest|passenger|member|account_holder|full|first)_name$/

const nameIn = (knows: Readonly<Record<string, Scalar>>): string | undefined => {
  const found = Object.entries(knows).find(([field]) => OWN_NAME.test(field))
  return found === undefined ? undefined : String(found[1])
}

const NO_LISTS = { fields: [], tools: [], topics: [] }

function languageOf(texts: readonly string[]): string {
  const [longest = ''] = [...texts].sort((a, b) => b.length - a.length)
  const { language }: CustomerReading = readCustomerMessage(longest, NO_LISTS, null)
  return language
}

/** Words for a field of which only its name is known. */
export function fieldWords(field: string): Lexicon['fields'][string] {
  const name = field.replaceAll('_', ' ')
  return {
    name,
    asks: { en: [`What is the ${name}?`, `Could you tell me the ${name}?`] },
    cues: { en: [name] },
    answers: { en: ['{value}', 'It’s {value}.', 'That would be {value}.'] },
  }
}
