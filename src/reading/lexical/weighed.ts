/** Acts that are weighed alike. */
export const WEIGHED = ['request', 'propose', 'claim-done', 'decline', 'tell', 'hand-over'] as const
export type WeighedKind = (typeof WEIGHED)[number]
