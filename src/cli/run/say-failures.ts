import { explainCommand } from '../../base/shell.ts'
import type { FailedCase, FailedList } from '../../report/result/failed-case.ts'

/** The end of a run says what failed: without it, a person knows a percentage and no conversation. */
export function sayFailures(
  { shown, total, of }: FailedList,
  how: { readonly severalAgents: boolean; readonly store: string | null },
): readonly string[] {
  if (total === 0) return []
  const told = shown.reduce((sum, { alike }) => sum + 1 + alike, 0)
  const more = total > told ? `, ${told} of them here; --verbose lists all` : ''
  return [
    `Failed:  ${total} of ${of} cases${more}`,
    ...shown.flatMap((each) => ['', ...sayOne(each, how)]),
    '',
  ]
}

function sayOne(
  { agent, case: id, failed, trials, intensity, finding, alike, said, sentence, trial }: FailedCase,
  { severalAgents, store }: { readonly severalAgents: boolean; readonly store: string | null },
): readonly string[] {
  const who = severalAgents ? `${agent}  ` : ''
  const often = trials === 1 ? '' : ` (${failed} of ${trials} conversations)`
  return [
    `  ${who}${id} at intensity ${intensity}${often}${alike === 0 ? '' : `, and ${alike} more ${alike === 1 ? 'case' : 'cases'} in the same way`}`,
    `    ${sentenceOf(finding)}`,
    ...(said === null ? [] : [`    ${said}`]),
    ...(sentence === null ? [] : [`    SOP ${sentence.clause}: "${sentence.text}"`]),
    `    ${explainCommand(trial, store)}`,
  ]
}

const sentenceOf = (finding: string): string => {
  const text = `${finding.charAt(0).toUpperCase()}${finding.slice(1)}`.replaceAll('\n', '\n    ')
  return /[.!?)]$/.test(text) ? text : `${text}.`
}
