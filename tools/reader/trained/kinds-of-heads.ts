/** The kinds that have a place, and are ranked over the desk's lists. */
export const PLACED = ['request', 'propose', 'claim', 'decline', 'tell', 'handover'] as const
export type Placed = (typeof PLACED)[number]

/** What a unit may do, each by itself: several stand in one sentence. */
export const HEADS = [
  ...PLACED,
  'closing',
  'more',
  'courtesy',
  'greet',
  'comfort',
  'denied',
  'conditional',
  'promise',
  'offer',
  'check',
  'proof',
] as const
export type Head = (typeof HEADS)[number]
