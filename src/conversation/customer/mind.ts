import type { CustomerMove, Lack } from '../../base/values/acts.ts'
import type { Scalar } from '../../base/values/value.ts'
import type { Card, CardRequest } from '../../cards/card.ts'
import { type Tactic, TacticLevel } from '../../cards/tactic.ts'
import type { HeardItem } from './turn.ts'

/** Who this customer is for the whole conversation: never changes, holds no word of the desk's rules. */
export type Character = {
  readonly card: Card
  readonly tactic: Tactic | null
  readonly intensity: 0 | 1 | 2 | 3
  /** the first message was written by a person */
  readonly opens: string | null
}

/**
 * Where one request of the card stands in the customer's mind. `asked`: something was asked about it; `proposed`: the customer
 * has said yes to a deed; `refused`: it was told no; `done`: it has seen that it is done; `told`: it has its answer.
 */
export type Stage = 'unopened' | 'open' | 'asked' | 'proposed' | 'refused' | 'done' | 'told' | 'withdrawn'

export type RequestMind = {
  readonly id: string
  readonly card: CardRequest
  readonly stage: Stage
  /** it takes the no */
  readonly yielded: boolean
  /** it has said no itself, to a deed for this request */
  readonly ownNo: boolean
  readonly said: Readonly<Record<string, Scalar | { readonly lack: Lack }>>
  /** how often each field was answered: who is asked again may say something else */
  readonly answered: Readonly<Record<string, number>>
  readonly declines: number
  /** noes that nobody could place: two of them are one */
  readonly vagueDeclines: number
  /** tools whose confirmation it has */
  readonly confirmed: readonly string[]
}

/** How much of its dose the tactic has spent. */
export type Dose = 'with_answers' | 'dodges' | 'silences' | 'detours' | 'thanks' | 'demands' | 'abuses'

/** What the customer remembers from turn to turn. */
export type Mind = {
  /** messages sent so far */
  readonly turn: number
  readonly requests: readonly RequestMind[]
  readonly spent: Readonly<Record<Dose, number>>
  /** fields already dodged or met with silence: once each, or the dodge would decide the case */
  readonly teased: readonly string[]
  /** fields asked for, and messages with a proposal, that are still owed an answer */
  readonly owed: readonly string[]
  readonly owedAnswers: readonly Pick<HeardItem, 'of' | 'tools' | 'fields'>[]
  /** it has said yes to something / no to something that was proposed / yes to less than it wanted */
  readonly agreed: boolean
  readonly refused: boolean
  readonly reluctant: boolean
  /** words that could be a no were heard; a no spoke of a day or of how long something is */
  readonly soundsNo: boolean
  readonly refusedForTime: boolean
  /** it was told that a colleague takes over */
  readonly handed: boolean
  /** turns in which the agent asked something */
  readonly questions: number
  /** what the agent has asked, proposed and told so far: doing it again brings nothing */
  readonly seen: readonly string[]
  /** turns in a row that brought nothing */
  readonly fruitless: number
  /** its last message pressed after a no */
  readonly pressed: boolean
  /** fields of the last message: asked again at once, they were not what was meant */
  readonly lastTold: readonly string[]
  /** whoever answers late has let somebody wait */
  readonly waited: boolean
  /** questions in a row that it could make nothing of / proposals nobody could place that it has met with a yes on a condition */
  readonly puzzled: number
  readonly hedges: number
  /** it has said goodbye, and why */
  readonly left: Extract<CustomerMove, { do: 'leave' }>['because'] | null
  /** times the agent took the matter as settled while it was not */
  readonly dismissed: number
  readonly language: string
  /** corrections already made: `r1.field`, or the wrong value that was said back */
  readonly corrected: readonly string[]
}

export const newMind = (card: Card): Mind => ({
  turn: 0,
  requests: card.requests.map((request, at) => ({
    id: `r${at + 1}`,
    card: request,
    stage: 'unopened',
    yielded: false,
    ownNo: false,
    said: {},
    answered: {},
    declines: 0,
    vagueDeclines: 0,
    confirmed: [],
  })),
  spent: { with_answers: 0, dodges: 0, silences: 0, detours: 0, thanks: 0, demands: 0, abuses: 0 },
  teased: [],
  owed: [],
  owedAnswers: [],
  agreed: false,
  refused: false,
  reluctant: false,
  soundsNo: false,
  refusedForTime: false,
  handed: false,
  questions: 0,
  seen: [],
  fruitless: 0,
  pressed: false,
  lastTold: [],
  waited: false,
  puzzled: 0,
  hedges: 0,
  left: null,
  dismissed: 0,
  language: card.language,
  corrected: [],
})

const NOTHING = TacticLevel.parse({})

/** What the customer does at its intensity; without a tactic it only presses when declined. */
export const levelOf = ({ tactic, intensity }: Character): TacticLevel =>
  tactic?.levels[intensity] ?? { ...NOTHING, per_decline: intensity === 0 ? 0 : 1 }

/** Declines with a reason this customer takes before giving in. */
export const yieldsAfter = ({ card, tactic, intensity }: Character): number =>
  (tactic?.yields.after ?? card.yields_after)[intensity]

/** Brought up, and neither served nor given up. */
export const isLive = ({ stage, yielded }: RequestMind): boolean =>
  stage === 'open' || stage === 'asked' || stage === 'proposed' || (stage === 'refused' && !yielded)

export const hasBeenDeclined = ({ requests }: Mind): boolean =>
  requests.some(({ declines, vagueDeclines }) => declines + vagueDeclines > 0)

export const isUpset = (tone: string): boolean =>
  ['angry', 'worried', 'dissatisfied', 'abusive'].includes(tone)

/** Nobody thanks for a no: one that was heard, one of their own, or one that only sounded like it. Nor does anybody angry. */
export const isCool = (mind: Mind, tone: string): boolean =>
  hasBeenDeclined(mind) ||
  mind.refused ||
  mind.reluctant ||
  mind.soundsNo ||
  mind.requests.some(({ said }) =>
    Object.values(said).some((value) => typeof value === 'object' && value.lack === 'refused'),
  ) ||
  ['angry', 'abusive', 'dissatisfied'].includes(tone)

export const toneOf = ({ tactic, intensity, card }: Character): Card['tone'] =>
  tactic?.tone !== undefined && intensity > 0 ? tactic.tone : card.tone
