import { type Expression, evaluateExpression } from '../../base/guards/expression.ts'
import { readsOf } from '../../world/reads.ts'
import type { Effect } from '../../world/world.ts'
import type { Seen } from './seen.ts'

/**
 * Did a record that was looked up before this event already hold what the deed would write? "We've already paid for this one"
 * is no deed of now, if the parcel was marked as paid for (DESIGN.md E2).
 */
export function isRecorded(
  { pack: { world }, calls }: Pick<Seen, 'pack' | 'calls'>,
  tool: string,
  before: number,
): boolean {
  const marks = (world.tools.get(tool)?.works.effects ?? []).flatMap(marksOf)
  if (marks.length === 0) return false
  const shown = calls
    .filter(({ n, ok, role }) => n < before && ok && role === 'read')
    .flatMap(({ tool: read, input, output }) => {
      const known = world.tools.get(read)
      return known === undefined ? [] : readsOf(known, input, output)
    })
  return marks.some(({ table, cells }) =>
    shown.some(
      (read) =>
        read.table === table &&
        read.rows.some((row) => cells.every(({ column, value }) => row[column] === value)),
    ),
  )
}

/** What an update writes whatever the call was given: `compensated: true`. */
function marksOf(effect: Effect) {
  if (effect.kind !== 'update') return []
  const cells = effect.values
    .filter(({ of }) => isConstant(of))
    .map(({ name, of }) => ({ column: name, value: evaluateExpression(of, NOTHING) }))
  return cells.length === 0 ? [] : [{ table: effect.table, cells }]
}

const isConstant = ({ reads, takesReceipt }: Expression): boolean => reads.length === 0 && !takesReceipt
const NOTHING = { name: () => null, receipt: () => '' }
