import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import { TRANSCRIPT_FORMAT, type Transcript, TranscriptEvent } from './event.ts'
import { mendTranscript } from './mend-transcript.ts'

/** Every line that is an event, as the file has them, and everything that is wrong with the rest. Never throws. */
export type TranscriptReading = { readonly events: Transcript; readonly problems: readonly Problem[] }

export function readTranscript(text: string, file = 'transcript.jsonl'): TranscriptReading {
  const reader = startReading(file)
  let from = 0
  for (let line = 1; from < text.length; line += 1) {
    const end = text.indexOf('\n', from)
    reader.take(text.slice(from, end === -1 ? text.length : end), { line, last: end === -1 })
    from = end === -1 ? text.length : end + 1
  }
  return reader.done()
}

/** For a transcript that comes line by line: nothing but its events is held. */
export type TranscriptReader = {
  /** `last`: no newline followed, so the writer may have died inside this line */
  take(text: string, at: { line: number; last: boolean }): void
  done(): TranscriptReading
}

export function startReading(file: string): TranscriptReader {
  const events: TranscriptEvent[] = []
  const lineOf = new Map<number, number>()
  const problems: Problem[] = []
  let refused = false
  return {
    take(text, { line, last }) {
      if (refused || text.trim() === '') return
      const read = readLine(text, { file, line, last })
      if ('event' in read) {
        if (!lineOf.has(read.event.n)) lineOf.set(read.event.n, line)
        events.push(read.event)
      } else {
        problems.push(read.problem)
        refused = read.problem.code === 'unknown-format'
      }
    },
    done() {
      if (refused) return { events: [], problems }
      const flaws = mendTranscript(events).flaws.map(({ code, n, message }) => ({
        ...problem({ file, line: lineAt(lineOf, n), column: 1 }, code, message),
        severity: 'warning' as const,
      }))
      return { events, problems: [...problems, ...flaws] }
    },
  }
}

/** The line of an event; of one that is missing, the line it should stand before. */
function lineAt(lineOf: ReadonlyMap<number, number>, n: number): number {
  const known = lineOf.get(n)
  if (known !== undefined) return known
  const next = [...lineOf.keys()]
    .filter((other) => other > n)
    .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  return lineOf.get(next) ?? 1
}

type At = { readonly file: string; readonly line: number; readonly last: boolean }
type LineReading = { readonly event: TranscriptEvent } | { readonly problem: Problem }

function readLine(text: string, at: At): LineReading {
  const place = { file: at.file, line: at.line, column: 1 }
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    if (!at.last)
      return {
        problem: problem(
          place,
          'not-json',
          'this line is not JSON',
          'Write one event per line; see docs/spec/transcript.md.',
        ),
      }
    const cut = problem(place, 'truncated-line', 'the last line is truncated; everything before it was read')
    return { problem: { ...cut, severity: 'warning' } }
  }
  const format = unknownFormat(raw)
  if (format !== undefined) {
    const said = `this transcript has format ${format}; this version of SAGE reads format ${TRANSCRIPT_FORMAT}`
    return {
      problem: problem(
        place,
        'unknown-format',
        said,
        'Read it with the version of SAGE that wrote it, or a later one.',
      ),
    }
  }
  const schemas = schemasOf(raw)
  if (schemas === undefined)
    return {
      problem: problem(
        place,
        'unknown-event',
        unknownType(raw),
        didYouMean(typeOf(raw) ?? '', SCHEMAS.keys()),
      ),
    }
  let issue: string | undefined
  for (const schema of schemas) {
    const parsed = schema.safeParse(raw)
    if (parsed.success) return { event: parsed.data }
    const first = parsed.error.issues[0]
    issue = first === undefined ? 'wrong shape' : `${first.path.join('.') || 'event'}: ${first.message}`
  }
  return { problem: problem(place, 'bad-event', `this ${typeOf(raw)} cannot be read: ${issue}`) }
}

type EventSchema = (typeof TranscriptEvent.options)[number]

/** One schema a type (two for message.sent): a union of fifteen would try them all and explain none. */
const SCHEMAS: ReadonlyMap<string, readonly EventSchema[]> = schemasByType()

function schemasByType(): Map<string, EventSchema[]> {
  const byType = new Map<string, EventSchema[]>()
  for (const schema of TranscriptEvent.options) {
    const type = schema.shape.type.value
    byType.set(type, [...(byType.get(type) ?? []), schema])
  }
  return byType
}

function schemasOf(raw: unknown): readonly EventSchema[] | undefined {
  const all = SCHEMAS.get(typeOf(raw) ?? '')
  if (all === undefined || all.length === 1) return all
  const from = memberOf(raw, 'from')
  const fitting = all.filter((schema) => 'from' in schema.shape && schema.shape.from.value === from)
  return fitting.length > 0 ? fitting : all
}

function memberOf(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? Reflect.get(raw, name)
    : undefined
}

function typeOf(raw: unknown): string | undefined {
  const type = memberOf(raw, 'type')
  return typeof type === 'string' ? type : undefined
}

function unknownFormat(raw: unknown): string | undefined {
  if (typeOf(raw) !== 'trial.started') return undefined
  const format = memberOf(raw, 'format')
  return format === TRANSCRIPT_FORMAT ? undefined : JSON.stringify(format ?? null)
}

const unknownType = (raw: unknown): string =>
  typeOf(raw) === undefined
    ? 'this line is not an event: it has no type'
    : `"${typeOf(raw)}" is not an event type of this format`
