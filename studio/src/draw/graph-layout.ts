import { layOut } from '../../../src/report/graph-drawing/draw-layout.ts'
import type { DrawnLine, DrawnNode, DrawnPart } from '../../../src/report/graph-drawing/draw-model.ts'

/** Places the steps of a procedure under one another; several procedures side by side. */
export type PlacedNode = { readonly node: DrawnNode; readonly x: number; readonly y: number }
type At = { readonly x: number; readonly y: number }
export type PlacedLine = {
  readonly line: DrawnLine
  /** where it runs, and where its text has room; null: a way back, drawn around everything */
  readonly way: { readonly points: readonly At[]; readonly label: At } | null
}
export type PlacedPart = {
  readonly part: DrawnPart
  readonly x: number
  readonly nodes: readonly PlacedNode[]
  readonly lines: readonly PlacedLine[]
}

export const NODE = { width: 184, height: 52 } as const
const GAP = 90
const LABEL_CHARS_MAX = 26
const LETTER_PX = 6.4

export function placeParts(parts: readonly DrawnPart[]): readonly PlacedPart[] {
  let left = 0
  return parts.map((part) => {
    const x = left
    // A way back to a new round would turn the drawing upside down: it is drawn, but places nothing.
    const ahead = part.lines.filter(({ back }) => !back)
    const laid = layOut(
      part.nodes.map(({ id }) => ({ id, ...NODE })),
      ahead.map(({ from, to, text }) => ({ from, to, label: sizeOf(text) })),
    )
    const centre = (id: string): At => laid.boxes.get(id) ?? { x: 0, y: 0 }
    const nodes = part.nodes.map((node) => ({
      node,
      x: x + centre(node.id).x - NODE.width / 2,
      y: centre(node.id).y - NODE.height / 2,
    }))
    const shift = (at: At): At => ({ x: x + at.x, y: at.y })
    const lines = part.lines.map((line): PlacedLine => {
      const tie = laid.ties[ahead.indexOf(line)]
      if (tie === undefined) return { line, way: null }
      const [from, to] = [centre(line.from), centre(line.to)]
      const points = [
        { x: from.x, y: from.y + NODE.height / 2 },
        ...tie.bends,
        { x: to.x, y: to.y - NODE.height / 2 },
      ]
      return { line, way: { points: points.map(shift), label: shift(tie.label ?? from) } }
    })
    left += Math.max(laid.width, NODE.width) + GAP
    return { part, x, nodes, lines }
  })
}

const sizeOf = (text: string): { readonly width: number; readonly height: number } | null =>
  text === '' ? null : { width: Math.min(text.length, LABEL_CHARS_MAX) * LETTER_PX + 10, height: 16 }

/** Straight from corner to corner, each corner rounded off. */
export function pathThrough(points: readonly At[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const bends = rest.map((at, index) => {
    const next = rest[index + 1]
    return next === undefined
      ? `L ${at.x} ${at.y}`
      : `Q ${at.x} ${at.y} ${(at.x + next.x) / 2} ${(at.y + next.y) / 2}`
  })
  return [`M ${first.x} ${first.y}`, ...bends].join(' ')
}

export const shortLabel = (text: string): string =>
  text.length <= LABEL_CHARS_MAX ? text : `${text.slice(0, LABEL_CHARS_MAX - 1)}…`
