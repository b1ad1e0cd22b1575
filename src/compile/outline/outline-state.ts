import type { ClauseId } from '../../base/values/ids.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { glossesOf, glossText } from '../../graph/words/by-clause.ts'
import { itemsOf } from '../../graph/words/items.ts'
import type { Clause, SopDocument } from '../../sop/sop.ts'
import { printOfGloss } from './fingerprint.ts'
import { type MatchedClause, matchLines } from './match-lines.ts'
import type { LineKind, OutlineFile, OutlineGap, OutlineLine } from './outline-file.ts'

/** Where a sentence stands: accepted by somebody, or open and why (L3). */
export type LineState = {
  readonly clause: Clause
  readonly kind: LineKind
  /** the stored line, if there is one */
  readonly line: OutlineLine | null
  /** fingerprint of the present gloss; null: the graph makes nothing of it */
  readonly gloss: string | null
  readonly open: string | null
}
export type GapState = {
  readonly item: string
  readonly because: string
  readonly gap: OutlineGap | null
  readonly gloss: string | null
  readonly open: string | null
}
export type OutlineState = {
  readonly lines: readonly LineState[]
  readonly gaps: readonly GapState[]
  /** items that rest on an open sentence or on an assumption nobody accepted */
  readonly drafts: readonly string[]
  /** old number -> new number, of sentences that only moved */
  readonly moved: ReadonlyMap<string, ClauseId>
  /** numbers of sentences that are not in the text any more; another sentence may have such a number now */
  readonly gone: readonly string[]
}

export type OutlineInput = {
  readonly sop: SopDocument
  /** null: there is no graph that could be read */
  readonly graph: GraphFile | null
  readonly outline: OutlineFile
  /** what a gate asks of a sentence or an item: it stays open until somebody accepts it with that in view */
  readonly asked?: ReadonlyMap<string, string>
}

const NO_GRAPH: GraphFile = { format: 1, fields: {}, procedures: {} }

/** Every sentence, in the order of the text: accepted or open. No sentence is ever left out, whatever text and graph are. */
export function outlineState(input: OutlineInput): OutlineState {
  const graph = input.graph ?? NO_GRAPH
  const glosses = glossesOf(graph, null)
  const matched = matchLines(input.sop, input.outline.lines)
  const moved = movedIn(matched)
  const oldNumbers = new Map([...moved].map(([before, now]) => [String(now), before]))
  const printOf = (key: string): Printed | null => {
    const gloss = glosses.get(key)
    if (gloss === undefined) return null
    const text = glossText(gloss)
    return { now: printOfGloss(text), before: printOfGloss(renumbered(text, oldNumbers)) }
  }
  const lines = matched.map((one) => lineState(one, printOf(one.clause.id), input.asked))
  const gaps = gapStates(graph, { printOf, ...input })
  const found = new Set<OutlineLine | null>(matched.map(({ line }) => line))
  const gone = input.outline.lines.filter((line) => !found.has(line)).map(({ clause }) => clause)
  return { lines, gaps, drafts: draftsOf(graph, lines, gaps), moved, gone }
}

/** Of a gloss, and of the same gloss with the numbers sentences had before they moved: moving changes no meaning (L8). */
type Printed = { readonly now: string; readonly before: string }

const isAccepted = (stored: string | undefined, print: Printed): boolean =>
  stored === print.now || stored === print.before

/** A gloss names the sentences of the steps that follow: `[4#1, 4#2]`. */
const renumbered = (gloss: string, numbers: ReadonlyMap<string, string>): string =>
  numbers.size === 0
    ? gloss
    : gloss.replaceAll(/\[([^\]]*#\d[^\]]*)\]/g, (_, cites: string) => {
        const each = cites.split(', ').map((clause) => numbers.get(clause) ?? clause)
        return `[${each.join(', ')}]`
      })

function lineState(
  matched: MatchedClause,
  print: Printed | null,
  asked: ReadonlyMap<string, string> | undefined,
): LineState {
  const { clause, line } = matched
  const kind = line?.kind ?? 'unread'
  const open = whyOpen(matched, print) ?? asked?.get(clause.id) ?? null
  return { clause, kind, line, gloss: print?.now ?? null, open }
}

function whyOpen({ line, change }: MatchedClause, gloss: Printed | null): string | null {
  if (line === null) return 'a new sentence: no one has said what it means'
  if (change === 'text') return 'the sentence has changed'
  if (line.accepted === undefined)
    return gloss === null ? 'the graph makes nothing of it' : 'not accepted yet'
  if (line.kind === 'unread') return 'marked as unread'
  if (gloss === null) return 'the graph makes nothing of it any more'
  if (!isAccepted(line.gloss, gloss)) return 'what the graph makes of it has changed'
  return null
}

type Glossed = Pick<OutlineInput, 'outline' | 'asked'> & { readonly printOf: (key: string) => Printed | null }

function gapStates(graph: GraphFile, { outline, asked, printOf }: Glossed): readonly GapState[] {
  const known = new Map((outline.gaps ?? []).map((gap) => [gap.item, gap]))
  return itemsOf(graph).flatMap(({ id, assumed }): readonly GapState[] => {
    if (assumed === null) return []
    const gap = known.get(id) ?? null
    const print = printOf(id)
    const gloss = print?.now ?? null
    const open =
      gap?.accepted === undefined
        ? 'assumed, and not accepted yet'
        : print === null || isAccepted(gap.gloss, print)
          ? (asked?.get(id) ?? null)
          : 'what is assumed has changed'
    return [{ item: id, because: assumed, gap, gloss, open }]
  })
}

function draftsOf(
  graph: GraphFile,
  lines: readonly LineState[],
  gaps: readonly GapState[],
): readonly string[] {
  const open = new Set<string>(lines.flatMap((line) => (line.open === null ? [] : [line.clause.id])))
  const openGaps = new Set(gaps.flatMap((gap) => (gap.open === null ? [] : [gap.item])))
  return itemsOf(graph)
    .filter(({ id, cites }) => openGaps.has(id) || cites.some((clause) => open.has(clause)))
    .map(({ id }) => id)
}

const movedIn = (matched: readonly MatchedClause[]): ReadonlyMap<string, ClauseId> =>
  new Map(
    matched.flatMap(({ clause, line, change }) =>
      change === 'moved' && line.clause !== clause.id ? [[line.clause, clause.id] as const] : [],
    ),
  )

/** A graph with an open sentence, or an assumption nobody accepted, is a draft: `sage run` refuses it (L3). */
export const isDraft = ({ lines, gaps }: OutlineState): boolean =>
  lines.some(({ open }) => open !== null) || gaps.some(({ open }) => open !== null)
