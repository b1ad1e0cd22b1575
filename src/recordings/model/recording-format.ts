import type { Problem } from '../../base/files/problem.ts'
import type { Json } from '../../base/values/json.ts'
import type { Recording } from './recording.ts'

/**
 * A format in which other systems record conversations: everything SAGE knows of it. One folder a format, one line in
 * all-formats.ts.
 */
export type RecordingFormat = {
  /** as `sage import` takes it */
  readonly name: string
  /** one line of help */
  readonly title: string
  readonly reads: 'json' | 'csv'
  /** members of a document whose elements are records of their own: they are read one by one, however many there are */
  readonly lists: readonly string[]
  /** `maybe`: it could be, and another format could as well. Formats are asked in the order of the list */
  readonly detect: (record: SourceRecord) => 'yes' | 'maybe' | 'no'
  readonly open: (file: RecordingFile) => RecordReader
}

/** One record of a file: an element of its list, a line of JSON, or a row. */
export type SourceRecord = {
  readonly value: Json
  /** the list it stands in; null: it is a document or a line of its own, or an element of a list without a name */
  readonly list: string | null
  /** it is an element of a list that has no name */
  readonly inArray: boolean
  /** which document or line of the file it belongs to, from 0 */
  readonly document: number
  /** members of the document beside its lists, as far as they were read */
  readonly head: Json
  readonly line: number
}

export type RecordingFile = {
  readonly file: string
  /** the columns of a table and what they mean */
  readonly columns: Readonly<Record<string, string>>
}

/** Reads the records of one file, in order. Memory must not grow with the file. */
export type RecordReader = {
  readonly take: (record: SourceRecord) => readonly Recording[]
  /** what was still open when the file ended, and what is wrong with the file as a whole */
  readonly end: () => { readonly recordings: readonly Recording[]; readonly problems: readonly Problem[] }
}
