import { type Problem, problem } from '../base/files/problem.ts'
import type { RecordingFormat, SourceRecord } from './model/recording-format.ts'

/** The format of a record: the first that is sure, else the first that could be. */
export function formatOf(
  record: SourceRecord,
  formats: readonly RecordingFormat[],
): RecordingFormat | undefined {
  return (
    formats.find((format) => format.detect(record) === 'yes') ??
    formats.find((format) => format.detect(record) === 'maybe')
  )
}

/** A record that the format of its file cannot read: the file mixes formats, or is of another one. */
export function notOfFormat(
  file: string,
  record: SourceRecord,
  { format, formats }: { readonly format: RecordingFormat; readonly formats: readonly RecordingFormat[] },
): Problem {
  const other = formats.find((one) => one.detect(record) === 'yes')
  const looks = other === undefined ? 'no format that is known' : other.name
  return problem(
    { file, line: record.line, column: 1 },
    'other-format',
    `this record is not ${format.name}; it looks like ${looks}`,
    other === undefined
      ? 'Check what the file is. `sage import --help` lists the formats.'
      : 'Import files of different formats one by one.',
  )
}

/** A record that no format knows. */
export const unknownFormat = (file: string, { line }: Pick<SourceRecord, 'line'>): Problem =>
  problem(
    { file, line, column: 1 },
    'unknown-format',
    'no format knows this record',
    'Name the format, or turn the file into one of those that `sage import --help` lists.',
  )
