import type { AgentAct, CustomerAct, StepReport } from '../../base/values/acts.ts'
import type { RowChange, ToolRole } from '../../base/values/desk-facts.ts'
import type { Json } from '../../base/values/json.ts'
import type { Scalar, Value } from '../../base/values/value.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { DueStep, JudgedAction, RequestView } from '../../graph/walk/walk-types.ts'
import type { Ending } from '../../transcript/event.ts'
import type { HeardWords, SilentEvent } from '../../transcript/heard-words.ts'
import type { Basis } from '../model/score.ts'
import type { DeedClaim } from './deed-claims.ts'
import type { SaidAct } from './said-acts.ts'

/**
 * What the rules see of one trial: the transcript, told turn by turn, with every action of the agent judged in the
 * state it was taken in. Rules read this and nothing else, so that none of them replays anything on its own.
 */
export type Seen = {
  readonly pack: Pack
  readonly case: Case
  readonly protocol: 'declared' | 'observed'
  readonly events: readonly SilentEvent[]
  /** the words that the agent's events hold, by their number: they answer and are not shown */
  readonly words: ReadonlyMap<number, HeardWords>
  readonly turns: readonly SeenTurn[]
  readonly heard: readonly CustomerMessage[]
  readonly messages: readonly AgentMessage[]
  readonly calls: readonly SeenCall[]
  /** of each write: whether it was agreed to */
  readonly consents: readonly Consent[]
  readonly actions: readonly SeenAction[]
  /** as they stand at the end */
  readonly requests: readonly RequestView[]
  readonly dueAtEnd: readonly DueStep[]
  /** acts, handovers and tells that lay ahead on every way at the end */
  readonly owedAtEnd: readonly DueStep[]
  /**
   * the same trial with every candidate counted as the act that was due (E4): what fails only as read, and not here, cannot
   * be told. Itself, if this is that trial.
   */
  readonly generous: () => Seen
  /** reads any variable from the records as they were before anything was done, with these fields */
  readonly readAtStart: (field: (name: string) => Value) => (name: string) => Value
  /** claims that a record settles otherwise (V1) */
  readonly contradicted: readonly Contradiction[]
  /** the same actions, judged as if those claims were true: what is right only then was done on the customer's word */
  readonly ifBelieved: () => readonly SeenAction[]
  readonly ending: Ending | null
  /** number of the last event: the evidence for what never happened */
  readonly end: number
}

/** One agent turn: all it did between two customer messages (A1). */
export type SeenTurn = {
  readonly index: number
  readonly from: number
  readonly to: number
  /** the customer message it answers */
  readonly answers: CustomerMessage
  /** due when the turn began, and when it was over */
  readonly due: readonly DueStep[]
  readonly dueAfter: readonly DueStep[]
  /** acts, handovers and tells that lay ahead on every way when it was over; asked only of a turn that may close the matter */
  readonly owedAfter: readonly DueStep[]
  /** fields that the decision now open, or open until the customer spoke, reads; with what was claimed */
  readonly relevant: readonly {
    readonly request: string
    readonly field: string
    readonly value: Value
  }[]
  /** every field the customer has told so far */
  readonly told: readonly { readonly request: string; readonly field: string; readonly value: Value }[]
  /** intents of the requests open in this turn */
  readonly intents: readonly string[]
  readonly report: StepReport | null
  readonly reportMissing: number | null
}

export type Contradiction = {
  readonly n: number
  readonly request: string
  readonly field: string
  readonly claimed: Scalar
  readonly recorded: Value
  /** the cell that settles it: the row of `table` whose column `by` holds `key`, in `column` */
  readonly table: string
  readonly by: string
  readonly key: string
  readonly column: string
}

export type CustomerMessage = { readonly n: number; readonly text: string; readonly act: CustomerAct }

/** An agent message and what its words did. No member of it shows them (E14). */
export type AgentMessage = {
  readonly n: number
  readonly turn: number
  readonly heard: HeardWords
  /** in the order of the words */
  readonly acts: readonly SaidAct[]
  /** the acts its report names; none where nothing is reported */
  readonly reported: readonly AgentAct[]
  /** reported acts that the words do not bear out */
  readonly against: readonly AgentAct[]
  /** fields that the customer's next message told, lacked or dodged: perhaps it asked for them */
  readonly answered: ReadonlySet<string>
  /** deeds the words tell as done */
  readonly claims: readonly DeedClaim[]
}

export type SeenCall = {
  readonly n: number
  readonly turn: number
  readonly call: string
  readonly tool: string
  readonly role: ToolRole | undefined
  readonly input: Readonly<Record<string, Json>>
  readonly ok: boolean
  readonly output: Json
  readonly changes: readonly RowChange[]
  /** money this call moved; 0 for none */
  readonly amount: number
}

export type SeenAction = JudgedAction & {
  readonly turn: number
  readonly basis: Basis
  readonly call: SeenCall | null
  /** what was due at that moment */
  readonly due: readonly DueStep[]
  /** reads any variable of the graph as it stood then, in the action's request */
  readonly readThen: ((name: string) => Value) | null
}

/** Whether a write was agreed to (E3). */
export type Consent = {
  readonly call: number
  readonly is: 'yes' | 'no' | 'unsure'
  /** the customer message that answered, and the agent message it answers; null: nobody answered */
  readonly answer: number | null
  readonly proposal: number | null
  /** not `yes`: what is missing, for a person */
  readonly because: string
}
