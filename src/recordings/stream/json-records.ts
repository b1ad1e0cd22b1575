import { JSONParser, TokenType } from '@streamparser/json'
import { type Problem, problem } from '../../base/files/problem.ts'
import type { Json } from '../../base/values/json.ts'
import type { SourceRecord } from '../model/recording-format.ts'

/** A record larger than this is no conversation. */
const RECORD_BYTES_MAX = 64e6
/** Deeper nesting than any log has: it would exhaust the stack of whatever reads it later. */
const DEPTH_MAX = 200

/** Records of a file, cut out of its text as it comes in. */
export type RecordSource = {
  readonly push: (text: string) => readonly SourceRecord[]
  readonly end: () => readonly SourceRecord[]
  /** the first thing that is wrong; nothing after it is read */
  readonly wrong: () => Problem | null
}

/**
 * Cuts JSON into records: lines of JSON, the elements of a list, the elements of the named lists of a document. Only what
 * belongs to one record is held, so that the size of the file makes no difference.
 */
export function jsonRecords(file: string, lists: ReadonlySet<string>): RecordSource {
  let line = 1
  let document = 0
  let wrong: Problem | null = null
  let found: SourceRecord[] = []
  let depth = 0
  /** the line on which the last value began, by depth: where a record begins */
  const begun = [line, line, line]
  let held = 0
  let streamed = 0
  const refuse = (code: string, message: string, hint = 'Check that the file is whole and unchanged.') => {
    wrong ??= problem({ file, line, column: 1 }, code, message, hint)
  }
  /** bytes of the pieces before this one, and up to where lines were counted */
  let piece = Buffer.alloc(0)
  let read = 0
  let counted = 0
  const reach = (offset: number): void => {
    for (
      let at = piece.indexOf(NEWLINE, Math.max(0, counted - read));
      at !== -1 && at + read < offset;
      at = piece.indexOf(NEWLINE, at + 1)
    )
      line += 1
    counted = Math.max(counted, offset)
  }
  const take = (record: Pick<SourceRecord, 'value' | 'list' | 'inArray' | 'head'>, at: number) => {
    held = 0
    if (wrong === null) found.push({ ...record, document, line: begun[at] ?? line })
  }

  // The text after a document is the next one.
  const parser = new JSONParser({
    separator: '',
    paths: ['$', '$.*', ...[...lists].map((name) => `$.${name}.*`)],
  })
  parser.onToken = ({ token, offset }) => {
    const opens = token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
    const closes = token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET
    if (closes) depth -= 1
    else if (depth < begun.length && token !== TokenType.COMMA) {
      reach(offset)
      begun[depth] = line
    }
    if (opens) depth += 1
    if (depth > DEPTH_MAX) refuse('too-deep', `a record is nested more than ${DEPTH_MAX} deep`)
  }
  parser.onValue = ({ value, parent, stack }) => {
    const at = stack.length
    if (at === 0) {
      const isRecord = typeof value === 'object' && value !== null
      if (!isRecord) refuse('not-json', NOT_JSON)
      // A document whose lists were read one by one is their frame, and no record.
      else if (streamed === 0 && !Array.isArray(value))
        take({ value: value as Json, list: null, inArray: false, head: null }, at)
      document += 1
      streamed = 0
    } else if (Array.isArray(parent)) {
      streamed += 1
      const around = stack[at - 1]
      const list = at === 1 ? null : String(around?.key)
      const head = at === 1 ? null : (around?.value as Json)
      take({ value: value as Json, list, inArray: at === 1, head }, at)
      // Dropped from the list it stands in: memory must not grow with the file.
      parent.length = 0
    }
  }
  parser.onError = () => refuse('not-json', NOT_JSON)

  const push = (text: string): void => {
    if (wrong !== null) return
    piece = Buffer.from(text)
    held += piece.length
    parser.write(piece)
    reach(read + piece.length)
    read += piece.length
    if (held > RECORD_BYTES_MAX)
      refuse('record-too-large', `one record has more than ${RECORD_BYTES_MAX / 1e6} MB`)
  }
  return {
    push: (text) => {
      found = []
      push(text)
      return found
    },
    end: () => {
      found = []
      if (depth > 0)
        refuse('truncated', 'the file ends in the middle of a record', 'Copy or export it again.')
      else if (wrong === null) parser.end()
      return found
    },
    wrong: () => wrong,
  }
}

const NEWLINE = 10
const NOT_JSON = 'this is not JSON'
