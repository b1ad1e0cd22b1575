import type { Branded } from './branded.ts'

/**
 * The ids that travel from room to room. All are strings in every file; in code each has its own type, and only the check
 * beside it makes one.
 */

/** `procedure/step`, copies of a loop body `procedure/step~2`, inlined `procedure/call.step` */
export type StepId = Branded<string, 'StepId'>
export const isStepId = (raw: string): raw is StepId => /^[^/]+\/[^/]+$/.test(raw)

/** `4#2`: sentence 2 of section 4 of the SOP */
export type ClauseId = Branded<string, 'ClauseId'>
export const isClauseId = (raw: string): raw is ClauseId => /^[^#]+#[1-9]\d*$/.test(raw)

/** `pack/case` */
export type CaseId = Branded<string, 'CaseId'>
export const isCaseId = (raw: string): raw is CaseId => /^[^/]*\/[^/]+$/.test(raw)
