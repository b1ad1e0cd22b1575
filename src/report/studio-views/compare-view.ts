import type { Compared } from '../render/compare-text.ts'
import type { Flip } from './flips.ts'

/** Two agents side by side, as the page shows them: what `sage compare` says, and which situations flipped. */
export type CompareView = Compared & {
  readonly flips: readonly Flip[]
  /** false: the server has not read all trials of both runs yet, and knows only some of the flips */
  readonly complete: boolean
}
