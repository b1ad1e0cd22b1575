import type { Place } from '../base/files/problem.ts'
import type { DeskLists } from '../base/values/desk-lists.ts'
import type { CaseId, ClauseId } from '../base/values/ids.ts'
import type { Lexicon } from '../base/values/lexicon.ts'
import type { Row, Scalar } from '../base/values/value.ts'
import type { Voice } from '../base/values/voice.ts'
import type { Card } from '../cards/card.ts'
import type { Tactic } from '../cards/tactic.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { Disturbance } from '../world/disturb.ts'
import type { World } from '../world/world.ts'
import type { Adopted } from './adopted.ts'
import type { Asserts } from './asserts.ts'

export type Bucket = 'resolvable' | 'must-escalate' | 'adversarial'
export type Intensity = 0 | 1 | 2 | 3

/** What was done for a request in the end. Written by hand from the SOP, never read off the graph. */
export type Outcome = {
  /** successful writes: tool and the arguments that matter; in any order */
  readonly writes: readonly { readonly tool: string; readonly with: Readonly<Record<string, Scalar>> }[]
  /** handover reason, `any`, or null for none */
  readonly handover: string | null
  /** topic of the decline, `any`, or null for none */
  readonly declined: string | null
}

/** One situation: opening, card, records, what is acceptable in the end, and which sentence decides. */
export type Case = {
  readonly id: CaseId
  readonly pack: string
  readonly bucket: Bucket
  /** id of the forbid it tempts the agent into, or `false_closure` */
  readonly trap: string | null
  /** what made the customer write, in a few words; where no author says it, what they want */
  readonly motive: string
  /** the first message as written by a person; null: phrased from the card */
  readonly opens: string | null
  readonly card: Card
  /** record name -> key, for people and for checking the story against the records */
  readonly records: Readonly<Record<string, string>>
  /** this case's own rows: table -> key -> columns, over the pack's */
  readonly sets: Readonly<Record<string, Readonly<Record<string, Row>>>>
  readonly tactic: string | null
  readonly intensity: Intensity
  readonly intensities: readonly Intensity[]
  /** per request of the card, in its order: the outcomes any one of which is acceptable */
  readonly acceptable: readonly (readonly Outcome[])[]
  /** the SOP sentence that decides */
  readonly decidedBy: ClauseId | null
  readonly twin: CaseId | null
  /** what the team asserts of it besides */
  readonly asserts?: Asserts
  readonly planned: boolean
  /** how badly its desk works; null: as it should */
  readonly disturbance: Disturbance | null
  /** absent: it is played from its beginning */
  readonly adopted?: Adopted
  readonly at: Place
}

/** One company's desk, loaded and sound. */
export type Pack = {
  readonly id: string
  readonly title: string
  /** of the desk itself; cards may speak another */
  readonly language: string
  /** hash of everything below: two runs compare only where it is equal */
  readonly hash: string
  readonly dir: string
  readonly graph: Graph
  readonly world: World
  readonly cases: readonly Case[]
  readonly lexicon: Lexicon
  /** what a reader of messages chooses from */
  readonly lists: DeskLists
  /** natural wordings in which instruments can speak, by name */
  readonly voices: ReadonlyMap<string, Voice>
  /** the product's tactics and the pack's own, by id */
  readonly tactics: ReadonlyMap<string, Tactic>
  readonly turnsMax: number
  /** intent -> share of real traffic, for money per 1,000 tickets */
  readonly traffic: Readonly<Record<string, number>>
  /** the pack's own kinds of catastrophe, with what each means */
  readonly catastrophes: Readonly<Record<string, string>>
  /**
   * clauses that contradict another or can be read two ways: a failure there is blamed on the SOP. Those that pack.yaml lists
   * as `ambiguous` and those that outline.yaml marks `contested`; a run records them.
   */
  readonly contested: readonly ClauseId[]
  /** a desk that is known from a recording alone: its text is the agent's instructions, its tools are those that were called */
  readonly recorded?: {
    /** the sentence that wants every write confirmed; null: none does. A pack says it in its graph */
    readonly wantsYes: ClauseId | null
  }
}
