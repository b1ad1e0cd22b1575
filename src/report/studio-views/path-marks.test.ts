import { expect, test } from 'vitest'
import type { DrawnLine, DrawnNode, DrawnPart, Highlight } from '../graph-drawing/draw-model.ts'
import { markWays } from './path-marks.ts'

const node = (id: string, on: Highlight): DrawnNode => ({
  id,
  kind: 'decide',
  title: id,
  does: id,
  cites: [],
  count: null,
  on,
})
const line = (from: string, to: string): DrawnLine => ({
  from,
  to,
  text: '',
  back: false,
  count: null,
  on: 'none',
})

test('decisions that were passed take the mark of where they led, and lines between marked steps are marked', () => {
  // a -> d1 -> d2 -> b (both went there); d1 -> c (nobody); d2 -> e was taken by the agent alone, off the walk
  const part: DrawnPart = {
    kind: 'procedure',
    id: 'p',
    subtitle: '',
    start: 'a',
    nodes: [
      node('a', 'both'),
      node('d1', 'none'),
      node('d2', 'none'),
      node('b', 'both'),
      node('c', 'none'),
      node('e', 'taken'),
    ],
    lines: [line('a', 'd1'), line('d1', 'd2'), line('d2', 'b'), line('d1', 'c'), line('d2', 'e')],
  }
  const [marked] = markWays([part], new Set(['a', 'd1', 'd2', 'b']))
  expect(marked?.nodes.map(({ id, on }) => `${id} ${on}`)).toEqual([
    'a both',
    'd1 both',
    'd2 both',
    'b both',
    'c none',
    'e taken',
  ])
  expect(marked?.lines.map(({ on }) => on)).toEqual(['both', 'both', 'both', 'none', 'none'])
})
