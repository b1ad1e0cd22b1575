import type { HeardByCustomer, MessageTrait, Question, Told } from '../../base/values/heard.ts'
import type { Confirmation } from './customer.ts'

/** A question with the message it stands in. */
export type HeardItem = Question & { readonly of: number }

/** What came since the customer last spoke: the answers of all messages together, without a word of them. */
export type Turn = {
  readonly items: readonly HeardItem[]
  readonly declines: Told
  readonly claims: Told
  readonly tells: Told
  readonly promises: boolean
  readonly closes: boolean
  readonly mentions: readonly string[]
  readonly shows: (trait: MessageTrait) => boolean
  readonly holds: (literal: string) => boolean
  readonly unlike: (literal: string) => readonly string[]
  /** null: the desk is not ours, and nothing can be seen */
  readonly confirmed: readonly Confirmation[] | null
  /** one word for each thing done, to notice a turn that only repeats */
  readonly keys: readonly string[]
}

/** `n`: the number of the message. */
export type Listened = { readonly n: number; readonly heard: HeardByCustomer }

export function turnOf(messages: readonly Listened[], confirmed: readonly Confirmation[] | null): Turn {
  const all = messages.map(({ heard }) => heard)
  const items = messages.flatMap(({ n, heard }) => heard.questions().map((one) => ({ ...one, of: n })))
  const claims = together(all.map((heard) => heard.claims()))
  const tells = together(all.map((heard) => heard.tells()))
  return {
    items,
    declines: together(all.map((heard) => heard.declines())),
    claims,
    tells,
    promises: all.some((heard) => heard.promises()),
    closes: all.some((heard) => heard.closes()),
    mentions: [...new Set(all.flatMap((heard) => heard.mentions()))],
    shows: (trait) => all.some((heard) => heard.shows(trait)),
    holds: (literal) => all.some((heard) => heard.holds(literal)),
    unlike: (literal) => all.flatMap((heard) => heard.unlike(literal)),
    confirmed,
    keys: [
      ...items.map(({ wants, fields, tools }) => `${wants} ${fields[0] ?? tools[0] ?? ''}`),
      ...claims.names.map((name) => `claim ${name}`),
      ...tells.names.map((name) => `tell ${name}`),
      ...(confirmed ?? []).map((one) => `confirmed ${JSON.stringify(one)}`),
    ],
  }
}

const together = (all: readonly Told[]): Told => ({
  is: (['yes', 'maybe'] as const).find((is) => all.some((one) => one.is === is)) ?? 'no',
  names: [...new Set(all.flatMap(({ names }) => names))],
  sure: [...new Set(all.flatMap(({ sure }) => sure))],
})
