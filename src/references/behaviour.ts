import type { Guard } from '../base/guards/guard.ts'
import type { AgentAct, CustomerMove } from '../base/values/acts.ts'
import type { Read } from '../base/values/desk-facts.ts'
import type { StepId } from '../base/values/ids.ts'
import type { Json } from '../base/values/json.ts'
import type { Value } from '../base/values/value.ts'
import type { Graph } from '../graph/model/graph.ts'
import type { StockWords } from './stock-words.ts'

/** One move as an instrument means to make it: words with the acts they do, and calls. */
export type Plan = {
  readonly texts: readonly string[]
  readonly acts: readonly AgentAct[]
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
}

/** What an instrument may look at when it deviates: nothing of the case but what stands here. */
export type Scene = {
  readonly graph: Graph
  /** the customer's moves since the instrument last spoke */
  readonly moves: readonly CustomerMove[]
  readonly due: readonly { readonly request: string; readonly step: StepId }[]
  /** calls made so far in this conversation */
  readonly made: readonly { readonly tool: string; readonly ok: boolean }[]
  readonly customerTurns: number
  /** the instrument has not answered the customer's latest message yet */
  readonly startsTurn: boolean
  /** the input an honest agent would give this tool now */
  readonly inputFor: (tool: string) => Readonly<Record<string, Json>>
  /** everything an honest call of this tool needs is known by now */
  readonly knows: (tool: string) => boolean
  /** does the guard hold, by what was said and what the instrument has seen? */
  readonly holds: (guard: Guard) => boolean
  readonly handoverTool: string | undefined
  /** a record column the instrument has seen, as text */
  readonly read: (variable: string) => string | undefined
  /** what no pack has words for, in the desk's language */
  readonly stock: StockWords
  readonly claim: (tool: string) => string
  /** true with probability p, from the trial's own seed */
  readonly chance: (p: number) => boolean
}

/** How an instrument differs from the oracle. The empty behaviour is the oracle. */
export type Behaviour = {
  /** replaces a move before it is made; undefined keeps it */
  readonly bend?: (plan: Plan, scene: Scene) => Plan | undefined
  /** the same for calls alone, wherever they are made: also those that follow a tell within one move */
  readonly bendCalls?: (plan: Plan, scene: Scene) => Plan | undefined
  /** says of no deed that it is done: a claim would be the tell it leaves out (S6) */
  readonly keepsQuiet?: true
  /** what it hears */
  readonly hears?: (move: CustomerMove) => CustomerMove
  /** what it believes it read */
  readonly believes?: (
    read: Read,
    claimed: (field: string) => Value | undefined,
    scene: Pick<Scene, 'graph' | 'chance'>,
  ) => Read
}
