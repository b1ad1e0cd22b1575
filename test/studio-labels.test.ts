import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxOf, overlap, placeLabels } from '../studio/src/draw/place-labels.ts'
import { ensureBuilt } from './built.ts'

// What the studio says of rules is written by the build.
ensureBuilt()
const { sayDeed, sayHeadline } = await import('../studio/src/ui/deed.ts')

/** Names on pictures, and deeds and rules as people say them. */
const FRAME = { left: 40, right: 400, top: 0, bottom: 300 }
const spot = fc.record({
  x: fc.integer({ min: FRAME.left, max: FRAME.right }),
  y: fc.integer({ min: FRAME.top, max: FRAME.bottom }),
  text: fc.string({ minLength: 1, maxLength: 24 }),
})

test('no name covers another, or runs out of the picture, wherever the points are', () => {
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 12 }), (spots) => {
      const boxes = placeLabels(spots, FRAME).flatMap((label, at) => {
        const one = spots[at]
        return label === null || one === undefined ? [] : [boxOf(one, label)]
      })
      expect(boxes.some((a, at) => boxes.some((b, other) => other > at && overlap(a, b)))).toBe(false)
      for (const box of boxes)
        expect([box.left >= FRAME.left, box.right <= FRAME.right, box.top >= FRAME.top]).toEqual([
          true,
          true,
          true,
        ])
    }),
  )
})

test('a point alone gets its name; of two on one spot who comes first keeps the better place', () => {
  const alone = { x: 200, y: 150, text: 'classic' }
  expect(placeLabels([alone], FRAME)).toEqual([{ dx: 6, dy: -11, anchor: 'start' }])
  const [first, second] = placeLabels([alone, { ...alone, x: 204, text: 'other' }], FRAME)
  expect(first).toEqual({ dx: -6, dy: -11, anchor: 'end' })
  expect(second).not.toBeNull()
})

test.each([
  ['calls hand_over {"reason":"asked_for_human","n":2}', 'called hand over (reason: asked for human; n: 2)'],
  ['proposes send_label {}', 'proposed send label'],
  ['calls send_label {"note":', 'called: send label {"note":'],
  ['decline not_the_owner', 'declined: not the owner'],
  ['sign-off', 'said goodbye'],
  ['asks for order_id', 'asks for order id'],
])('%s', (did, says) => {
  expect(sayDeed(did)).toBe(says)
})

test('what a person wrote is not touched, only shortened', () => {
  expect(sayDeed(`calls note {"text":"a_b ${'x'.repeat(200)}"}`)).toBe(
    `called note (text: a_b ${'x'.repeat(86)}…)`,
  )
})

test.each([
  ['the outcome is wrong; broken: outcome_accuracy, false_closure', 'the outcome is wrong: closed too early'],
  ['the outcome is wrong; broken: outcome_accuracy', 'the outcome is wrong'],
  ['the outcome is right; broken: leaked_address', 'the outcome is right, but: leaked address'],
  ['the outcome is right, no rule broken', 'the outcome is right, no rule broken'],
])('%s', (says, told) => {
  expect(sayHeadline(says)).toBe(told)
})
