import { extname } from 'node:path'
import { SageError } from '../../../base/error.ts'
import { type Problem, problem } from '../../../base/files/problem.ts'
import { formatOf, notOfFormat, unknownFormat } from '../../../recordings/detect-format.ts'
import type { Recording } from '../../../recordings/model/recording.ts'
import type {
  RecordingFormat,
  RecordReader,
  SourceRecord,
} from '../../../recordings/model/recording-format.ts'
import { csvRecords } from '../../../recordings/stream/csv-records.ts'
import { jsonRecords } from '../../../recordings/stream/json-records.ts'
import { unpackedText } from '../../files/unpacked-text.ts'

/** What a file is read with. */
export type ReadWith = {
  readonly formats: readonly RecordingFormat[]
  /** null: it is recognised */
  readonly format: RecordingFormat | null
  readonly columns: Readonly<Record<string, string>>
}

export type FromFile =
  | { readonly is: 'recording'; readonly recording: Recording; readonly format: RecordingFormat }
  /** the file cannot be used; nothing after it is read */
  | { readonly is: 'problem'; readonly problem: Problem }

/** The conversations of a file, one at a time. `named` is how the user calls the file. */
export async function* recordingsIn(path: string, named: string, how: ReadWith): AsyncGenerator<FromFile> {
  const reading = openReading(path, named, how)
  try {
    for await (const text of unpackedText(path)) {
      yield* reading.push(text)
      if (reading.isOver()) return
    }
    yield* reading.end()
  } catch (cause) {
    if (!(cause instanceof SageError)) throw cause
    const { message, hint, code } = cause
    yield { is: 'problem', problem: problem({ file: named, line: 1, column: 1 }, code, message, hint) }
  }
}

/** The steps of reading one file, without the file: `push` its text, then `end`. */
export function openReading(path: string, named: string, { formats, format, columns }: ReadWith) {
  const isTable =
    format === null ? /^\.csv$/i.test(extname(path.replace(/\.gz$/i, ''))) : format.reads === 'csv'
  const source = isTable
    ? csvRecords(named)
    : jsonRecords(named, new Set(formats.flatMap(({ lists }) => lists)))
  const fitting = formats.filter(({ reads }) => reads === (isTable ? 'csv' : 'json'))
  let chosen = format
  let reader: RecordReader | null = null
  let over = false
  const fail = (found: Problem): FromFile => {
    over = true
    return { is: 'problem', problem: found }
  }
  function* take(read: readonly SourceRecord[]): Generator<FromFile> {
    for (const record of read) {
      chosen ??= formatOf(record, fitting) ?? null
      if (chosen === null) return yield fail(unknownFormat(named, record))
      if (chosen.detect(record) === 'no')
        return yield fail(notOfFormat(named, record, { format: chosen, formats: fitting }))
      reader ??= chosen.open({ file: named, columns })
      for (const recording of reader.take(record)) yield { is: 'recording', recording, format: chosen }
    }
    const wrong = source.wrong()
    if (wrong !== null) yield fail(wrong)
  }
  function* end(): Generator<FromFile> {
    yield* take(source.end())
    if (over) return
    if (reader === null || chosen === null) return yield fail(nothingIn(named))
    const { recordings, problems } = reader.end()
    for (const recording of recordings) yield { is: 'recording', recording, format: chosen }
    for (const found of problems) yield fail(found)
  }
  return { push: (text: string) => take(source.push(text)), end, isOver: () => over }
}

const nothingIn = (file: string): Problem =>
  problem(
    { file, line: 1, column: 1 },
    'nothing-recorded',
    'the file holds no conversation',
    'Check the file.',
  )
