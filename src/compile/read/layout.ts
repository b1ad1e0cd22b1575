import type { Clause, Section } from '../../sop/sop.ts'

/** A paragraph, a list item with what is nested below it, or a table. */
export type Block = {
  readonly kind: 'paragraph' | 'item' | 'table'
  readonly clauses: readonly Clause[]
  readonly children: readonly Block[]
}

type Open = { kind: Block['kind']; indent: number; clauses: Clause[]; children: Open[] }

/** The shape of a section on the page: which items stand below which, read from the text around the clauses. Linear. */
export function blocksOf(section: Section, text: string): readonly Block[] {
  const roots: Open[] = []
  /** the items still open, outermost first */
  let path: Open[] = []
  let before: Clause | null = null
  for (const clause of section.clauses) {
    const last: Open | undefined = path.at(-1) ?? roots.at(-1)
    const place = placeOf(clause, text)
    const follows = before === null ? null : text.slice(before.end, clause.start)
    before = clause
    if (clause.form === 'row') {
      if (last?.kind === 'table') last.clauses.push(clause)
      else roots.push({ kind: 'table', indent: -1, clauses: [clause], children: [] })
      path = []
      continue
    }
    if (place.item) {
      const item: Open = { kind: 'item', indent: place.indent, clauses: [clause], children: [] }
      path = path.filter((open) => open.indent < place.indent)
      ;(path.at(-1)?.children ?? roots).push(item)
      path.push(item)
      continue
    }
    const goesOn = clause.form === 'item' && !isLeadIn(clause, text) && last?.kind === 'item'
    if (goesOn || (last?.kind === 'paragraph' && follows !== null && !startsBlock(follows, clause, text)))
      last?.clauses.push(clause)
    else {
      path = []
      roots.push({ kind: 'paragraph', indent: -1, clauses: [clause], children: [] })
    }
  }
  return roots
}

/** Lists belong to the paragraph that announces them with a colon. */
export function adoptLists(blocks: readonly Block[]): readonly Block[] {
  const adopted: (Block & { readonly children: Block[] })[] = []
  for (const block of blocks) {
    const last = adopted.at(-1)
    if (block.kind === 'item' && last?.kind === 'paragraph' && announces(last)) last.children.push(block)
    else adopted.push({ ...block, children: [...block.children] })
  }
  return adopted
}

const announces = (block: Block): boolean => /:[*_"'\s]*$/.test(block.clauses.at(-1)?.text ?? '')

const MARKER = /^[ \t>]*(?:[-*+•]|(?:\d{1,9}|[a-z])[.)])[ \t]+(?:\[[ xX]\][ \t]+)?$/

function placeOf(clause: Clause, text: string): { readonly item: boolean; readonly indent: number } {
  // a marker is short: a sentence far along its line has none (and looking back to the line's start would be quadratic)
  if (clause.form !== 'item' || clause.at.column > 120) return { item: false, indent: 0 }
  const prefix = text.slice(clause.start - clause.at.column + 1, clause.start)
  return {
    item: MARKER.test(prefix),
    indent: /^[ \t>]*/.exec(prefix)?.[0].replaceAll('\t', '    ').length ?? 0,
  }
}

/** `**If it is off:**` on a line of its own, right below a list. */
const isLeadIn = (clause: Clause, text: string): boolean =>
  clause.at.column === 1 &&
  /^\*\*/.test(text.slice(clause.start, clause.start + 2)) &&
  /:\**$/.test(clause.text)

const startsBlock = (gap: string, clause: Clause, text: string): boolean =>
  /\n[ \t>]*\r?\n/.test(gap) || isLeadIn(clause, text)
