import type { Span } from '../text/span.ts'

/** A stretch of Markdown that holds clauses, or a heading. Offsets point into the document. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string; readonly start: number }
  | { readonly kind: 'prose' | 'item' | 'row'; readonly span: Span }

/**
 * Cuts Markdown into blocks by its lines. Forgiving: what is no heading, list, table or code is prose, so that nothing a
 * person wrote is lost. Code blocks, rules, comments and link definitions hold no clauses. Never throws; linear.
 */
export function blocksOf(source: string): readonly Block[] {
  const text = maskComments(source)
  const reader = new BlockReader(text)
  let start = 0
  while (start <= text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    reader.take(start, text[end - 1] === '\r' && end > start ? end - 1 : end)
    start = end + 1
  }
  return reader.finish()
}

/** White space to a reader, but no indentation: a comment before a sentence must not make it a code block. */
const BLANK = '\uFEFF'

/** Comments become blanks of the same length: every offset stays true. An unclosed one is taken for prose. */
export function maskComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4)
    if (end === -1) break
    parts.push(text.slice(from, at), text.slice(at, end + 3).replaceAll(/[^\r\n]/g, BLANK))
    from = end + 3
  }
  return parts.join('') + text.slice(from)
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]([\s\S]*))?$/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const ITEM = /^[ \t]*(?:[-*+•](?:[ \t]+|$)|(?:\d{1,9}|[a-z])[.)][ \t]+)(?:\[[ xX]\][ \t]+)?/
const LINK_TARGET = /^ {0,3}\[[^\]]{1,200}\]:[ \t]+\S/
const TAG_ONLY = /^[ \t]*<\/?[a-z][^<>]{0,500}>[ \t]*$/i
const INDENTED = /^(?: {4}|\t)/

/** The block being read; lines are handed in one after the other. */
class BlockReader {
  readonly #text: string
  readonly #blocks: Block[] = []
  #open: { readonly kind: 'prose' | 'item'; readonly start: number; end: number } | null = null
  #fence: string | null = null
  #inTable = false
  #inList = false
  #afterBlank = true
  /** the last line, if it could be a table's header: it stands in no block yet */
  #header: Span | null = null

  constructor(text: string) {
    this.#text = text
  }

  take(start: number, end: number): void {
    const line = this.#text.slice(start, end)
    if (this.#fence !== null) {
      const mark = FENCE.exec(line)?.[1]
      if (mark?.startsWith(this.#fence) && line.trim() === mark) this.#fence = null
      return
    }
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      this.#close()
      this.#fence = fence
      return
    }
    const quote = /^ {0,3}(?:>[ \t]?)+/.exec(line)?.[0].length ?? 0
    this.#takeLine({ start: start + quote, end }, line.slice(quote))
  }

  finish(): readonly Block[] {
    this.#close()
    return this.#blocks
  }

  #takeLine(span: Span, line: string): void {
    if (line.trim() === '') {
      this.#close()
      this.#afterBlank = true
      return
    }
    if (this.#takeTable(span, line)) return
    if (this.#takeHeading(span, line)) return
    if (RULE.test(line) || LINK_TARGET.test(line) || TAG_ONLY.test(line)) {
      this.#close()
      return
    }
    const marker = ITEM.exec(line)?.[0]
    if (marker !== undefined && this.#mayBegin(marker)) {
      this.#close()
      this.#inList = true
      this.#afterBlank = false
      this.#open = { kind: 'item', start: span.start + marker.length, end: span.end }
      return
    }
    this.#takeProse(span, line)
  }

  /** A wrapped line that happens to begin with "2026." or "a)" is no list item in the middle of a paragraph. */
  #mayBegin(marker: string): boolean {
    if (this.#open?.kind !== 'prose') return true
    return !/^[ \t]*(?:[a-z]|\d{1,9})[.)]/.test(marker) || /^[ \t]*1[.)]/.test(marker)
  }

  #takeTable(span: Span, line: string): boolean {
    if (this.#inTable && line.includes('|')) {
      this.#blocks.push({ kind: 'row', span: rowSpan(this.#text, span) })
      return true
    }
    this.#inTable = false
    if (this.#header !== null && isTableRule(line)) {
      this.#header = null
      this.#close()
      this.#inTable = true
      return true
    }
    this.#flushHeader()
    if (!line.includes('|') || this.#open !== null) return false
    this.#header = span
    return true
  }

  #flushHeader(): void {
    if (this.#header === null) return
    const { start, end } = this.#header
    this.#header = null
    this.#open = { kind: 'prose', start, end }
  }

  #takeHeading(span: Span, line: string): boolean {
    const heading = HEADING.exec(line)
    const mark = heading?.[1]
    if (mark !== undefined) {
      this.#close()
      this.#heading(mark.length, withoutClosingMarks(heading?.[2] ?? ''), span.start)
      return true
    }
    const under = this.#open?.kind === 'prose' ? /^ {0,3}(=+|-{2,})[ \t]*$/.exec(line)?.[1] : undefined
    if (under === undefined || this.#open === null) return false
    const title = this.#text.slice(this.#open.start, this.#open.end)
    if (title.includes('\n')) return false
    const at = this.#open.start
    this.#open = null
    this.#heading(under.startsWith('=') ? 1 : 2, title, at)
    return true
  }

  #heading(level: number, title: string, start: number): void {
    this.#inList = false
    this.#afterBlank = true
    this.#blocks.push({ kind: 'heading', level, title: title.trim(), start })
  }

  #takeProse(span: Span, line: string): void {
    if (this.#open !== null) {
      this.#open.end = span.end
      return
    }
    const indented = INDENTED.test(line)
    if (indented && this.#afterBlank && !this.#inList) return // an indented code block
    const kind = indented || (this.#inList && /^[ \t]/.test(line)) ? 'item' : 'prose'
    if (kind === 'prose') this.#inList = false
    this.#afterBlank = false
    this.#open = { kind, start: span.start, end: span.end }
  }

  #close(): void {
    this.#flushHeader()
    this.#inTable = false
    if (this.#open !== null)
      this.#blocks.push({ kind: this.#open.kind, span: { start: this.#open.start, end: this.#open.end } })
    this.#open = null
  }
}

/** A row without its outer pipes. */
function rowSpan(text: string, span: Span): Span {
  let { start, end } = span
  while (start < end && /[\s|]/.test(text[start] ?? '')) start += 1
  while (end > start && /[\s|]/.test(text[end - 1] ?? '')) end -= 1
  return { start, end }
}

/** `| --- | :-: |`; at least one pipe, or a rule would do. Cell by cell: one pattern for the line could run wild. */
function isTableRule(line: string): boolean {
  if (!line.includes('|') || !line.includes('-')) return false
  const cells = line
    .trim()
    .split('|')
    .map((cell) => cell.trim())
  return cells.every(
    (cell, at) => /^:?-+:?$/.test(cell) || (cell === '' && (at === 0 || at === cells.length - 1)),
  )
}

/** `## Title ##` -> `Title`. */
function withoutClosingMarks(title: string): string {
  const trimmed = title.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end -= 1
  return end === 0 ? '' : /\s/.test(trimmed[end - 1] ?? '') ? trimmed.slice(0, end).trim() : trimmed
}
