import type { CaseCounts } from '../../runner/packs/check-selection.ts'
import type { CaseSelection } from '../../runner/settings/run-request.ts'

/** `42 cases: 12 of the packs' own and 30 planned (small)`. */
export function sayCases({ own, planned }: CaseCounts, selection: Pick<CaseSelection, 'planned'>): string {
  const size = selection.planned === 'none' ? '' : ` (${selection.planned})`
  const parts = [
    ...(own === 0 ? [] : [`${own} of the packs’ own`]),
    ...(planned === 0 ? [] : [`${planned} planned${size}`]),
  ]
  return `${own + planned} ${own + planned === 1 ? 'case' : 'cases'}: ${parts.join(' and ')}`
}

/** A selection that leaves out what an author wrote by hand says so: a gate on the rest would not show what was missed. */
export function sayLeftOut(
  { leftOut }: CaseCounts,
  { own, cases, failedIn }: Pick<CaseSelection, 'own' | 'cases' | 'failedIn'>,
): readonly string[] {
  // Whoever names cases knows that the others do not run.
  if (leftOut === 0 || cases.length > 0 || failedIn !== null) return []
  const how = own
    ? 'Selected out by bucket, tactic or intensity.'
    : 'Add --pack <id>, or own: true in sage.yaml.'
  return [
    `${leftOut} ${leftOut === 1 ? 'case' : 'cases'} of the packs’ own ${leftOut === 1 ? 'is' : 'are'} left out. ${how}`,
  ]
}
