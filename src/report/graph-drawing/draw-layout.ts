/**
 * A layered layout for acyclic drawings (Sugiyama): ranks by the longest way, few crossings, children under parents.
 * In: boxes with sizes and links. Out: where each box and each bend of a line goes. Labels are boxes of their own in
 * the ranks between, so no label ever lies on another or on a step.
 */
export type Box = { readonly id: string; readonly width: number; readonly height: number }
export type Tie = {
  readonly from: string
  readonly to: string
  readonly label: { readonly width: number; readonly height: number } | null
}

export type Point = { readonly x: number; readonly y: number }
export type Layout = {
  readonly width: number
  readonly height: number
  /** centre of each box */
  readonly boxes: ReadonlyMap<string, Point>
  /** per tie: the bends between its ends, and the centre of its label */
  readonly ties: readonly { readonly bends: readonly Point[]; readonly label: Point | null }[]
}

const GAP_X = 26
const GAP_Y = 16
const SWEEPS = 24
const BEND_WIDTH = 14

type Cell = {
  readonly key: string
  readonly rank: number
  readonly width: number
  readonly height: number
  up: Cell[]
  down: Cell[]
  x: number
}

export function layOut(boxes: readonly Box[], ties: readonly Tie[]): Layout {
  const ranks = ranksOf(boxes, ties)
  const cells = new Map<string, Cell>()
  for (const box of boxes) cells.set(box.id, cellOf(box.id, 2 * (ranks.get(box.id) ?? 0), box))
  const chains = ties.map((tie, index) => chainOf(tie, index, cells))
  const rows = rowsOf([...cells.values()])
  untangle(rows)
  straighten(rows)
  const tops = rowTops(rows)
  const at = (cell: Cell): Point => ({
    x: cell.x,
    y: (tops[cell.rank] ?? 0) + rowHeight(rows[cell.rank] ?? []) / 2,
  })
  const last = tops.length - 1
  return {
    width: Math.max(0, ...[...cells.values()].map((cell) => cell.x + cell.width / 2)),
    height: (tops[last] ?? 0) + rowHeight(rows[last] ?? []),
    boxes: new Map(boxes.flatMap((box) => placed(box.id, cells.get(box.id), at))),
    ties: chains.map((chain) => ({
      bends: chain.cells.map(at),
      label: chain.label === undefined ? null : at(chain.label),
    })),
  }
}

const placed = (id: string, cell: Cell | undefined, at: (cell: Cell) => Point): [string, Point][] =>
  cell === undefined ? [] : [[id, at(cell)]]

const cellOf = (
  key: string,
  rank: number,
  size: { readonly width: number; readonly height: number },
): Cell => ({
  key,
  rank,
  width: size.width,
  height: size.height,
  up: [],
  down: [],
  x: 0,
})

/** The longest way from a start; ties must form no circle. */
function ranksOf(boxes: readonly Box[], ties: readonly Tie[]): ReadonlyMap<string, number> {
  const waiting = new Map(boxes.map((box) => [box.id, 0]))
  const out = new Map<string, string[]>()
  for (const tie of ties) {
    waiting.set(tie.to, (waiting.get(tie.to) ?? 0) + 1)
    out.set(tie.from, [...(out.get(tie.from) ?? []), tie.to])
  }
  const ranks = new Map(boxes.map((box) => [box.id, 0]))
  const ready = boxes.filter((box) => waiting.get(box.id) === 0).map((box) => box.id)
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    for (const to of out.get(id) ?? []) {
      ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(id) ?? 0) + 1))
      const left = (waiting.get(to) ?? 1) - 1
      waiting.set(to, left)
      if (left === 0) ready.push(to)
    }
  }
  return ranks
}

type Chain = { readonly cells: readonly Cell[]; readonly label: Cell | undefined }

/** A cell in every rank a line passes; the first of them holds its label. */
function chainOf(tie: Tie, index: number, cells: Map<string, Cell>): Chain {
  const [from, to] = [cells.get(tie.from), cells.get(tie.to)]
  if (from === undefined || to === undefined) return { cells: [], label: undefined }
  const chain: Cell[] = []
  let before = from
  for (let rank = from.rank + 1; rank < to.rank; rank += 1) {
    const isLabel = tie.label !== null && rank === from.rank + 1
    const size = isLabel && tie.label !== null ? tie.label : { width: BEND_WIDTH, height: 0 }
    const cell = cellOf(`tie ${index} ${rank}`, rank, size)
    cells.set(cell.key, cell)
    join(before, cell)
    chain.push(cell)
    before = cell
  }
  join(before, to)
  return { cells: chain, label: tie.label === null ? undefined : chain[0] }
}

function join(above: Cell, below: Cell): void {
  above.down.push(below)
  below.up.push(above)
}

function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = Array.from({ length: Math.max(-1, ...cells.map((cell) => cell.rank)) + 1 }, () => [])
  const seen = new Set<Cell>()
  const visit = (cell: Cell) => {
    if (seen.has(cell)) return
    seen.add(cell)
    rows[cell.rank]?.push(cell)
    for (const next of cell.down) visit(next)
  }
  for (const cell of cells) if (cell.up.length === 0) visit(cell)
  return rows
}

/** Orders each row by where its neighbours stand, down and up in turn, and keeps the best order seen. */
function untangle(rows: Cell[][]): void {
  let best = rows.map((row) => [...row])
  let fewest = crossings(rows)
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const down = sweep % 2 === 0
    const order = down ? rows : [...rows].reverse()
    for (const row of order) sortRow(row, rows, down ? 'up' : 'down')
    const now = crossings(rows)
    if (now >= fewest) continue
    fewest = now
    best = rows.map((row) => [...row])
  }
  rows.splice(0, rows.length, ...best)
}

function sortRow(row: Cell[], rows: readonly Cell[][], side: 'up' | 'down'): void {
  const places = new Map<Cell, number>()
  for (const one of rows) for (const [index, cell] of one.entries()) places.set(cell, index)
  const weight = (cell: Cell) => {
    const near = cell[side]
    if (near.length === 0) return places.get(cell) ?? 0
    return near.reduce((sum, other) => sum + (places.get(other) ?? 0), 0) / near.length
  }
  const weights = new Map(row.map((cell) => [cell, weight(cell)]))
  row.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
}

function crossings(rows: readonly Cell[][]): number {
  let sum = 0
  rows.forEach((row, index) => {
    const below = new Map((rows[index + 1] ?? []).map((cell, place) => [cell, place]))
    const ends = row.flatMap((cell) => cell.down.map((to) => below.get(to) ?? 0).sort((a, b) => a - b))
    ends.forEach((end, at) => {
      for (let later = at + 1; later < ends.length; later += 1) if ((ends[later] ?? 0) < end) sum += 1
    })
  })
  return sum
}

/** Moves every row as near under its neighbours as its widths allow (least squares, exactly). */
function straighten(rows: readonly Cell[][]): void {
  for (const row of rows)
    settleRow(
      row,
      row.map(() => 0),
    )
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const order = sweep % 2 === 0 ? rows : [...rows].reverse()
    for (const row of order) {
      settleRow(
        row,
        row.map((cell) => wishOf(cell, sweep < 2 ? cell.up : [...cell.up, ...cell.down])),
      )
    }
  }
  const left = Math.min(0, ...rows.flat().map((cell) => cell.x - cell.width / 2))
  for (const cell of rows.flat()) cell.x -= left
}

/** Under the mean of the neighbours; long lines pull hardest, so that they come out straight. */
function wishOf(cell: Cell, near: readonly Cell[]): number {
  let [sum, weights] = [0, 0]
  for (const other of near) {
    const weight = isBend(cell) && isBend(other) ? 8 : isBend(cell) || isBend(other) ? 2 : 1
    sum += weight * other.x
    weights += weight
  }
  return weights === 0 ? cell.x : sum / weights
}
const isBend = (cell: Cell): boolean => cell.height === 0

/** Pools neighbours that would overlap and gives each pool its mean: the closest legal places to the wished ones. */
function settleRow(row: readonly Cell[], wishes: readonly number[]): void {
  const offsets: number[] = []
  row.forEach((cell, index) => {
    const before = row[index - 1]
    offsets.push(
      before === undefined ? 0 : (offsets[index - 1] ?? 0) + (before.width + cell.width) / 2 + GAP_X,
    )
  })
  const pools: { sum: number; count: number }[] = []
  row.forEach((_, index) => {
    let pool = { sum: (wishes[index] ?? 0) - (offsets[index] ?? 0), count: 1 }
    for (
      let last = pools.at(-1);
      last && last.sum / last.count > pool.sum / pool.count;
      last = pools.at(-1)
    ) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count }
      pools.pop()
    }
    pools.push(pool)
  })
  let at = 0
  for (const pool of pools)
    for (let n = 0; n < pool.count; n += 1) {
      const cell = row[at]
      if (cell !== undefined) cell.x = pool.sum / pool.count + (offsets[at] ?? 0)
      at += 1
    }
}

const rowHeight = (row: readonly Cell[]): number => Math.max(0, ...row.map((cell) => cell.height))

function rowTops(rows: readonly Cell[][]): readonly number[] {
  const tops: number[] = []
  let y = 0
  for (const row of rows) {
    tops.push(y)
    y += rowHeight(row) + GAP_Y
  }
  return tops
}
