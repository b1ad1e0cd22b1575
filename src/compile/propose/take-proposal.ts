import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { printOfText } from '../outline/fingerprint.ts'
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
  const lines = state.lines.map((line) => proposedLine(line, { proposed, waived, by: from.by }))
  const gaps = state.gaps.map(({ item, gap, open }) =>
    open === null && gap !== null ? gap : { item, proposed: from.by },
  )
  return { format: 1, lines, ...(gaps.length === 0 ? {} : { gaps }) }
}

type From = {
  readonly proposed: ReadonlyMap<string, ProposedLine>
  readonly waived: ReadonlySet<string>
  readonly by: 'model' | 'person'
}

function proposedLine({ clause, line, gloss, open }: LineState, { proposed, waived, by }: From): OutlineLine {
  if (open === null && line !== null) return { ...line, clause: clause.id }
  const { clause: _, ...said } = proposed.get(clause.id) ?? { clause: clause.id, kind: kindOf() }
  function kindOf(): OutlineLine['kind'] {
    if (line !== null) return line.kind
    if (gloss === null) return 'unread'
    return waived.has(clause.id) ? 'fact' : clause.form === 'row' ? 'row' : 'rule'
  }
  return { clause: clause.id, text: printOfText(clause.text), ...said, proposed: by }
}
