import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/**
 * The pages of an SQLite file, read without SQLite: it refuses a file whose first page is damaged, and libsql ends the
 * process at a text that is not UTF-8. Committed pages of the log beside the file (-wal) come before those in the file.
 */
export type RawPages = {
  readonly pageSize: number
  /** bytes of a page that hold data */
  readonly usable: number
  readonly count: number
  /** the first page starts with what every SQLite file starts with */
  readonly isSqlite: boolean
  /** pages the file should have, and pages of the log, that are not there or fail their checksum */
  readonly missing: number
  /** page 1 is the first; undefined: the file is too short for it */
  readonly page: (number: number) => Uint8Array | undefined
  readonly close: () => void
}

const MAGIC = 'SQLite format 3\0'
const DEFAULT_PAGE_BYTES = 4096
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const WAL_MAGIC = 0x377f0682

export function openRawPages(file: string): RawPages {
  const main = openFile(file)
  const header = viewOf(main.read(0, 100))
  const isSqlite = Buffer.from(header.buffer, header.byteOffset, 16).toString('latin1') === MAGIC
  const log = existsSync(`${file}-wal`) ? openFile(`${file}-wal`) : undefined
  const pageSize = pageSizeOf(header, log)
  const wal = log === undefined ? NO_LOG : framesOf(log, pageSize)
  const inFile = Math.ceil(main.bytes / pageSize)
  const first = wal.frames.get(1)
  const latest = first === undefined || log === undefined ? header : viewOf(log.read(first, 100))
  const stated = isSqlite ? latest.getUint32(28) : 0
  const count = Math.max(inFile, wal.pages)
  return {
    pageSize,
    usable: pageSize - (isSqlite ? latest.getUint8(20) : 0),
    count,
    isSqlite,
    // A file that is longer than it says has more pages than are in use; one that is absurdly long by its own words has a damaged header.
    missing: wal.broken + (stated > count && stated < count * 1000 ? stated - count : 0),
    page: (number) => {
      const frame = wal.frames.get(number)
      if (frame !== undefined && log !== undefined) return log.read(frame, pageSize)
      const at = (number - 1) * pageSize
      return at + pageSize <= main.bytes ? main.read(at, pageSize) : undefined
    },
    close: () => {
      main.close()
      log?.close()
    },
  }
}

type OpenFile = {
  readonly bytes: number
  /** shorter than asked for at the end of the file: the rest is zero */
  readonly read: (at: number, length: number) => Uint8Array
  readonly close: () => void
}

function openFile(path: string): OpenFile {
  const handle = openSync(path, 'r')
  return {
    bytes: statSync(path).size,
    read: (at, length) => {
      const bytes = Buffer.alloc(length)
      readSync(handle, bytes, 0, length, at)
      return bytes
    },
    close: () => closeSync(handle),
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const isPageSize = (size: number): boolean => size >= 512 && size <= 65536 && (size & (size - 1)) === 0

function pageSizeOf(header: DataView, log: OpenFile | undefined): number {
  const stated = header.getUint16(16)
  const inHeader = stated === 1 ? 65536 : stated
  if (isPageSize(inHeader)) return inHeader
  const inLog = log === undefined || log.bytes < WAL_HEADER_BYTES ? 0 : viewOf(log.read(0, 32)).getUint32(8)
  return isPageSize(inLog) ? inLog : DEFAULT_PAGE_BYTES
}

type Frames = {
  /** where in the log the latest committed version of a page begins */
  readonly frames: ReadonlyMap<number, number>
  /** pages of the file after the last commit */
  readonly pages: number
  /** frames of this log that fail their checksum, with those after them */
  readonly broken: number
}

const NO_LOG: Frames = { frames: new Map(), pages: 0, broken: 0 }

/** Frames count up to the last commit. A frame with another salt is left over from an older log: it says nothing. */
function framesOf(log: OpenFile, pageSize: number): Frames {
  if (log.bytes < WAL_HEADER_BYTES) return NO_LOG
  const head = log.read(0, WAL_HEADER_BYTES)
  const view = viewOf(head)
  const total = Math.floor((log.bytes - WAL_HEADER_BYTES) / (FRAME_HEADER_BYTES + pageSize))
  const magic = view.getUint32(0)
  if ((magic & ~1) !== WAL_MAGIC || view.getUint32(8) !== pageSize) return { ...NO_LOG, broken: total }
  const littleEndian = (magic & 1) === 0
  const committed = new Map<number, number>()
  let pending: [number, number][] = []
  let pages = 0
  let sums = checksum([0, 0], head.subarray(0, 24), littleEndian)
  if (sums[0] !== view.getUint32(24) || sums[1] !== view.getUint32(28)) return { ...NO_LOG, broken: total }
  for (let index = 0; index < total; index += 1) {
    const at = WAL_HEADER_BYTES + index * (FRAME_HEADER_BYTES + pageSize)
    const bytes = log.read(at, FRAME_HEADER_BYTES + pageSize)
    const frame = viewOf(bytes)
    if (frame.getUint32(8) !== view.getUint32(16) || frame.getUint32(12) !== view.getUint32(20)) break
    sums = checksum(sums, bytes.subarray(0, 8), littleEndian)
    sums = checksum(sums, bytes.subarray(FRAME_HEADER_BYTES), littleEndian)
    if (sums[0] !== frame.getUint32(16) || sums[1] !== frame.getUint32(20))
      return { frames: committed, pages, broken: total - index }
    pending.push([frame.getUint32(0), at + FRAME_HEADER_BYTES])
    const after = frame.getUint32(4)
    if (after === 0) continue
    for (const [number, place] of pending) committed.set(number, place)
    pending = []
    pages = after
  }
  return { frames: committed, pages, broken: 0 }
}

type Sums = readonly [number, number]

function checksum([first, second]: Sums, bytes: Uint8Array, littleEndian: boolean): Sums {
  const view = viewOf(bytes)
  let one = first
  let two = second
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + view.getUint32(at, littleEndian) + two) >>> 0
    two = (two + view.getUint32(at + 4, littleEndian) + one) >>> 0
  }
  return [one, two]
}
