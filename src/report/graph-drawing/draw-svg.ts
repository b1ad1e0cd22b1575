import { inMarkup } from '../../base/in-markup.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { INK } from './draw-colours.ts'
import { type Layout, layOut, type Point } from './draw-layout.ts'
import {
  type DrawnLine,
  type DrawnNode,
  type DrawnPart,
  drawingOf,
  type Marks,
  STEP_KINDS,
} from './draw-model.ts'
import { nodeShape, type ShapeBody } from './draw-shapes.ts'

/**
 * The graph as one self-contained picture: no script, no style sheet, no font, nothing from outside. Names and guards
 * come from packs of strangers, so every word is escaped.
 */
export function graphToSvg(graph: Graph, marks: Marks = {}): string {
  const { parts } = drawingOf(graph, marks)
  const panels = parts.map(panelOf)
  const legend = legendOf(marks)
  const width = Math.max(legend.width, ...panels.map((panel) => panel.width)) + 2 * MARGIN
  const placed: string[] = []
  let y = MARGIN
  for (const panel of [legend, ...panels]) {
    placed.push(`<g transform="translate(${MARGIN} ${round(y)})">${panel.body}</g>`)
    y += panel.height + PANEL_GAP
  }
  const size = `width="${round(width)}" height="${round(y)}" viewBox="0 0 ${round(width)} ${round(y)}"`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="Helvetica, Arial, sans-serif" fill="${INK.text}">`
  return `${[open, `<rect width="100%" height="100%" fill="#ffffff"/>`, ...placed, '</svg>'].join('\n')}\n`
}

const MARGIN = 24
const PANEL_GAP = 32
const HEADER = 56
const LINE_MAX = 40
const ROW_MAX = 40
/** the lid of a check's cylinder keeps its name clear */
const LID = 10
type Panel = { readonly width: number; readonly height: number; readonly body: string }

function panelOf(part: DrawnPart): Panel {
  const scene = sceneOf(part)
  const boxes = scene.nodes.map(({ key, node }) => ({ id: key, ...nodeSize(node) }))
  const forward = scene.lines.filter(({ line }) => !line.back)
  const layout = layOut(
    boxes,
    forward.map(({ from, to, line }) => ({ from, to, label: labelSize(line) })),
  )
  const back = scene.lines.filter(({ line }) => line.back)
  const drawn = [
    ...forward.map((tie, index) => tieOf(tie, { scene, layout, index })),
    ...back.map((tie, index) => circleOf(tie, { scene, layout, index })),
    ...scene.nodes.map(({ key, node }) => nodeOf(node, layout.boxes.get(key) ?? { x: 0, y: 0 })),
  ]
  const room =
    back.length === 0
      ? 0
      : 30 + 24 * back.length + Math.max(...back.map(({ line }) => labelSize(line)?.width ?? 0))
  const header = [
    text(part.kind === 'procedure' ? part.id : `interrupt ${part.id}`, {
      x: 20,
      y: 26,
      size: 17,
      bold: true,
    }),
    text(short(part.subtitle, 110), { x: 20, y: 44, size: 12, ink: INK.faint }),
  ]
  const width = Math.max(layout.width + room, headerWidth(part)) + 40
  const height = layout.height + HEADER + 24
  const frame = `<rect width="${round(width)}" height="${round(height)}" rx="10" fill="#fcfcfd" stroke="#d5dae0"/>`
  const body = `${frame}${header.join('')}<g transform="translate(20 ${HEADER})">${drawn.join('')}</g>`
  return { width, height, body }
}

const headerWidth = (part: DrawnPart): number =>
  Math.max(textWidth(part.id, 19), textWidth(short(part.subtitle, 110), 12))

/** Each way into an end gets its own small end: one shared end would draw a line across the whole picture for each. */
type Scene = {
  readonly nodes: readonly { readonly key: string; readonly node: DrawnNode }[]
  readonly lines: readonly SceneLine[]
}
type SceneLine = { readonly from: string; readonly to: string; readonly line: DrawnLine }

function sceneOf(part: DrawnPart): Scene {
  const byId = new Map(part.nodes.map((node) => [node.id, node]))
  const nodes = part.nodes.filter((node) => node.kind !== 'end').map((node) => ({ key: node.id, node }))
  const lines = part.lines.map((line, index): SceneLine => {
    const target = byId.get(line.to)
    if (target?.kind !== 'end') return { from: line.from, to: line.to, line }
    const key = `${line.to}\n${index}`
    nodes.push({ key, node: { ...target, on: line.on, count: null } })
    return { from: line.from, to: key, line }
  })
  return { nodes, lines }
}

const nodeSize = (node: DrawnNode): { width: number; height: number } => {
  if (node.kind === 'end' || node.kind === 'resume') return { width: 26, height: 26 }
  const widest = Math.max(
    textWidth(short(node.title, LINE_MAX), 13),
    textWidth(short(node.does, LINE_MAX), 11),
    textWidth(citesOf(node), 10),
  )
  const slanted = node.kind === 'decide' || node.kind === 'confirm' ? 64 : 40
  const lid = node.kind === 'check' ? LID : 0
  return { width: Math.max(120, widest + slanted), height: (node.cites.length === 0 ? 44 : 58) + lid }
}
const citesOf = (node: DrawnNode): string => short(node.cites.join(', '), LINE_MAX)

/** A guard on up to three lines: cut short, it would hide what decides. The full text is the tooltip. */
function labelOf(line: DrawnLine): readonly string[] {
  if (line.text === '') return []
  const rows: string[] = []
  for (const word of `${line.text}${line.count === null ? '' : ` ×${line.count}`}`.split(/\s+/)) {
    const last = rows.at(-1)
    if (last !== undefined && [...last, ...word].length < ROW_MAX) rows[rows.length - 1] = `${last} ${word}`
    else rows.push(short(word, LINE_MAX))
  }
  const [first = '', second = ''] = rows
  return rows.length <= 3 ? rows : [first, second, short(rows.slice(2).join(' '), ROW_MAX)]
}
const labelSize = (line: DrawnLine): { width: number; height: number } | null => {
  const rows = labelOf(line)
  if (rows.length === 0) return null
  return { width: Math.max(...rows.map((row) => textWidth(row, 11))) + 8, height: 13 * rows.length + 4 }
}

type Placing = { readonly scene: Scene; readonly layout: Layout; readonly index: number }

function tieOf({ from, to, line }: SceneLine, { scene, layout, index }: Placing): string {
  const [start, end] = [layout.boxes.get(from), layout.boxes.get(to)]
  const tie = layout.ties[index]
  if (start === undefined || end === undefined || tie === undefined) return ''
  const first = { x: start.x, y: start.y + halfHeight(scene, from) }
  const last = { x: end.x, y: end.y - halfHeight(scene, to) - 1 }
  const points = [first, ...tie.bends, last]
  // A line that is all but straight would wobble from bend to bend.
  const isStraight = points.every((point) => Math.abs(point.x - last.x) < 12)
  const path = isStraight ? `M${at({ x: last.x, y: first.y })}L${at(last)}` : smooth(points)
  return `${stroke(path, line)}${arrowHead(last, line)}${tie.label === null ? '' : labelAt(tie.label, line)}`
}

/** A way back to an earlier step runs round the right side. */
function circleOf({ from, to, line }: SceneLine, { scene, layout, index }: Placing): string {
  const [start, end] = [layout.boxes.get(from), layout.boxes.get(to)]
  if (start === undefined || end === undefined) return ''
  const side = layout.width + 18 + 24 * index
  const first = { x: start.x + halfWidth(scene, from), y: start.y }
  const last = { x: end.x + halfWidth(scene, to) + 1, y: end.y }
  const path =
    `M${at(first)}L${round(side - 10)} ${round(first.y)}Q${round(side)} ${round(first.y)} ${round(side)} ${round(first.y - 10)}` +
    `L${round(side)} ${round(last.y + 10)}Q${round(side)} ${round(last.y)} ${round(side - 10)} ${round(last.y)}L${at(last)}`
  const width = labelSize(line)?.width ?? 0
  const label = { x: side + 6 + width / 2, y: (first.y + last.y) / 2 }
  return `${stroke(path, line, 'stroke-dasharray="6 4"')}${arrowHead(last, line, 'left')}${labelAt(label, line)}`
}

const bodyOf = (scene: Scene, key: string): { width: number; height: number } => {
  const found = scene.nodes.find((one) => one.key === key)
  return found === undefined ? { width: 0, height: 0 } : nodeSize(found.node)
}
const halfHeight = (scene: Scene, key: string): number => bodyOf(scene, key).height / 2
const halfWidth = (scene: Scene, key: string): number => bodyOf(scene, key).width / 2

function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let path = `M${at(first)}`
  let before = first
  for (const point of rest) {
    const half = (before.y + point.y) / 2
    path +=
      before.x === point.x
        ? `L${at(point)}`
        : `C${round(before.x)} ${round(half)} ${round(point.x)} ${round(half)} ${at(point)}`
    before = point
  }
  return path
}

const inkOf = (line: DrawnLine): string =>
  line.on !== 'none' ? INK.paths[line.on] : line.count === 0 ? INK.never : INK.line

function stroke(path: string, line: DrawnLine, more = ''): string {
  const width = line.on === 'none' ? 1.4 : 3
  const dash = more === '' && line.count === 0 && line.on === 'none' ? 'stroke-dasharray="3 3"' : more
  return `<path d="${path}" fill="none" stroke="${inkOf(line)}" stroke-width="${width}" ${dash}/>`
}

/** Drawn by hand: a shared marker has one colour only. */
function arrowHead(tip: Point, line: DrawnLine, side: 'down' | 'left' = 'down'): string {
  const corners =
    side === 'down'
      ? [tip, { x: tip.x - 4, y: tip.y - 8 }, { x: tip.x + 4, y: tip.y - 8 }]
      : [tip, { x: tip.x + 8, y: tip.y - 4 }, { x: tip.x + 8, y: tip.y + 4 }]
  return `<polygon points="${corners.map(at).join(' ')}" fill="${inkOf(line)}"/>`
}

function labelAt(centre: Point, line: DrawnLine): string {
  const size = labelSize(line)
  if (size === null) return ''
  const box = `<rect x="${round(centre.x - size.width / 2)}" y="${round(centre.y - size.height / 2)}" width="${round(size.width)}" height="${size.height}" rx="4" fill="#ffffff" fill-opacity="0.92"/>`
  const ink = line.on !== 'none' || line.count === 0 ? inkOf(line) : INK.text
  const rows = labelOf(line)
  const top = centre.y - size.height / 2 + 13
  const words = rows.map((row, index) =>
    text(row, { x: centre.x, y: top + 13 * index, size: 11, middle: true, ink }),
  )
  return `<g><title>${inMarkup(line.text)}</title>${box}${words.join('')}</g>`
}

function nodeOf(node: DrawnNode, centre: Point): string {
  const size = nodeSize(node)
  const isNever = node.count === 0
  const body: ShapeBody = {
    kind: node.kind,
    centre,
    ...size,
    fill: INK.kinds[node.kind].fill,
    stroke: node.on !== 'none' ? INK.paths[node.on] : isNever ? INK.never : INK.kinds[node.kind].stroke,
    strokeWidth: node.on !== 'none' ? 3.5 : isNever ? 2 : 1.4,
    dashed: isNever && node.on === 'none',
  }
  const told = [node.title, node.does, ...(node.cites.length === 0 ? [] : [`cites ${node.cites.join(', ')}`])]
  const title = `<title>${inMarkup(told.join('\n'))}</title>`
  if (node.kind === 'end' || node.kind === 'resume') return `<g>${title}${nodeShape(body)}</g>`
  const top = centre.y - size.height / 2 + (node.kind === 'check' ? LID : 0)
  const words = [
    text(short(node.title, LINE_MAX), { x: centre.x, y: top + 19, size: 13, bold: true, middle: true }),
    text(short(node.does, LINE_MAX), { x: centre.x, y: top + 34, size: 11, middle: true }),
    text(citesOf(node), {
      x: centre.x,
      y: top + 48,
      size: 10,
      middle: true,
      ink: INK.faint,
    }),
  ]
  return `<g>${title}${nodeShape(body)}${words.join('')}${node.count === null ? '' : badge(node.count, centre, size)}</g>`
}

function badge(count: number, centre: Point, size: { width: number; height: number }): string {
  const said = `×${count}`
  const width = textWidth(said, 10) + 10
  const [x, y] = [centre.x + size.width / 2 - 6, centre.y - size.height / 2]
  const fill = count === 0 ? INK.never : INK.text
  const box = `<rect x="${round(x - width / 2)}" y="${round(y - 8)}" width="${round(width)}" height="16" rx="8" fill="${fill}"/>`
  return `${box}${text(said, { x, y: y + 3.5, size: 10, middle: true, ink: '#ffffff' })}`
}

function legendOf(marks: Marks): Panel {
  const entries: string[] = []
  let x = 0
  for (const kind of STEP_KINDS) {
    const small = kind === 'end'
    const body: ShapeBody = {
      kind,
      centre: { x: x + 17, y: 14 },
      width: small ? 20 : 34,
      height: 20,
      ...INK.kinds[kind],
      strokeWidth: 1.4,
      dashed: false,
    }
    entries.push(nodeShape(body), text(kind, { x: x + 42, y: 18, size: 12 }))
    x += 60 + textWidth(kind, 12)
  }
  let width = x
  let height = 30
  const lines = legendLines(marks)
  lines.forEach(({ ink, said, dashed }, index) => {
    const y = 44 + index * 20
    const dash = dashed ? ' stroke-dasharray="5 4"' : ''
    entries.push(
      `<path d="M0 ${y}H34" stroke="${ink}" stroke-width="3"${dash}/>`,
      text(said, { x: 42, y: y + 4, size: 12 }),
    )
    width = Math.max(width, 42 + textWidth(said, 12))
    height = y + 12
  })
  return { width, height, body: entries.join('') }
}

function legendLines(marks: Marks): readonly { ink: string; said: string; dashed: boolean }[] {
  const lines: { ink: string; said: string; dashed: boolean }[] = []
  if (marks.truePath !== undefined && marks.taken !== undefined) {
    lines.push({ ink: INK.paths.both, said: 'the true path, as taken', dashed: false })
    lines.push({ ink: INK.paths.taken, said: 'taken, not on the true path', dashed: false })
  } else if (marks.taken !== undefined) lines.push({ ink: INK.paths.taken, said: 'taken', dashed: false })
  if (marks.truePath !== undefined)
    lines.push({
      ink: INK.paths.true,
      said: marks.taken ? 'true path, not taken' : 'true path',
      dashed: false,
    })
  if (marks.counts !== undefined) lines.push({ ink: INK.never, said: 'never exercised', dashed: true })
  return lines
}

type DrawnLook = { x: number; y: number; size: number; bold?: boolean; middle?: boolean; ink?: string }

function text(words: string, look: DrawnLook): string {
  if (words === '') return ''
  const anchor = look.middle ? ' text-anchor="middle"' : ''
  const weight = look.bold ? ' font-weight="bold"' : ''
  const fill = look.ink === undefined ? '' : ` fill="${look.ink}"`
  return `<text x="${round(look.x)}" y="${round(look.y)}" font-size="${look.size}"${anchor}${weight}${fill}>${inMarkup(words)}</text>`
}

/** Helvetica's average, a little wide: a box too large is only ugly, one too small is unreadable. */
const textWidth = (words: string, size: number): number => [...words].length * size * 0.56
const short = (words: string, most: number): string => {
  const characters = [...words]
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`
}
const round = (value: number): number => Math.round(value * 10) / 10
const at = (point: Point): string => `${round(point.x)} ${round(point.y)}`
