import type { ModelSource, ModelWatch } from '../../../models/chat-model.ts'
import type { Judge } from '../../../verdicts/judges/judge.ts'
import type { Destination } from '../../agents/shared/destination.ts'

/** A kind of judge: everything SAGE knows of it. The list is in judge-kinds.ts. */
export type JudgeKind = {
  readonly name: string
  /** what `--judge <word>` may be, for hints */
  readonly word: string
  readonly recognise: (word: string) => boolean
  /** true: its ratings follow from the transcript and are never stored; false: they are asked for, paid for and stored */
  readonly isEmbedded: boolean
  /** the prompt it rates with today */
  readonly promptHash: string
  readonly whereTextGoes: (word: string) => Destination
  /** `watch` is told of every call that is paid for */
  readonly make: (word: string, models: ModelSource, watch: ModelWatch) => Judge
}
