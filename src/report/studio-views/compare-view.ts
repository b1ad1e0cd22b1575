import type { Compared } from '../render/compare-text.ts'
import type { Flip } from './flips.ts'

/** Two agents side by side, as the page shows them: what `sage compare` says, and which situations flipped. */
export type CompareView = Compared & { readonly flips: readonly Flip[] }
