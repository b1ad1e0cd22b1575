import type { GraphFile } from '../../graph/file/graph-file.ts'
import { printOfText } from './fingerprint.ts'
import type { LineKind, OutlineGap, OutlineLine } from './outline-file.ts'
import type { GapState, LineState } from './outline-state.ts'

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

/** What a sentence is: as its proposal says, else a row of a table, a fact or a matter of tone if it is set aside, else a rule. */
export function kindOfLine({ line, clause }: LineState, graph: GraphFile | null): LineKind {
  if (line !== null && line.kind !== 'unread') return line.kind
  const aside = graph?.waive?.find((each) => each.clause === clause.id)
  if (aside !== undefined) return /\btone\b|\bvoice\b|\bstyle\b/i.test(aside.because) ? 'tone' : 'fact'
  return clause.form === 'row' ? 'row' : 'rule'
}
