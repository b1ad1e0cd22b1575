import { type Problem, problem } from '../../../base/files/problem.ts'
import type { JsonObject } from '../../../base/values/json.ts'
import type { Recording } from '../../model/recording.ts'
import type { RecordingFile, RecordingFormat, RecordReader } from '../../model/recording-format.ts'
import { type Conversation, openConversation } from '../shared/conversation.ts'
import { objectOf, textOf, unpacked } from '../shared/members.ts'
import { isSuccess } from '../shared/result-ok.ts'

/** What a table can say of a message, and names of columns that usually mean it. A mapping file names others. */
const COLUMNS: Readonly<Record<string, RegExp>> = {
  conversation:
    /^(?:conversation|conversation_?id|chat_?id|ticket(?:_?id)?|case_?id|session(?:_?id)?|thread(?:_?id)?|dialogue_?id)$/i,
  from: /^(?:from|role|author|sender|speaker|who|party|author_type|sender_type)$/i,
  text: /^(?:text|message|body|content|utterance|comment)$/i,
  tool: /^(?:tool|tool_name|function|action)$/i,
  input: /^(?:input|arguments|args|parameters)$/i,
  output: /^(?:output|result|response)$/i,
}
const NEEDED = ['conversation', 'from', 'text'] as const

/** Tables with a row a message. Columns with other names are named in a mapping file. */
export const csv: RecordingFormat = {
  name: 'csv',
  title: 'CSV with a row a message; --mapping names columns that are called otherwise',
  reads: 'csv',
  lists: [],
  detect: ({ value }) =>
    NEEDED.every((what) => columnFor(objectOf(value), what, {}) !== null) ? 'yes' : 'maybe',
  open: readCsv,
}

const columnFor = (row: JsonObject, what: string, named: RecordingFile['columns']): string | null => {
  const own = named[what]
  if (own !== undefined) return own in row ? own : null
  return Object.keys(row).find((name) => COLUMNS[what]?.test(name) === true) ?? null
}

function readCsv({ file, columns }: RecordingFile): RecordReader {
  const problems: Problem[] = []
  const seen = new Set<string>()
  let open: { readonly id: string; readonly talk: Conversation } | null = null
  const flush = (): readonly Recording[] => {
    const done = open === null ? [] : [open.talk.done({})]
    open = null
    return done
  }
  const wrong = (line: number, code: string, message: string, hint: string): readonly Recording[] => {
    if (!problems.some((one) => one.code === code))
      problems.push(problem({ file, line, column: 1 }, code, message, hint))
    return []
  }
  return {
    take: ({ value, line }) => {
      const row = objectOf(value)
      const cell = (what: string): string | null => {
        const name = columnFor(row, what, columns)
        return name === null ? null : textOf(row[name])
      }
      const missing = NEEDED.filter((what) => columnFor(row, what, columns) === null)
      if (missing.length > 0) {
        const has = Object.keys(row).join(', ')
        return wrong(
          line,
          'columns-missing',
          `no column is known for ${missing.join(', ')} (the file has ${has})`,
          'Name it in a mapping file: columns: {conversation: ..., from: ..., text: ...}. Draft one with --draft-mapping.',
        )
      }
      const id = cell('conversation') ?? ''
      const done = open !== null && open.id !== id ? flush() : []
      if (open === null && seen.has(id))
        return wrong(
          line,
          'rows-scattered',
          `the rows of conversation ${id} are not together`,
          'Sort the file by conversation, and by time inside it.',
        )
      open ??= { id, talk: openConversation(file, line, id) }
      seen.add(id)
      readRow(open.talk, cell)
      return done
    },
    end: () => ({ recordings: flush(), problems }),
  }
}

const CUSTOMER =
  /^(?:customer|user|client|visitor|requester|end[- ]?user|human|contact|lead|caller|member|guest)$/i
const AGENT =
  /^(?:agent|assistant|bot|ai|admin|support|representative|rep|operator|csr|staff|advisor|model)$/i
const SYSTEM = /^(?:system|developer|instructions)$/i

function readRow(talk: Conversation, cell: (what: string) => string | null): void {
  const from = (cell('from') ?? '').trim()
  const text = cell('text') ?? ''
  const tool = cell('tool') ?? ''
  const output = cell('output')
  if (CUSTOMER.test(from)) talk.said('customer', text)
  else if (AGENT.test(from)) talk.said('agent', text)
  else if (SYSTEM.test(from)) talk.aside('system', 'instructions', text)
  else if (tool === '') {
    talk.doubt('unknown-role', `a row is from "${from}"; it is kept as a note`)
    talk.aside('other', 'note', text)
  }
  if (tool === '') return
  talk.called({ from: 'agent', id: null, tool, input: unpacked(cell('input') || '{}') })
  const result = output ?? (AGENT.test(from) ? null : text)
  if (result !== null && result !== '')
    talk.returned({
      id: null,
      tool,
      ok: isSuccess(unpacked(result)),
      output: unpacked(result),
    })
}
