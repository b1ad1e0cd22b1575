/** Finds room for names beside points, so that none covers another, a point or the edge. All in pixels. */
export type Spot = { readonly x: number; readonly y: number; readonly text: string }
export type PlacedLabel = {
  readonly dx: number
  readonly dy: number
  readonly anchor: 'start' | 'end' | 'middle'
}
export type Frame = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

type Box = Frame

const LETTER_PX = 6.6
const HIGH_PX = 14
const POINT_PX = 7

/** Where a name is tried, best first. */
const TRIED: readonly PlacedLabel[] = [
  ...[-11, 13].flatMap((dy): PlacedLabel[] => [
    { dx: 6, dy, anchor: 'start' },
    { dx: -6, dy, anchor: 'end' },
  ]),
  { dx: 10, dy: 1, anchor: 'start' },
  { dx: -10, dy: 1, anchor: 'end' },
  ...[-25, 27, -39, 41].flatMap((dy): PlacedLabel[] => [
    { dx: 6, dy, anchor: 'start' },
    { dx: -6, dy, anchor: 'end' },
    { dx: 0, dy, anchor: 'middle' },
  ]),
]

/** null: there is no room for it. Who comes first gets the better place. */
export function placeLabels(spots: readonly Spot[], frame: Frame): readonly (PlacedLabel | null)[] {
  const taken: Box[] = spots.map(({ x, y }) => ({
    left: x - POINT_PX,
    right: x + POINT_PX,
    top: y - POINT_PX,
    bottom: y + POINT_PX,
  }))
  return spots.map((spot, at) => {
    const found = TRIED.find((label) => {
      const box = boxOf(spot, label)
      return isInside(box, frame) && taken.every((other, index) => index === at || !overlap(box, other))
    })
    if (found === undefined) return null
    taken.push(boxOf(spot, found))
    return found
  })
}

export function boxOf({ x, y, text }: Spot, { dx, dy, anchor }: PlacedLabel): Box {
  const wide = text.length * LETTER_PX
  const left = x + dx - (anchor === 'start' ? 0 : anchor === 'end' ? wide : wide / 2)
  return { left, right: left + wide, top: y + dy - HIGH_PX / 2, bottom: y + dy + HIGH_PX / 2 }
}

const isInside = (box: Box, frame: Frame): boolean =>
  box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
