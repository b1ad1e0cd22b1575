import type { WeighedKind } from './weighed.ts'

/** Chances from which on something counts. `kind`: what the learned kinds must say at least where the frame alone is not enough. */
export type Limits = Readonly<Record<'field' | 'topic', Limit>> & {
  /** `alone`: from here on the learned kind needs no frame */
  readonly propose: Limit & Alone
  /** `kindClearly`: as `kind`, for a deed that is clearly named */
  readonly claim: Limit & Alone & { readonly kindClearly: number }
  /** `turns`: from here on a denial that tells a topic of saying no is a refusal */
  readonly decline: Limit & { readonly turns: number }
  /** a field that was named only before the question */
  readonly fieldBefore: number
  /** how likely an act must be right, by all that speaks for it, to be sure (weigh.ts) */
  readonly certain: Readonly<Record<WeighedKind, number>>
}
export type Limit = { readonly placed: number; readonly sure: number; readonly kind: number }

export type Alone = { readonly alone: number; readonly sureAlone: number }

/** Calibrated with packs held out. */
export const LIMITS: Limits = {
  field: { placed: 0.3, sure: 0.6, kind: 0.25 },
  fieldBefore: 0.8,
  propose: { placed: 0.3, sure: 0.75, kind: 0.25, alone: 0.6, sureAlone: 0.8 },
  claim: { placed: 0.3, sure: 0.65, kind: 0.25, kindClearly: 0.04, alone: 0.8, sureAlone: 0.9 },
  topic: { placed: 0.3, sure: 0.84, kind: 0.1 },
  decline: { placed: 0.3, sure: 0.6, kind: 0.1, turns: 0.5 },
  certain: { request: 0.8, propose: 0.8, 'claim-done': 0.8, decline: 0.75, tell: 0.75, 'hand-over': 0.8 },
}

const UNTESTED_SURE = 0.85

/** For a language without figures only what is very likely counts as sure. */
export const carefully = (limits: Limits): Limits => ({
  ...limits,
  field: { ...limits.field, sure: UNTESTED_SURE },
  propose: { ...limits.propose, sure: UNTESTED_SURE },
  claim: { ...limits.claim, sure: UNTESTED_SURE },
  topic: { ...limits.topic, sure: UNTESTED_SURE },
  decline: { ...limits.decline, sure: UNTESTED_SURE },
})
