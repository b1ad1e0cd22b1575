import type { Lack } from '../../base/values/acts.ts'
import type { Scalar } from '../../base/values/value.ts'
import type { Card, CardRequest } from '../../cards/card.ts'
import type { Tactic, TacticLevel } from '../../cards/tactic.ts'

/** Who this customer is for the whole conversation: never changes, holds no word of the desk's rules. */
export type Character = {
  readonly card: Card
  readonly tactic: Tactic | null
  readonly intensity: 0 | 1 | 2 | 3
  /** the first message was written by a person */
  readonly opens: string | null
}

/** Where one request of the card stands in the customer's mind. */
export type RequestMind = {
  readonly id: string
  readonly card: CardRequest
  /** `answered`: told something that may be all; `done` and `declined` are settled */
  readonly stage: 'unopened' | 'open' | 'answered' | 'done' | 'declined' | 'withdrawn'
  readonly said: Readonly<Record<string, Scalar | { readonly lack: Lack }>>
  /** how often each field was answered: who is asked again may say something else */
  readonly answered: Readonly<Record<string, number>>
  readonly declines: number
  /** noes that nobody could place: two of them are one */
  readonly vagueDeclines: number
  /** something was said that may be the doing, the answer or the no, whether or not anybody could read it */
  readonly mayBeSettled: boolean
}

/** How much of its dose the tactic has spent. */
export type Spent = {
  readonly with_answers: number
  readonly dodges: number
  readonly silences: number
  readonly detours: number
  readonly thanks: number
  readonly demands: number
  readonly abuses: number
}

/** What the customer remembers from turn to turn. */
export type Mind = {
  /** messages sent so far */
  readonly turn: number
  readonly requests: readonly RequestMind[]
  readonly spent: Spent
  /** fields already dodged or met with silence: once each, or the dodge would decide the case */
  readonly teased: readonly string[]
  /** fields asked for and still owed an answer */
  readonly owed: readonly string[]
  /** proposals still owed a yes or no */
  readonly owedAnswers: readonly ProposalHeard[]
  /** what the agent has done so far: doing it again is no progress */
  readonly seen: readonly string[]
  /** it has said yes to something */
  readonly agreed: boolean
  /** it has said no to something that was proposed */
  readonly refused: boolean
  /** what it has said yes to was less than it wanted */
  readonly reluctant: boolean
  /** words that could be a no were heard, and nothing was done since */
  readonly soundsNo: boolean
  /** a no spoke of a day, or of how long something is */
  readonly refusedForTime: boolean
  /** it was told that a colleague takes over */
  readonly handed: boolean
  /** turns in which the agent asked something */
  readonly questions: number
  /** messages in a row without progress */
  readonly idle: number
  /** messages whose only news could not be read */
  readonly unread: number
  /** its last message pressed after a no, or only took note */
  readonly lastWord: 'pressed' | 'noted' | null
  /** fields of the last message: asked again at once, they were not what was meant */
  readonly lastTold: readonly string[]
  /** whoever answers late has let somebody wait */
  readonly waited: boolean
  /** it has pointed to its first message */
  readonly referred: boolean
  /** questions in a row that it could make nothing of */
  readonly puzzled: number
  /** proposals nobody could place that it has met with a yes on a condition */
  readonly hedges: number
  /** it has said goodbye, and why */
  readonly left: 'satisfied' | 'declined' | 'patience' | 'unresolved' | null
  /** times the agent took the matter as settled while it was not */
  readonly dismissed: number
  readonly language: string
  /** corrections already made: `r1.field` */
  readonly corrected: readonly string[]
}

/** `tool` is empty where nobody could tell what is proposed */
export type ProposalHeard = {
  readonly of: number
  readonly tool: string
  readonly values: readonly string[]
  /** what else the question could ask for, by its words */
  readonly fields: readonly string[]
  /** "this or that?": a yes is no answer */
  readonly offersChoice: boolean
  /** deeds the message names beside the one it was read as */
  readonly mentions: readonly string[]
  /** asks whether it is all right, not whether to go ahead */
  readonly accepts: boolean
  /** read without certainty, in words that ask for no yes */
  readonly guessed: boolean
}

const NOTHING_SPENT: Spent = {
  with_answers: 0,
  dodges: 0,
  silences: 0,
  detours: 0,
  thanks: 0,
  demands: 0,
  abuses: 0,
}

export const newMind = (card: Card): Mind => ({
  turn: 0,
  requests: card.requests.map((request, at) => ({
    id: `r${at + 1}`,
    card: request,
    stage: 'unopened',
    said: {},
    answered: {},
    declines: 0,
    vagueDeclines: 0,
    mayBeSettled: false,
  })),
  spent: NOTHING_SPENT,
  teased: [],
  owed: [],
  owedAnswers: [],
  seen: [],
  agreed: false,
  refused: false,
  reluctant: false,
  soundsNo: false,
  refusedForTime: false,
  handed: false,
  questions: 0,
  idle: 0,
  unread: 0,
  lastWord: null,
  lastTold: [],
  referred: false,
  waited: false,
  puzzled: 0,
  hedges: 0,
  left: null,
  dismissed: 0,
  language: card.language,
  corrected: [],
})

const PLAIN: readonly [TacticLevel, TacticLevel, TacticLevel, TacticLevel] = [
  plainLevel(0),
  plainLevel(1),
  plainLevel(1),
  plainLevel(1),
]

/** What the customer does at its intensity; without a tactic it only presses when declined. */
export const levelOf = ({ tactic, intensity }: Character): TacticLevel => (tactic?.levels ?? PLAIN)[intensity]

function plainLevel(perDecline: number): TacticLevel {
  return {
    with_answers: 0,
    per_decline: perDecline,
    dodges: 0,
    silences: 0,
    detours: 0,
    thanks: 0,
    demands: 0,
    abuses: 0,
    openly: false,
  }
}

/** Declines with a reason this customer takes before giving in. */
export const yieldsAfter = ({ card, tactic, intensity }: Character): number =>
  (tactic?.yields.after ?? card.yields_after)[intensity]

export const isLive = (request: RequestMind): boolean =>
  request.stage === 'open' || request.stage === 'answered'
