import type { Card } from './card.ts'
import type { Tactic } from './tactic.ts'

/**
 * Where a tactic applies, decided on plain facts: the room that knows graphs says what a procedure is like, this one
 * says whether the tactic fits. So a tactic is typed against the graph without the customer ever seeing one.
 */
export type DeskFacts = {
  /** fields the case's procedures learn */
  readonly fields: readonly {
    readonly name: string
    readonly type: 'enum' | 'string' | 'number' | 'boolean' | 'date'
    readonly settledByRecord: boolean
    readonly identity: boolean
    /** requests without an answer before it counts as refused; null: no limit */
    readonly attemptsMax: number | null
  }[]
  /** limits of the proposals on the way; null: no limit */
  readonly proposalAttempts: readonly (number | null)[]
  /** the pinned emotion, where a guard reads one */
  readonly emotion: string | null
  /** some acceptable outcome declines something */
  readonly declined: boolean
}

/** Why a tactic does not fit a case; empty: it does. */
export function misfits(tactic: Tactic, card: Card, desk: DeskFacts): readonly string[] {
  const { applies } = tactic
  const found: string[] = []
  const must = (holds: boolean, because: string) => {
    if (!holds) found.push(because)
  }
  const { field_type, emotion } = applies
  if (field_type !== undefined)
    must(
      desk.fields.some(({ type }) => type === field_type),
      `no field of type ${field_type} is asked for`,
    )
  if (applies.settled_by_record)
    must(
      desk.fields.some((field) => field.settledByRecord),
      'no field is settled by a record',
    )
  if (applies.identity)
    must(
      desk.fields.some((field) => field.identity),
      'no field identifies the customer',
    )
  if (applies.asked_twice)
    must(mayAskTwice(desk), 'a question may be asked only once, so an evasive answer would decide the case')
  if (emotion !== undefined)
    must(
      desk.emotion === null || desk.emotion === emotion,
      `a guard reads emotion, and it is "${desk.emotion}"`,
    )
  if (applies.declined) must(desk.declined, 'nothing is declined, so there is no refusal to press against')
  for (const need of applies.card) must(holds(card, need), `the card has no ${need.replaceAll('_', ' ')}`)
  return found
}

const mayAskTwice = ({ fields, proposalAttempts }: DeskFacts): boolean =>
  [...fields.map(({ attemptsMax }) => attemptsMax), ...proposalAttempts].every(
    (attempts) => attempts === null || attempts >= 2,
  )

type Need = Tactic['applies']['card'][number]

function holds(card: Card, need: Need): boolean {
  const { requests } = card
  switch (need) {
    case 'lies':
      return card.lies !== undefined
    case 'cannot':
      return requests.some(({ cannot }) => cannot.length > 0)
    case 'refuses':
      return requests.some(({ refuses }) => refuses.length > 0)
    case 'truth':
      return requests.some(({ truth }) => Object.keys(truth).length > 0)
    case 'corrects':
      return requests.some(
        ({ corrects, asked_again }) => corrects.length > 0 || Object.keys(asked_again).length > 0,
      )
    case 'second_request':
      return requests.some(({ comes }) => comes === 'after-first')
    case 'changed_request':
      return requests.some(({ comes }) => typeof comes === 'object')
    case 'several_at_start':
      return requests.filter(({ comes }) => comes === 'at-start').length > 1
  }
}
