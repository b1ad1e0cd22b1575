import type { Axis } from './interval-bar.ts'
import { percent } from './percent.ts'
import { type Point, scatter } from './scatter.ts'

const SIZE = { columns: 51, lines: 11 } as const

/** Points between 0 and 100 % on both axes, in a frame; the upper end is 50 % where no point needs more. */
export function plot(
  points: readonly Point[],
  names: { readonly x: string; readonly y: string; readonly top?: number },
): string {
  const top = names.top ?? (points.some(({ y }) => y > 0.5) ? 1 : 0.5)
  const x: Axis = { from: 0, to: 1, columns: SIZE.columns }
  const y: Axis = { from: 0, to: top, columns: SIZE.lines }
  const label = (line: number): string =>
    line === 0 ? `${percent(top)} %` : line === SIZE.lines - 1 ? '0 %' : ''
  const lines = scatter(points, { x, y }).map((row, line) => `${label(line).padStart(7)} |${row}|`)
  const scale = `${' '.repeat(9)}0 %${names.x.padStart(Math.floor(SIZE.columns / 2) + 5).padEnd(SIZE.columns - 8)}100 %`
  return [names.y, ...lines, `${' '.repeat(8)}+${'-'.repeat(SIZE.columns)}+`, scale].join('\n')
}
