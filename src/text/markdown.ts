import MarkdownIt from 'markdown-it'
import { type Span, skipSpace, trimEnd } from './span.ts'

/**
 * Markdown as people and models write it. In: a document or a message. Out: its blocks in order, with offsets into the text
 * as given. Tolerant: bullets and letters that Markdown does not know make lists too, HTML is text, and nothing is refused.
 */
export type Block =
  /** `marks`: where its first `#` is; where the title begins if it is underlined */
  | (Placed & { readonly kind: 'heading'; readonly level: number; readonly marks: number })
  | (Placed & { readonly kind: 'paragraph'; readonly lines: readonly Line[] })
  /** one row of a table; the span is without the outer pipes */
  | (Placed & { readonly kind: 'row'; readonly head: boolean; readonly cells: readonly Span[] })
  | (Placed & { readonly kind: 'code' | 'rule' })

type Placed = {
  /** the text of the block, without marks in front of its first line: `## `, `- `, `> ` */
  readonly span: Span
  /** both from 1 */
  readonly line: number
  readonly column: number
  /** the lists and quotes around it, outermost first */
  readonly within: readonly Container[]
  /** whether it is the first block of a list item */
  readonly opensItem: boolean
}
export type Container = 'bullets' | 'numbers' | 'quote'

/** A line of a paragraph, without marks and white space around it. `hardBreak`: the author wants a new line behind it. */
export type Line = Span & { readonly hardBreak: boolean }

export function blocksOf(text: string): readonly Block[] {
  const reader = new BlockReader(text)
  for (const token of reader.tokens()) reader.take(token)
  return reader.blocks
}

// Only blocks are parsed: what stands inside a line costs most of the time and is kept as written.
const parser = new MarkdownIt({ html: false })
parser.core.ruler.enableOnly(['normalize', 'block'])

type MarkdownToken = ReturnType<typeof parser.parse>[number]

class BlockReader {
  readonly blocks: Block[] = []
  readonly #text: string
  readonly #lines: readonly Span[]
  readonly #within: Container[] = []
  #opensItem = false
  #opened: MarkdownToken | null = null
  #head = false

  constructor(text: string) {
    this.#text = text
    this.#lines = linesOf(text)
  }

  tokens(): readonly MarkdownToken[] {
    return parser.parse(asMarkdown(this.#text, this.#lines), {})
  }

  take(token: MarkdownToken): void {
    const container = CONTAINERS[token.type]
    if (container !== undefined) this.#within.push(container)
    else if (CLOSINGS.has(token.type)) this.#within.pop()
    else if (token.type === 'list_item_open') this.#opensItem = true
    else if (token.type === 'heading_open' || token.type === 'paragraph_open') this.#opened = token
    else if (token.type === 'inline') this.#takeInline(token)
    else if (token.type === 'thead_open' || token.type === 'tbody_open')
      this.#head = token.type === 'thead_open'
    else if (token.type === 'tr_open') this.#takeRow(token)
    else if (token.type === 'fence') this.#takeWhole('code', token)
    else if (token.type === 'hr') this.#takeWhole('rule', token)
    else if (token.type === 'code_block') this.#takeIndented(token)
  }

  #takeInline(token: MarkdownToken): void {
    const opened = this.#opened
    this.#opened = null
    // The cells of a row carry no place; the row was taken whole.
    if (opened === null || token.map === null) return
    const [first] = token.map
    if (opened.type === 'heading_open' && opened.markup.startsWith('#')) {
      const line = this.#line(first)
      const marks = this.#text.indexOf('#', line.start)
      const start = skipSpace(this.#text, marks + opened.markup.length, line.end)
      this.#push(first, {
        kind: 'heading',
        level: opened.markup.length,
        marks,
        span: { start, end: start + token.content.trim().length },
      })
      return
    }
    // Underlined text of several lines is a paragraph and a rule by mistake more often than a title.
    if (opened.type === 'paragraph_open' || token.content.includes('\n')) {
      this.#takeParagraph(first, token.content)
      return
    }
    const span = around(this.#linesIn(first, token.content))
    this.#push(first, { kind: 'heading', level: opened.markup === '=' ? 1 : 2, marks: span.start, span })
  }

  /** Where the lines of a block stand: each ends with its line of the text; what is in front of it are marks. */
  #linesIn(first: number, content: string): readonly Line[] {
    const lines = content.split('\n')
    return lines.map((line, index) => {
      const { start, end } = this.#line(first + index)
      const stop = trimEnd(this.#text, start, end)
      const hardBreak = index < lines.length - 1 && / {2}$|\\$/.test(line)
      return { start: stop - line.trim().length, end: stop, hardBreak }
    })
  }

  #takeRow(token: MarkdownToken): void {
    if (token.map === null) return
    const line = this.#line(token.map[0])
    const marks = /^[ \t>]*/.exec(this.#text.slice(line.start, line.end))?.[0].length ?? 0
    const item = this.#opensItem ? (ITEM.exec(this.#text.slice(line.start, line.end))?.[0].length ?? 0) : 0
    const cells = cellsOf(this.#text, { start: line.start + Math.max(marks, item), end: line.end })
    this.#push(token.map[0], { kind: 'row', head: this.#head, cells, span: around(cells) })
  }

  #takeWhole(kind: 'code' | 'rule', { map }: MarkdownToken): void {
    if (map === null) return
    const start = this.#line(map[0]).start
    this.#push(map[0], { kind, span: { start, end: Math.max(start, this.#line(map[1] - 1).end) } })
  }

  /** In a list, people who indent too far do not mean code. */
  #takeIndented(token: MarkdownToken): void {
    if (token.map === null) return
    if (!this.#within.some((container) => container !== 'quote')) {
      this.#takeWhole('code', token)
      return
    }
    const written = token.content.split('\n')
    for (let from = 0; from < written.length; from += 1) {
      let to = from
      while (to < written.length && written[to]?.trim() !== '') to += 1
      if (to > from) this.#takeParagraph(token.map[0] + from, written.slice(from, to).join('\n'))
      from = to
    }
  }

  #takeParagraph(first: number, content: string): void {
    const lines = this.#linesIn(first, content)
    this.#push(first, { kind: 'paragraph', lines, span: around(lines) })
  }

  #push(line: number, block: Shape): void {
    const column = block.span.start - this.#line(line).start + 1
    this.blocks.push({
      ...block,
      line: line + 1,
      column,
      within: [...this.#within],
      opensItem: this.#opensItem,
    })
    this.#opensItem = false
  }

  #line(index: number): Span {
    return this.#lines[index] ?? { start: this.#text.length, end: this.#text.length }
  }
}

type WithoutPlace<Of> = Of extends Block ? Omit<Of, 'line' | 'column' | 'within' | 'opensItem'> : never
type Shape = WithoutPlace<Block>

/** From the first to the last of them; there is always one. */
const around = (spans: readonly Span[]): Span => ({
  start: spans[0]?.start ?? 0,
  end: spans.at(-1)?.end ?? 0,
})

const CONTAINERS: Readonly<Record<string, Container>> = {
  bullet_list_open: 'bullets',
  ordered_list_open: 'numbers',
  blockquote_open: 'quote',
}
const CLOSINGS = new Set(['bullet_list_close', 'ordered_list_close', 'blockquote_close'])

/** Lines as the parser counts them. */
function linesOf(text: string): readonly Span[] {
  const lines: Span[] = []
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 10 && code !== 13) continue
    lines.push({ start, end: at })
    if (code === 13 && text.charCodeAt(at + 1) === 10) at += 1
    start = at + 1
  }
  lines.push({ start, end: text.length })
  return lines
}

const ITEM = /^[ \t>]*(?:[-*+•‣◦▪●]|\d{1,9}[.)]|[a-z][.)])(?=[ \t]|$)[ \t]*/
const UNKNOWN_MARK = /^([ \t>]*)([•‣◦▪●](?=[ \t]|$)|[a-z](?=[.)][ \t]))/

/**
 * The text as the parser should read it, each character in its place: bullets and lettered items as Markdown writes them, and
 * lines of unusual white space as blank ones.
 */
function asMarkdown(text: string, lines: readonly Span[]): string {
  let inItem = false
  return lines
    .map(({ start, end }) => {
      const line = text.slice(start, end)
      if (line.trim() === '') return ' '.repeat(line.length)
      const indented = line.startsWith(' ') || line.startsWith('\t')
      // A list that does not begin with 1 cannot begin inside a paragraph: a wrapped line may begin with "a)".
      const letter = inItem && indented ? '1' : '2'
      inItem = ITEM.test(line) || (inItem && indented)
      if (!inItem) return line
      return line.replace(
        UNKNOWN_MARK,
        (_, before: string, mark: string) => before + (mark <= 'z' ? letter : '-'),
      )
    })
    .join('\n')
}

/** The cells of a row, trimmed, without the empty ones its outer pipes make. A pipe behind a backslash divides nothing. */
function cellsOf(text: string, row: Span): readonly Span[] {
  const cells: Span[] = []
  let start = row.start
  const close = (end: number): void => {
    const from = skipSpace(text, start, end)
    cells.push({ start: from, end: trimEnd(text, from, end) })
    start = end + 1
  }
  for (let at = row.start; at < row.end; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|') close(at)
  }
  close(row.end)
  const isEmpty = (cell: Span | undefined): boolean => cell !== undefined && cell.start === cell.end
  return cells.slice(isEmpty(cells[0]) ? 1 : 0, isEmpty(cells.at(-1)) && cells.length > 1 ? -1 : undefined)
}
