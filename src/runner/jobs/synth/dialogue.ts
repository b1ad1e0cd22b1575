import type { ClauseId } from '../../../base/values/ids.ts'
import type { Graph } from '../../../graph/model/graph.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { atOurDesk, type TrialScore } from '../../../verdicts/model/score.ts'

/** One synthetic conversation with what is known of it. */
export type Dialogue = {
  readonly id: string
  /** a correct conversation, or one with a single planted fault */
  readonly kind: 'right' | 'fault'
  /** of a fault: the correct conversation of the same customer */
  readonly twin: string | null
  readonly split: 'train' | 'test'
  /** the steps of the true path: conversations of one path are all in one split */
  readonly path: string
  readonly case: string
  readonly tactic: string | null
  readonly intensity: number
  /** null: the lexicon's own sentences */
  readonly voice: string | null
  readonly labels: readonly StepLabel[]
  readonly fault: PlantedFault | null
  readonly transcript: Transcript
}

/** What an event of the agent did: the step of the graph, and the sentences it rests on. */
export type StepLabel = {
  readonly n: number
  readonly action: string
  readonly class: string
  readonly step: string | null
  readonly clauses: readonly ClauseId[]
}

export type PlantedFault = {
  readonly fault: string
  readonly at: string
  /** rules that failed, the first cause first */
  readonly rules: readonly string[]
  readonly clauses: readonly { readonly id: ClauseId; readonly text: string }[]
}

export const labelsOf = (score: TrialScore, graph: Graph): readonly StepLabel[] =>
  score.turns.flatMap(({ actions }) =>
    actions.map(({ n, action, class: kind, step }) => ({
      n,
      action,
      class: kind,
      step,
      clauses: step === null ? [] : (graph.steps.get(step)?.cites ?? []),
    })),
  )

/** The steps that were walked, in order. */
export const pathOf = (score: TrialScore): string => (atOurDesk(score)?.steps ?? []).join(' ')
