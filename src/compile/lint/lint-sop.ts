import type { SopDocument } from '../../sop/sop.ts'
import { contextOf, type LintContext, type LintDesk } from './context.ts'
import { contradictions } from './contradictions.ts'
import type { Finding } from './finding.ts'
import { missingAnswer } from './missing-answer.ts'
import { missingElse } from './missing-else.ts'
import { missingEnd } from './missing-end.ts'
import { missingNo } from './missing-no.ts'
import { missingValue } from './missing-value.ts'
import { noTool } from './no-tool.ts'
import { promises } from './promises.ts'
import { retries } from './retries.ts'
import { twoMeanings } from './two-meanings.ts'
import { unreachable } from './unreachable.ts'

/** New rules are new files; here they only stand in a row. */
const RULES: readonly ((context: LintContext) => readonly Finding[])[] = [
  missingElse,
  missingValue,
  missingNo,
  missingAnswer,
  missingEnd,
  contradictions,
  unreachable,
  twoMeanings,
  noTool,
  promises,
  retries,
]

/** What is wrong with the text itself, in the order of its lines. In: the SOP as read. Out: findings. Pure. */
export function lintSop(sop: SopDocument, desk: LintDesk | null): readonly Finding[] {
  const context = contextOf(sop, desk)
  return RULES.flatMap((rule) => rule(context)).sort(
    (a, b) => a.at.line - b.at.line || a.at.column - b.at.column,
  )
}
