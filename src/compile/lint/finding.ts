import type { Place } from '../../base/files/problem.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import { plain } from '../read/plain.ts'

/** What can be wrong with a procedure itself, whoever reads it. */
export type LintKind =
  | 'missing-else'
  | 'contradicting-clauses'
  | 'unreachable-step'
  | 'two-meanings'
  | 'no-tool'
  | 'promise-without-deadline'
  | 'unbounded-retry'

/** One thing wrong, in a support lead's words. */
export type Finding = {
  readonly kind: LintKind
  readonly at: Place
  /** the clauses it is about: one, or the two that clash; the first is where `at` points */
  readonly clauses: readonly ClauseId[]
  readonly sentences: readonly string[]
  readonly says: string
  readonly instead: string
}

/** What a finding points at: a clause with its own words. */
export type Cited = { readonly clause: ClauseId; readonly text: string; readonly at: Place }

export function finding(
  kind: LintKind,
  about: readonly [Cited, ...Cited[]],
  { says, instead }: { readonly says: string; readonly instead: string },
): Finding {
  return {
    kind,
    at: about[0].at,
    clauses: about.map(({ clause }) => clause),
    sentences: about.map(({ text }) => plain(text)),
    says,
    instead,
  }
}

/** Words of the author inside a sentence of ours. */
export const quote = (text: string, most = 80): string => {
  const words = plain(text)
  return `"${words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`}"`
}

/** What to do about two sentences that nobody can follow both. */
export const AGREE = 'Decide which of the two holds, and take the other out; or say when each of them holds.'
