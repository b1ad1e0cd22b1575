import { type Problem, problem } from '../../base/files/problem.ts'
import type { Json } from '../../base/values/json.ts'
import type { SourceRecord } from '../model/recording-format.ts'

/** A record larger than this is no conversation. */
const RECORD_CHARACTERS_MAX = 64e6
/** Deeper nesting than any log has: it would exhaust the stack of whatever reads it later. */
export const DEPTH_MAX = 200

/** Records of a file, cut out of its text as it comes in. */
export type RecordSource = {
  readonly push: (text: string) => readonly SourceRecord[]
  readonly end: () => readonly SourceRecord[]
  /** the first thing that is wrong; nothing after it is read */
  readonly wrong: () => Problem | null
}

const [NEWLINE, QUOTE, COMMA, COLON] = [10, 34, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
const isSpace = (code: number): boolean => code === 32 || code === 13 || code === 9 || code === NEWLINE

/**
 * Cuts JSON into records: lines of JSON, the elements of a list, the elements of the named lists of a document. Only what
 * belongs to one record is held, so that the size of the file makes no difference.
 */
export function jsonRecords(
  file: string,
  lists: ReadonlySet<string>,
  /** where the text begins in its file */
  start: { readonly line: number; readonly document: number } = { line: 1, document: 0 },
): RecordSource {
  const cutter = new Cutter(file, lists, start)
  return { push: (text) => cutter.push(text), end: () => cutter.end(), wrong: () => cutter.wrong }
}

class Cutter {
  wrong: Problem | null = null
  private found: SourceRecord[] = []
  private line = 1
  private isStart = true
  private depth = 0
  private inString = false
  /** the text ended with a backslash: the next character belongs to it */
  private escaped = false
  /** the record under way, in pieces */
  private held: string[] = []
  private heldLength = 0
  private heldLine = 1
  /** depth at which the elements of a list stand that is read one by one; 0: there is none */
  private elementsAt = 0
  private list: string | null = null
  /** of the document around such a list: its text without the list, and the same parsed */
  private around = ''
  private head: Json = null
  private streamed = 0
  private document = 0
  /** the last string at depth 1, in pieces: a member's name, if a colon follows */
  private text: string[] = []
  private name: string | null = null

  private readonly file: string
  private readonly lists: ReadonlySet<string>

  constructor(
    file: string,
    lists: ReadonlySet<string>,
    start: { readonly line: number; readonly document: number },
  ) {
    this.file = file
    this.lists = lists
    this.line = start.line
    this.document = start.document
  }

  push(given: string): readonly SourceRecord[] {
    this.found = []
    if (this.wrong !== null) return []
    this.cut(this.isStart && given.startsWith('\uFEFF') ? given.slice(1) : given)
    this.isStart = false
    if (this.wrong === null && this.heldLength > RECORD_CHARACTERS_MAX)
      this.refuse('record-too-large', `one record has more than ${RECORD_CHARACTERS_MAX / 1e6} MB`)
    return this.found
  }

  end(): readonly SourceRecord[] {
    if (this.wrong === null && this.depth > 0)
      this.refuse('truncated', 'the file ends in the middle of a record', 'Copy or export it again.')
    return []
  }

  private cut(text: string): void {
    const { length } = text
    let from = 0
    let slash = text.indexOf('\\')
    let index = 0
    while (index < length) {
      if (this.inString) {
        const start = index
        if (this.escaped) {
          this.escaped = false
          index += 1
        }
        while (index < length && this.inString) {
          const quote = text.indexOf('"', index)
          const end = quote === -1 ? length : quote
          // Searched once for each backslash, never again for each string.
          if (slash !== -1 && slash < index) slash = text.indexOf('\\', index)
          if (slash !== -1 && slash < end) {
            index = slash + 2
            this.escaped = index > length
          } else {
            index = quote === -1 ? length : quote + 1
            this.inString = quote === -1
          }
        }
        if (this.depth === 1) this.text.push(text.slice(start, this.inString ? length : index - 1))
        continue
      }
      const code = text.charCodeAt(index)
      switch (code) {
        case NEWLINE:
          this.line += 1
          break
        case QUOTE:
          this.inString = true
          this.text = []
          if (this.depth === 0) this.refuse('not-json', NOT_JSON)
          break
        case OPEN_OBJECT:
        case OPEN_LIST: {
          if (this.depth === 0) {
            from = index
            this.heldLine = this.line
          }
          this.depth += 1
          if (this.depth > DEPTH_MAX)
            this.refuse('too-deep', `a record is nested more than ${DEPTH_MAX} deep`)
          const list = code === OPEN_LIST ? this.listOpened() : undefined
          if (list === undefined) break
          this.hold(text.slice(from, index + 1))
          from = index + 1
          this.openList(list)
          break
        }
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          if (this.elementsAt > 0 && this.depth === this.elementsAt) {
            this.hold(text.slice(from, index))
            from = index
            this.closeElement()
            this.closeList()
          }
          this.depth -= 1
          if (this.depth < 0) this.refuse('not-json', NOT_JSON)
          if (this.depth !== 0) break
          this.hold(text.slice(from, index + 1))
          this.closeDocument()
          break
        case COMMA:
          if (this.elementsAt > 0 && this.depth === this.elementsAt) {
            this.hold(text.slice(from, index))
            from = index + 1
            this.closeElement()
          } else if (this.depth === 1) this.name = null
          break
        case COLON:
          if (this.depth === 1 && this.elementsAt === 0) this.name = this.text.join('')
          break
        default:
          if (this.depth === 0 && !isSpace(code)) this.refuse('not-json', NOT_JSON)
      }
      if (this.wrong !== null) return
      index += 1
    }
    if (this.depth > 0) this.hold(text.slice(from))
  }

  private hold(piece: string): void {
    if (piece === '') return
    this.held.push(piece)
    this.heldLength += piece.length
  }

  private release(): string {
    const text = this.held.join('')
    this.held = []
    this.heldLength = 0
    return text
  }

  /** The name of the list whose bracket was just opened, if its elements are records: null for one that has no name. */
  private listOpened(): string | null | undefined {
    if (this.elementsAt > 0) return undefined
    if (this.depth === 1) return null
    return this.depth === 2 && this.name !== null && this.lists.has(this.name) ? this.name : undefined
  }

  private openList(list: string | null): void {
    this.around = this.release()
    this.list = list
    this.elementsAt = this.depth
    if (list !== null) this.head = this.parsed(`${this.around}]}`) ?? null
    this.heldLine = this.line
  }

  private closeElement(): void {
    const text = this.release()
    const line = this.heldLine
    this.heldLine = this.line
    if (text.trim() === '') return
    const value = this.parsed(text)
    if (value === undefined) return
    this.streamed += 1
    this.found.push({
      value,
      list: this.list,
      inArray: this.list === null,
      document: this.document,
      head: this.head,
      line: line + linesBefore(text),
    })
  }

  private closeList(): void {
    this.elementsAt = 0
    this.hold(this.around)
  }

  private closeDocument(): void {
    const text = this.release()
    const { streamed, document } = this
    this.document += 1
    const isList = this.list === null && text.startsWith('[')
    this.name = null
    this.list = null
    this.streamed = 0
    this.head = null
    if (isList) return
    const value = this.parsed(text)
    // A document whose lists were read one by one is their frame, and no record.
    if (value !== undefined && streamed === 0)
      this.found.push({ value, list: null, inArray: false, document, head: null, line: this.heldLine })
  }

  private parsed(text: string): Json | undefined {
    try {
      return JSON.parse(text) as Json
    } catch {
      this.refuse('not-json', NOT_JSON)
      return undefined
    }
  }

  private refuse(code: string, message: string, hint = 'Check that the file is whole and unchanged.'): void {
    this.wrong ??= problem({ file: this.file, line: this.line, column: 1 }, code, message, hint)
  }
}

const NOT_JSON = 'this is not JSON'

/** Lines that pass before an element begins. */
function linesBefore(text: string): number {
  let lines = 0
  for (let index = 0; index < text.length && isSpace(text.charCodeAt(index)); index += 1)
    if (text.charCodeAt(index) === NEWLINE) lines += 1
  return lines
}
