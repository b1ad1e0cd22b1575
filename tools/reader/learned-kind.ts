import type { LearnedKind } from '../../src/reading/lexical/kinds.ts'

const KINDS: Readonly<Record<string, LearnedKind>> = {
  request: 'request',
  'request-proof': 'request',
  propose: 'propose',
  'claim-done': 'claim-done',
  'denied-deed': 'denied',
  'anything-else': 'anything-else',
  'sign-off': 'sign-off',
  inform: 'inform',
  explain: 'inform',
  decline: 'decline',
  promise: 'promise',
  'hand-over': 'hand-over',
  comfort: 'comfort',
  courtesy: 'courtesy',
  greet: 'courtesy',
}
/** What the label of an act teaches the reader. */
export const learnedKind = (label: string): LearnedKind | undefined => KINDS[label]
