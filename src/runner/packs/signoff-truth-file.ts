import { draftPack } from '../../cases/read-pack.ts'
import { withSignoffRows } from '../../cases/signoff-truth.ts'
import type { GivenAnswer } from '../../compile/signoff/signoff-rows.ts'

export const TRUTH = 'truth.csv'

/** truth.csv after a sign-off: a row more for each answer that the graph agrees with; null where the desk cannot be read yet. */
export function truthAfterSignoff(
  files: ReadonlyMap<string, string>,
  given: readonly GivenAnswer[],
): string | null {
  const { graph, world } = draftPack(files)
  const agreed = given.flatMap(({ question, chosen }) => (chosen === question.ours ? [question.id] : []))
  if (graph === undefined || world === undefined || agreed.length === 0) return null
  return withSignoffRows(files.get(TRUTH) ?? '', agreed, { graph, world })
}
