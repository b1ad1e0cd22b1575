import { type Block, blocksOf } from '../text/markdown.ts'
import { sentencesIn } from '../text/sentences.ts'
import { type Span, skipSpace, trimEnd } from '../text/span.ts'
import { holdsWord } from '../text/words.ts'
import { clauseId } from './clause-id.ts'
import type { Clause, Section, SopDocument } from './sop.ts'

/**
 * Reads an SOP as people write it. In: the Markdown text. Out: its sections and clauses with their places. It must not
 * know the graph, and it never fails: whatever is no heading, code or comment is somebody's demand.
 */
export function parseSop(file: string, text: string): SopDocument {
  const masked = maskUnsaid(text)
  const place = placer(file, text)
  const sections: Draft[] = []
  const taken: Taken = { ids: new Set(), copies: new Map() }
  for (const block of blocksOf(masked)) {
    if (block.kind === 'code' || block.kind === 'rule' || (block.kind === 'row' && block.head)) continue
    if (block.kind === 'heading' && !isInList(block)) {
      const title = masked.slice(block.span.start, block.span.end).trim()
      sections.push({ ...named(title, taken), level: block.level, start: block.marks, found: [] })
      continue
    }
    const section = sections.at(-1) ?? begin(sections, taken)
    for (const span of clausesIn(masked, block)) {
      if (holdsWord(masked.slice(span.start, span.end))) section.found.push({ ...span, form: formOf(block) })
    }
  }
  const finished = sections.map((draft) => finish(draft, { masked, place }))
  const clauses = new Map(finished.flatMap((section) => section.clauses).map((clause) => [clause.id, clause]))
  return { file, text, sections: finished, clauses }
}

const isInList = ({ within }: Block): boolean => within.some((container) => container !== 'quote')

const formOf = (block: Block): Clause['form'] =>
  block.kind === 'row' ? 'row' : isInList(block) ? 'item' : 'sentence'

function clausesIn(text: string, block: Block): readonly Span[] {
  if (block.kind === 'row') return [withoutPipes(text, block.span)]
  const box = block.opensItem
    ? (/^\[[ xX]\][ \t]+/.exec(text.slice(block.span.start, block.span.end))?.[0] ?? '')
    : ''
  const span = { start: block.span.start + box.length, end: block.span.end }
  return sentencesIn(text, span, 'prose').map((sentence) => withoutQuoteMark(text, sentence))
}

/** Empty cells at either end of a row say nothing. */
function withoutPipes(text: string, span: Span): Span {
  let { start, end } = span
  while (start < end && /[\s|]/.test(text[start] ?? '')) start += 1
  while (end > start && /[\s|]/.test(text[end - 1] ?? '')) end -= 1
  return { start, end }
}

/** A clause's text: the source without comments, line breaks and the `>` of quoted lines. */
export const foldClause = (raw: string): string =>
  maskUnsaid(raw)
    .replaceAll(/\n[ \t]*(?:>[ \t]?)+/g, '\n')
    .replaceAll(/\s+/g, ' ')
    .trim()

type Found = Span & { readonly form: Clause['form'] }
type Draft = {
  readonly id: string
  readonly title: string
  readonly level: number
  readonly start: number
  readonly found: Found[]
}
type PlaceAt = (offset: number) => { readonly file: string; readonly line: number; readonly column: number }

/** Prose above the first heading. */
function begin(sections: Draft[], taken: Taken): Draft {
  taken.ids.add('top')
  const draft: Draft = { id: 'top', title: '', level: 1, start: 0, found: [] }
  sections.push(draft)
  return draft
}

function finish(draft: Draft, from: { readonly masked: string; readonly place: PlaceAt }): Section {
  const at = from.place(draft.start)
  const clauses = draft.found.map((found, index): Clause => {
    const id = clauseId(`${draft.id}#${index + 1}`)
    const text = foldClause(from.masked.slice(found.start, found.end))
    return {
      id,
      section: draft.id,
      text,
      form: found.form,
      at: from.place(found.start),
      start: found.start,
      end: found.end,
    }
  })
  return { id: draft.id, title: draft.title, level: draft.level, clauses, at }
}

/** Ids given out, and which copy of a name comes next: counting from 2 each time would be quadratic. */
type Taken = { readonly ids: Set<string>; readonly copies: Map<string, number> }

/** `4. Damaged` -> 4, `4.2 Proof` -> 4.2, else a slug; `30 days` is no number. Ids are unique. */
function named(heading: string, taken: Taken): { readonly id: string; readonly title: string } {
  const plain = heading.replaceAll(/[*_`]/g, '').trim()
  const numbered =
    /^(\d{1,6}(?:\.\d{1,6}){0,8})([.):]?)[ \t]+(.*)$/.exec(plain) ??
    /^(\d{1,6}(?:\.\d{1,6}){0,8})([.):])()$/.exec(plain)
  const [, number = '', mark = '', rest = ''] = numbered ?? []
  const isNumber = number !== '' && (mark !== '' || number.includes('.'))
  const wanted = isNumber ? number : slugOf(plain)
  let id = wanted
  let copy = taken.copies.get(wanted) ?? 2
  for (; taken.ids.has(id); copy += 1) id = `${wanted}-${copy}`
  taken.ids.add(id)
  taken.copies.set(wanted, copy)
  return { id, title: isNumber ? rest : plain }
}

function slugOf(words: string): string {
  const slug = words
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return slug.slice(0, 60) || 'section'
}

/** A sentence that begins on a quoted line keeps no `>` in front. */
function withoutQuoteMark(text: string, span: Span): Span {
  let { start } = span
  while (start < span.end && text[start] === '>') start = skipSpace(text, start + 1, span.end)
  return { start, end: Math.max(start, trimEnd(text, start, span.end)) }
}

/** Lines by binary search, so that a long document stays linear. */
function placer(file: string, text: string): PlaceAt {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/** White space to a reader, but no indentation: a comment before a sentence must not make it a code block. */
const BLANK = '\uFEFF'

/**
 * What an author does not say to the reader: comments, lines that are nothing but an HTML tag. They become blanks of the same
 * length, so that every offset stays true. An unclosed comment is taken for prose.
 */
export function maskUnsaid(text: string): string {
  return maskComments(text).replaceAll(TAG_ONLY, blank)
}

const TAG_ONLY = /^[ \t]*<\/?[a-z][^<>\r\n]{0,500}>[ \t]*$/gim

function maskComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4)
    if (end === -1) break
    parts.push(text.slice(from, at), blank(text.slice(at, end + 3)))
    from = end + 3
  }
  return parts.join('') + text.slice(from)
}

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, BLANK)
