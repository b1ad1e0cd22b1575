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

/**
 * `20260214t093000-5k2f`: a run's start and a suffix. Files of other machines may name it otherwise. It becomes a file's
 * name, an option's value and part of an address: only characters that mean nothing there.
 */
export type RunId = Branded<string, 'RunId'>
export const isRunId = (raw: string): raw is RunId => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/.test(raw)

/** `run/agent/pack/case@intensity#repeat`; trials that belong to no run begin with what they were played for */
export type TrialId = Branded<string, 'TrialId'>
export const isTrialId = (raw: string): raw is TrialId =>
  raw !== '' && !CONTROL.test(raw) && !/(^|\/)\.{1,2}(\/|$)/.test(raw)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

declare const brand: unique symbol

/**
 * A value that passed the check which earns its name. A step id and a case id are both strings; branded, one handed over
 * for the other does not compile. Only the minting function beside the check may cast.
 */
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }
