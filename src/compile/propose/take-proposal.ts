import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { printOfText } from '../outline/fingerprint.ts'
import { NOT_READ } from '../outline/not-read.ts'
import type { OutlineFile, OutlineLine } from '../outline/outline-file.ts'
import { type LineState, outlineState } from '../outline/outline-state.ts'
import type { ProposedLine } from './proposal.ts'

/**
 * The outline once a proposal is in the graph. A line stays accepted if its sentence and its gloss are what was accepted; every
 * other line is open and proposed. A proposal accepts nothing.
 */
export function takeProposal(
  sop: SopDocument,
  graph: GraphFile,
  from: {
    readonly outline: OutlineFile
    readonly lines: readonly ProposedLine[]
    readonly by: 'model' | 'person'
  },
): OutlineFile {
  const state = outlineState({ sop, graph, outline: from.outline })
  const proposed = new Map(from.lines.map((line) => [line.clause, line]))
  const waived = new Set((graph.waive ?? []).map(({ clause }) => clause))
  const unread = new Set(
    (graph.waive ?? []).flatMap((each) => (each.because === NOT_READ ? [each.clause] : [])),
  )
  const lines = state.lines.map((line) => proposedLine(line, { proposed, waived, unread, by: from.by }))
  const gaps = state.gaps.map(({ item, gap, open, gloss }) =>
    open === null && gap !== null
      ? { ...gap, ...(gloss === null ? {} : { gloss }) }
      : { item, proposed: from.by },
  )
  return { format: 1, lines, ...(gaps.length === 0 ? {} : { gaps }) }
}

type From = {
  readonly proposed: ReadonlyMap<string, ProposedLine>
  readonly waived: ReadonlySet<string>
  /** nobody has said anything about them */
  readonly unread: ReadonlySet<string>
  readonly by: 'model' | 'person'
}

function proposedLine(
  { clause, line, gloss, open }: LineState,
  { proposed, waived, unread, by }: From,
): OutlineLine {
  if (open === null && line !== null)
    return { ...line, clause: clause.id, ...(gloss === null ? {} : { gloss }) }
  const { clause: _, ...said } = proposed.get(clause.id) ?? { clause: clause.id, kind: kindOf() }
  function kindOf(): OutlineLine['kind'] {
    if (line !== null && line.kind !== 'unread') return line.kind
    if (gloss === null || unread.has(clause.id)) return 'unread'
    return waived.has(clause.id) ? 'fact' : clause.form === 'row' ? 'row' : 'rule'
  }
  return { clause: clause.id, text: printOfText(clause.text), ...said, proposed: by }
}
