import type { Answer, HeardByCustomer, Is, MessageTrait, Question } from '../../base/values/heard.ts'
import type { Confirmation } from './customer.ts'

/** A question with the message it stands in. */
export type HeardItem = Question & { readonly of: number }

/** What came since the customer last spoke: the answers of all messages together, without a word of them. */
export type Turn = {
  readonly items: readonly HeardItem[]
  readonly declines: TurnTold
  readonly claims: TurnTold
  readonly tells: TurnTold
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

/** `names`: what was declined, claimed or told; those in `sure` for certain. */
export type TurnTold = {
  readonly is: Is
  readonly names: readonly string[]
  readonly sure: readonly string[]
}

/** `n`: the number of the message. */
export type Listened = { readonly n: number; readonly heard: HeardByCustomer }

export function turnOf(messages: readonly Listened[], confirmed: readonly Confirmation[] | null): Turn {
  const all = messages.map(({ heard }) => heard)
  const items = messages.flatMap(({ n, heard }) => heard.questions().map((one) => ({ ...one, of: n })))
  const claims = told(all, (heard) => heard.claims)
  const tells = told(all, (heard) => heard.tells)
  return {
    items,
    declines: told(all, (heard) => heard.declines),
    claims,
    tells,
    promises: all.some((heard) => heard.promises().is !== 'no'),
    closes: all.some((heard) => heard.closes().is !== 'no'),
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

const RANK = { yes: 2, maybe: 1, no: 0 } as const

function told(
  all: readonly HeardByCustomer[],
  ask: (heard: HeardByCustomer) => (name?: string) => Answer,
): TurnTold {
  const answers = all.map((heard) => ask(heard)())
  const names = [...new Set(answers.flatMap((answer) => answer.names))]
  const sure = names.filter((name) => all.some((heard) => ask(heard)(name).is === 'yes'))
  const best = answers.reduce<Is>((is, answer) => (RANK[answer.is] > RANK[is] ? answer.is : is), 'no')
  return { is: best, names, sure }
}
