import type { StepKind } from '../../graph/model/graph.ts'
import type { Point } from './draw-layout.ts'

export type Body = {
  readonly kind: StepKind
  readonly centre: Point
  readonly width: number
  readonly height: number
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly dashed: boolean
}

/** The outline of a step in SVG: one shape a kind, so that a print in black and white still tells them apart. */
export function nodeShape(body: Body): string {
  const { centre, width, height } = body
  const dash = body.dashed ? ' stroke-dasharray="6 4"' : ''
  const look = `fill="${body.fill}" stroke="${body.stroke}" stroke-width="${body.strokeWidth}"${dash}`
  const [left, top] = [centre.x - width / 2, centre.y - height / 2]
  const rect = (rx: number) =>
    `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${rx}" ${look}/>`
  switch (body.kind) {
    case 'learn':
      return polygon(body, look, slant(height))
    case 'check':
      return cylinder(body, look)
    case 'decide':
      return polygon(body, look, pointed(height, 0.5))
    case 'confirm':
      return polygon(body, look, pointed(height, 0.28))
    case 'act':
      return rect(0)
    case 'tell':
      return rect(12)
    case 'handover':
      return rect(height / 2)
    case 'end':
      return `<circle cx="${round(centre.x)}" cy="${round(centre.y)}" r="${round(height * 0.32)}" ${look}/>`
    case 'resume':
      return `<circle cx="${round(centre.x)}" cy="${round(centre.y)}" r="${round(height * 0.38)}" ${look}/>`
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Corners as shares of half the width and height; `inset` is in pixels from the corner inwards. */
type Corner = { readonly x: -1 | 1; readonly y: -1 | 0 | 1; readonly inset: number }

const slant = (height: number): readonly Corner[] => {
  const inset = Math.min(14, height / 3)
  return [
    { x: -1, y: -1, inset },
    { x: 1, y: -1, inset: 0 },
    { x: 1, y: 1, inset },
    { x: -1, y: 1, inset: 0 },
  ]
}

const pointed = (height: number, share: number): readonly Corner[] => {
  const inset = height * share
  return [
    { x: -1, y: -1, inset },
    { x: 1, y: -1, inset },
    { x: 1, y: 0, inset: 0 },
    { x: 1, y: 1, inset },
    { x: -1, y: 1, inset },
    { x: -1, y: 0, inset: 0 },
  ]
}

function polygon(body: Body, look: string, corners: readonly Corner[]): string {
  const points = corners.map(({ x, y, inset }) => {
    const px = body.centre.x + x * (body.width / 2 - inset)
    return `${round(px)},${round(body.centre.y + (y * body.height) / 2)}`
  })
  return `<polygon points="${points.join(' ')}" ${look}/>`
}

function cylinder({ centre, width, height }: Body, look: string): string {
  const lid = Math.min(6, height / 5)
  const [left, right] = [round(centre.x - width / 2), round(centre.x + width / 2)]
  const [top, bottom] = [round(centre.y - height / 2 + lid), round(centre.y + height / 2 - lid)]
  const arc = `${round(width / 2)} ${round(lid)} 0 0`
  const sides = `M${left} ${top}A${arc} 1 ${right} ${top}V${bottom}A${arc} 1 ${left} ${bottom}Z`
  return `<path d="${sides}" ${look}/><path d="M${left} ${top}A${arc} 0 ${right} ${top}" ${look.replace(/fill="[^"]*"/, 'fill="none"')}/>`
}
