import type { RawPages } from './raw-pages.ts'
import { type RawValue, readRecord, readVarint } from './raw-record.ts'

/** A row and where it lies. It is read again when it is wanted: a store may be larger than memory. */
export type RawRow = {
  readonly rowid: number
  readonly values: readonly RawValue[]
  readonly place: RowPlace
  /** a page of a tree leads to it; where the list of free pages is damaged, a row without may be an old version */
  readonly linked: boolean
}
export type RowPlace = { readonly page: number; readonly cell: number }

/** What reading every page came to. */
export type Scan = {
  /** pages that hold something and could not be read, with those that are missing */
  readonly unreadable: number
  /** rows whose bytes are no row, or whose long values lead nowhere */
  readonly brokenRows: number
}

const KINDS = { 2: 'index', 5: 'tree', 10: 'index', 13: 'rows' } as const

/**
 * Every row of every table, page by page, whatever became of the tree above them and of the schema. Pages on the list of
 * free pages hold deleted rows and are passed over.
 */
export function scanRows(pages: RawPages, onRow: (row: RawRow) => void): Scan {
  const listed = freePages(pages)
  const children = linkedPages(pages, listed)
  const isSound = listed !== undefined && ![...children].some((page) => listed.has(page))
  const free = isSound ? listed : new Set<number>()
  const claimed = new Set<number>()
  const unknown: number[] = []
  let unreadable = pages.missing + (isSound ? 0 : 1)
  let brokenRows = 0
  for (let number = 1; number <= pages.count; number += 1) {
    if (free.has(number) || isLockPage(number, pages.pageSize)) continue
    const bytes = pages.page(number)
    const cells = bytes === undefined ? undefined : cellsOf(bytes, number, pages.usable)
    if (bytes === undefined || cells === undefined) {
      unknown.push(number)
      continue
    }
    if (!cells.complete) unreadable += 1
    for (const [cell, at] of cells.at.entries()) {
      const read = readCell(pages, { bytes, at, kind: cells.kind, claim: (page) => claimed.add(page) })
      if (cells.kind !== 'rows') continue
      const values = read === undefined ? undefined : readRecord(read.payload)
      if (read === undefined || values === undefined) brokenRows += 1
      else {
        const linked = children.has(number)
        onRow({ rowid: read.rowid, values, place: { page: number, cell }, linked })
      }
    }
  }
  return { unreadable: unreadable + unknown.filter((page) => !claimed.has(page)).length, brokenRows }
}

/** A row that a scan found. */
export function readRow(pages: RawPages, { page, cell }: RowPlace): readonly RawValue[] | undefined {
  const bytes = pages.page(page)
  const cells = bytes === undefined ? undefined : cellsOf(bytes, page, pages.usable)
  const at = cells?.at[cell]
  if (bytes === undefined || cells === undefined || at === undefined) return undefined
  const read = readCell(pages, { bytes, at, kind: cells.kind, claim: () => undefined })
  return read === undefined ? undefined : readRecord(read.payload)
}

/** SQLite keeps its locks at this place and no data. */
const isLockPage = (number: number, pageSize: number): boolean => number === 0x4000_0000 / pageSize + 1

/** The pages that hold deleted rows; undefined: the list is damaged, so that no page can be called free. */
function freePages(pages: RawPages): ReadonlySet<number> | undefined {
  const first = pages.isSqlite ? pages.page(1) : undefined
  if (first === undefined) return undefined
  const free = new Set<number>()
  const add = (page: number): boolean => {
    if (page < 2 || page > pages.count || free.has(page)) return false
    free.add(page)
    return true
  }
  for (let trunk = uint32(first, 32); trunk !== 0; ) {
    const bytes = add(trunk) ? pages.page(trunk) : undefined
    const leaves = bytes === undefined ? 0 : uint32(bytes, 4)
    if (bytes === undefined || leaves > pages.usable / 4 - 2) return undefined
    for (let index = 0; index < leaves; index += 1) if (!add(uint32(bytes, 8 + index * 4))) return undefined
    trunk = uint32(bytes, 0)
  }
  return free.size === uint32(first, 36) ? free : undefined
}

/** Every page that a page of a table's tree leads to. */
function linkedPages(pages: RawPages, free: ReadonlySet<number> = new Set()): ReadonlySet<number> {
  const linked = new Set<number>()
  for (let number = 1; number <= pages.count; number += 1) {
    const bytes = free.has(number) ? undefined : pages.page(number)
    const cells = bytes === undefined ? undefined : cellsOf(bytes, number, pages.usable)
    if (bytes === undefined || cells?.kind !== 'tree') continue
    for (const at of cells.at) linked.add(uint32(bytes, at))
    linked.add(uint32(bytes, (number === 1 ? 100 : 0) + 8))
  }
  return linked
}

type Cells = {
  readonly kind: (typeof KINDS)[keyof typeof KINDS]
  readonly at: readonly number[]
  /** every byte of the page is accounted for: no row was on it that is not in the list */
  readonly complete: boolean
}

/** Where the cells of a page begin; undefined: it is no page of a tree. */
function cellsOf(bytes: Uint8Array, number: number, usable: number): Cells | undefined {
  const head = number === 1 ? 100 : 0
  const kind = kindOf(bytes[head])
  if (kind === undefined) return undefined
  const list = head + (bytes[head] === 13 || bytes[head] === 10 ? 8 : 12)
  const count = uint16(bytes, head + 3)
  const start = uint16(bytes, head + 5) || 65536
  if (list + count * 2 > usable || start > usable || start < list + count * 2) return undefined
  const at = Array.from({ length: count }, (_, index) => uint16(bytes, list + index * 2))
  return { kind, at, complete: isComplete(bytes, { head, start, at, usable, kind }) }
}

const kindOf = (byte: number | undefined): Cells['kind'] | undefined =>
  byte === 2 || byte === 5 || byte === 10 || byte === 13 ? KINDS[byte] : undefined

/** Cells, free blocks and single free bytes fill the content part exactly: a damaged count or pointer shows here. */
function isComplete(
  bytes: Uint8Array,
  page: {
    readonly head: number
    readonly start: number
    readonly at: readonly number[]
    readonly usable: number
    readonly kind: Cells['kind']
  },
): boolean {
  const { head, start, at, usable, kind } = page
  let used = bytes[head + 7] ?? 0
  let last = 0
  for (let block = uint16(bytes, head + 1); block !== 0; block = uint16(bytes, block)) {
    if (block <= last || block + 4 > usable) return false
    used += uint16(bytes, block + 2)
    last = block
  }
  for (const cell of at) {
    const shape = cell < start ? undefined : cellShape(bytes, { at: cell, usable, kind })
    if (shape === undefined) return false
    used += Math.max(4, shape.end - cell)
  }
  return used === usable - start
}

type CellShape = {
  readonly rowid: number
  readonly payload: number
  readonly from: number
  /** bytes of the payload in this page; the rest is in a chain of other pages */
  readonly here: number
  readonly end: number
}

function cellShape(
  bytes: Uint8Array,
  { at, usable, kind }: { readonly at: number; readonly usable: number; readonly kind: Cells['kind'] },
): CellShape | undefined {
  const isLeaf = kind === 'rows' || bytes[0] === 10
  const start = isLeaf ? at : at + 4
  if (kind === 'tree') {
    const key = readVarint(bytes, start)
    return key === undefined ? undefined : { rowid: 0, payload: 0, from: key.next, here: 0, end: key.next }
  }
  const payload = readVarint(bytes, start)
  const rowid = payload === undefined || kind === 'index' ? payload : readVarint(bytes, payload.next)
  if (payload === undefined || rowid === undefined) return undefined
  const here = bytesHere(payload.value, usable, kind)
  const end = rowid.next + here + (here < payload.value ? 4 : 0)
  if (end > usable) return undefined
  return { rowid: rowid.value, payload: payload.value, from: rowid.next, here, end }
}

/** From SQLite's file format, section 1.6. */
function bytesHere(payload: number, usable: number, kind: Cells['kind']): number {
  const most = kind === 'rows' ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (payload <= most) return payload
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((payload - least) % (usable - 4))
  return wanted <= most ? wanted : least
}

/** The whole payload of a cell; undefined: its bytes, or the pages it goes on in, cannot be followed. */
function readCell(
  pages: RawPages,
  cell: {
    readonly bytes: Uint8Array
    readonly at: number
    readonly kind: Cells['kind']
    readonly claim: (page: number) => void
  },
): { readonly rowid: number; readonly payload: Uint8Array } | undefined {
  const { bytes, at, kind, claim } = cell
  const shape = cellShape(bytes, { at, usable: pages.usable, kind })
  if (shape === undefined || shape.payload > pages.count * pages.pageSize) return undefined
  const { rowid, payload, from, here } = shape
  if (here === payload) return { rowid, payload: bytes.subarray(from, from + here) }
  const parts = [bytes.subarray(from, from + here)]
  let left = payload - here
  let next = uint32(bytes, from + here)
  while (left > 0) {
    const page = next > 0 && next <= pages.count ? pages.page(next) : undefined
    if (page === undefined) return undefined
    claim(next)
    parts.push(page.subarray(4, Math.min(pages.usable, 4 + left)))
    left -= pages.usable - 4
    next = uint32(page, 0)
  }
  // The last page of a chain leads nowhere; a damaged one does.
  return next === 0 ? { rowid, payload: Buffer.concat(parts) } : undefined
}

const uint16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
const uint32 = (bytes: Uint8Array, at: number): number =>
  (uint16(bytes, at) * 65536 + uint16(bytes, at + 2)) >>> 0
