import { memo } from '../../base/memo.ts'
import { Special } from '../../base/values/value.ts'
import type { Seen } from './seen.ts'
import { actSteps, fieldsOf, shutGates } from './ways.ts'
import { brokenConstraints, procedureOf, type Write, writesOf } from './writes.ts'

/**
 * Writes that a customer agreed to and that only another procedure of the desk has: "we cannot move it, shall I cancel it?" and
 * a yes open a request of their own. The procedure must allow them, as far as records and what was told say.
 */
export const openedByYes = memo((seen: Seen): ReadonlySet<number> => {
  const opened = writesOf(seen).filter((write) => isOpened(seen, write))
  return opened.length === 0 ? NONE : new Set(opened.map(({ n }) => n))
})

const NONE: ReadonlySet<number> = new Set()

function isOpened(seen: Seen, write: Write): boolean {
  const { graph } = seen.pack
  const { readThen: read, call, n } = write
  if (write.class === 'forbidden' || read === null) return false
  if (!seen.consents.some((consent) => consent.call === n && consent.is === 'yes')) return false
  if (actSteps(graph, call.tool, procedureOf(seen, write.request)).length > 0) return false
  const isUntold = (field: string): boolean => read(`fields.${field}`) instanceof Special
  return actSteps(graph, call.tool, null).some(
    (step) =>
      brokenConstraints(step, write).length === 0 &&
      shutGates(graph, step.id, read).every(({ gate }) => [...fieldsOf(graph, gate.decision)].some(isUntold)),
  )
}
