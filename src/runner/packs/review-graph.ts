import { ProblemsError } from '../../base/files/problems-error.ts'
import { type Difference, diffGraphs } from '../../compile/review/diff-graphs.ts'
import { recall, remember } from '../../compile/review/fingerprints.ts'
import { type Parts, partsOf } from '../../compile/review/graph-parts.ts'
import { type Edit, keepEdits } from '../../compile/review/keep-edits.ts'
import type { SopDocument } from '../../sop/sop.ts'

/** A compiled graph laid over the file that is there. */
export type Review = {
  /** what to write, with the compiler's memory in it; null: a conflict, or a file no compiler wrote, is in the way */
  readonly text: string | null
  readonly isNew: boolean
  /** the file there was not made by `sage compile`: all of it may be hand work */
  readonly isForeign: boolean
  readonly differences: readonly Difference[]
  readonly kept: readonly Edit[]
  readonly conflicts: readonly Edit[]
}

export function reviewGraph(
  compiled: { readonly text: string; readonly sop: SopDocument },
  existing: { readonly file: string; readonly text: string } | null,
  prefer: 'hand' | 'text' | null,
): Review {
  const now = readableParts('graph.yaml', compiled.text)
  const none = { differences: [], kept: [], conflicts: [] }
  if (existing === null) return { ...none, text: remember(compiled.text, now), isNew: true, isForeign: false }
  const before = readableParts(existing.file, existing.text)
  const remembered = recall(existing.text)
  if (remembered === null) {
    const differences = diffGraphs(before, now, compiled.sop)
    const text = prefer === 'text' ? remember(compiled.text, now) : null
    return { ...none, differences, text, isNew: false, isForeign: true }
  }
  const { text, kept, conflicts } = keepEdits(
    { text: existing.text, parts: before, remembered },
    { text: compiled.text, parts: now },
    prefer ?? 'hand',
  )
  const isBlocked = conflicts.length > 0 && prefer === null
  return {
    text: isBlocked ? null : remember(text, now),
    isNew: false,
    isForeign: false,
    differences: diffGraphs(before, readableParts('graph.yaml', text), compiled.sop),
    kept,
    conflicts,
  }
}

function readableParts(file: string, text: string): Parts {
  const { parts, problems } = partsOf(file, text)
  if (parts === null)
    throw new ProblemsError(`${file} is not a readable graph; nothing was written`, problems)
  return parts
}
