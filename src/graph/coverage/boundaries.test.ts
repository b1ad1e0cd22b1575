import { expect, test } from 'vitest'
import { RETURNS, spaceOfSteps } from '../../../test/support/graph/plan.ts'
import { boundaryPoints } from './boundaries.ts'

const values = (guard: string): readonly unknown[] =>
  boundaryPoints(
    spaceOfSteps(`
      ask: { learn: order_id, attempts_max: 2, cites: "1#1,1#2", next: look }
      look: { check: order, tool: look, cites: "1#1", next: many }
      many: { learn: pieces, cites: "1#1", next: turn }
      turn: { decide: [ { when: "${guard}", to: yes }, { otherwise: done } ], cites: "1#1" }
      yes: { tell: inform, about: found, cites: "1#1", next: done }
      done: { end: true }
    `),
  ).map((point) => point.value)

test('[P3] a window of 100 days gives days 99, 100 and 101', () => {
  const points = boundaryPoints(spaceOfSteps(RETURNS))
  expect(points.map((point) => [point.step, point.name, point.value])).toEqual([
    ['broken/window', 'derived.days', 99],
    ['broken/window', 'derived.days', 100],
    ['broken/window', 'derived.days', 101],
  ])
})

test.each([
  ['derived.days < 100', [99, 100, 101]],
  ['derived.days == 0', [0, 1]], // the range begins at 0
  ['derived.days >= 400', [399, 400]],
  ['derived.hours <= 48', [24, 48, 72]], // dates have no hours: whole days are all there is
  ['derived.hours <= 30', [24, 48]],
  ['fields.pieces > 8', [7, 8, 9]],
  ['fields.pieces in [1, 5]', [1, 2, 4, 5, 6]],
  ['records.order.total <= 49.99', [49.98, 49.99, 50]],
  ["records.order.delivered_on < '2026-03-01'", ['2026-02-28', '2026-03-01', '2026-03-02']],
  ['records.order != absent', []],
  ["fields.order_id == 'A-1'", []],
])('[P3] the values around %s', (guard, expected) => expect(values(guard)).toEqual(expected))
