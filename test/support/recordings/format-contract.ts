import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_FORMATS } from '../../../src/recordings/all-formats.ts'
import { formatOf } from '../../../src/recordings/detect-format.ts'
import type { RecordedEntry, Recording } from '../../../src/recordings/model/recording.ts'
import type {
  RecordingFile,
  RecordingFormat,
  SourceRecord,
} from '../../../src/recordings/model/recording-format.ts'
import { csvRecords } from '../../../src/recordings/stream/csv-records.ts'
import { jsonRecords } from '../../../src/recordings/stream/json-records.ts'

/** The records of a text, given in pieces of this size. */
export function recordsOf(
  format: RecordingFormat,
  text: string,
  size = text.length,
): readonly SourceRecord[] {
  const lists = new Set(ALL_FORMATS.flatMap((one) => one.lists))
  const source = format.reads === 'csv' ? csvRecords('sample') : jsonRecords('sample', lists)
  const found: SourceRecord[] = []
  for (let at = 0; at < text.length; at += size) found.push(...source.push(text.slice(at, at + size)))
  found.push(...source.end())
  expect(source.wrong()).toBeNull()
  return found
}

export function readAll(
  format: RecordingFormat,
  records: readonly SourceRecord[],
  more: Partial<RecordingFile> = {},
): readonly Recording[] {
  const reader = format.open({ file: 'sample', columns: {}, ...more })
  const found = records.flatMap((record) => reader.take(record))
  const { recordings, problems } = reader.end()
  expect(problems).toEqual([])
  return [...found, ...recordings]
}

/** An entry in one line: `customer: Hello`. */
export function entryLine(entry: RecordedEntry): string {
  switch (entry.is) {
    case 'said':
      return `${entry.from}: ${entry.text}`
    case 'called':
      return `${entry.from} calls ${entry.tool} ${JSON.stringify(entry.input)}`
    case 'returned':
      return `${entry.ok ? 'gives' : 'refuses'} ${JSON.stringify(entry.output)}`
    case 'aside':
      return `(${entry.from} ${entry.what}: ${entry.text})`
    case 'used':
      return `used ${entry.inputTokens}+${entry.outputTokens}`
  }
}

/** What every format must do with its own sample. */
export function formatContract(
  format: RecordingFormat,
  sample: URL,
  expected: readonly (readonly string[])[],
): void {
  const text = readFileSync(sample, 'utf8')
  const records = recordsOf(format, text)

  test('its sample is recognised as this format and no other', () => {
    const kinds = ALL_FORMATS.filter(({ reads }) => reads === format.reads)
    const [first] = records
    expect(first === undefined ? undefined : formatOf(first, kinds)?.name).toBe(format.name)
    expect(records.map((record) => format.detect(record))).not.toContain('no')
  })

  test('everything in it is kept, in its order', () => {
    expect(readAll(format, records).map(({ entries }) => entries.map(entryLine))).toEqual(expected)
  })

  test.each([1, 7, 64])('read in pieces of %i characters it is the same', (size) => {
    expect(readAll(format, recordsOf(format, text, size))).toEqual(readAll(format, records))
  })

  if (format.reads === 'json')
    test('cut character by character it is the same', () => {
      const cutter = jsonRecords('sample', new Set(ALL_FORMATS.flatMap((one) => one.lists)))
      const found = [...cutter.push(text), ...cutter.end()]
      const plain = (list: readonly SourceRecord[]) => list.map(({ value, list: name }) => ({ value, name }))
      expect(plain(found)).toEqual(plain(records))
    })
}
