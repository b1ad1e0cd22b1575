import type { StepKind } from '../../graph/model/graph.ts'
import type { Point } from './draw-layout.ts'

export type ShapeBody = {
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
export function nodeShape(body: ShapeBody): string {
  const { centre, width, height } = body
  const dash = body.dashed ? ' stroke-dasharray="6 4"' : ''
  const look = `fill="${body.fill}" stroke="${body.stroke}" stroke-width="${body.strokeWidth}"${dash}`
  const [left, right] = [centre.x - width / 2, centre.x + width / 2]
  const [top, bottom] = [centre.y - height / 2, centre.y + height / 2]
  const rect = (rx: number) =>
    `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${rx}" ${look}/>`
  const circle = (share: number) =>
    `<circle cx="${round(centre.x)}" cy="${round(centre.y)}" r="${round(height * share)}" ${look}/>`
  const polygon = (...points: (readonly [number, number])[]) =>
    `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" ${look}/>`
  const pointed = (inset: number) =>
    polygon(
      [left + inset, top],
      [right - inset, top],
      [right, centre.y],
      [right - inset, bottom],
      [left + inset, bottom],
      [left, centre.y],
    )
  const slant = Math.min(14, height / 3)
  switch (body.kind) {
    case 'learn':
      return polygon([left + slant, top], [right, top], [right - slant, bottom], [left, bottom])
    case 'check':
      return cylinder(body, look)
    case 'decide':
      return pointed(height * 0.5)
    case 'confirm':
      return pointed(height * 0.28)
    case 'act':
      return rect(0)
    case 'tell':
      return rect(12)
    case 'handover':
      return rect(height / 2)
    case 'end':
      return circle(0.32)
    case 'resume':
      return circle(0.38)
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

function cylinder({ centre, width, height }: ShapeBody, look: string): string {
  const lid = Math.min(6, height / 5)
  const [left, right] = [round(centre.x - width / 2), round(centre.x + width / 2)]
  const [top, bottom] = [round(centre.y - height / 2 + lid), round(centre.y + height / 2 - lid)]
  const arc = `${round(width / 2)} ${round(lid)} 0 0`
  const sides = `M${left} ${top}A${arc} 1 ${right} ${top}V${bottom}A${arc} 1 ${left} ${bottom}Z`
  return `<path d="${sides}" ${look}/><path d="M${left} ${top}A${arc} 0 ${right} ${top}" ${look.replace(/fill="[^"]*"/, 'fill="none"')}/>`
}
