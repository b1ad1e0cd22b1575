import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { printOfText } from './fingerprint.ts'
import type { LineKind, OutlineFile, OutlineGap, OutlineLine } from './outline-file.ts'
import { type GapState, type LineState, outlineState } from './outline-state.ts'

/**
 * The outline of a graph that somebody has reviewed already: each sentence that is cited or waived becomes a line accepted
 * by them. A sentence the graph makes nothing of stays open: nobody can accept what is not there.
 */
export function adoptOutline(
  sop: SopDocument,
  graph: GraphFile,
  { outline, by }: { readonly outline: OutlineFile; readonly by: string },
): OutlineFile {
  const state = outlineState({ sop, graph, outline })
  const waived = new Map((graph.waive ?? []).map(({ clause, because }) => [clause, because]))
  const lines = state.lines.map((line) => acceptLine(line, { by, kind: kindOf(line, waived) }))
  const gaps = state.gaps.map((gap) => acceptGap(gap, by))
  return { format: 1, lines, ...(gaps.length === 0 ? {} : { gaps }) }
}

/** The line as it is stored once somebody accepts it; open where the graph makes nothing of the sentence. */
export function acceptLine(
  { clause, line, gloss }: Pick<LineState, 'clause' | 'line' | 'gloss'>,
  { by, kind }: { readonly by: string; readonly kind: LineKind },
): OutlineLine {
  const { accepted: _, gloss: __, ...rest } = line ?? { proposed: 'person' as const }
  const base = { ...rest, clause: clause.id, text: printOfText(clause.text), kind }
  return gloss === null ? { ...base, kind: 'unread' } : { ...base, gloss, accepted: by }
}

export const acceptGap = ({ item, gap, gloss }: GapState, by: string): OutlineGap => ({
  item,
  ...(gloss === null ? {} : { gloss }),
  proposed: gap?.proposed ?? 'person',
  accepted: by,
})

/** What an adopted sentence is: a row of a table, a fact or a matter of tone if it is set aside, else a rule. */
function kindOf({ line, clause }: LineState, waived: ReadonlyMap<string, string>): LineKind {
  if (line !== null && line.kind !== 'unread') return line.kind
  const because = waived.get(clause.id)
  if (because !== undefined) return /\btone\b|\bvoice\b|\bstyle\b/i.test(because) ? 'tone' : 'fact'
  return isRow(clause) ? 'row' : 'rule'
}

const isRow = ({ form }: Clause): boolean => form === 'row'
