import { describe, expect, test } from 'vitest'
import { LABELLED, LABELLED_ACTS, type LabelledAct } from './understanding/labels.ts'
import { testSayDo } from './understanding/say-do.ts'
import { agreementOf, f1Of } from './understanding/understanding.ts'

const F1_MIN = 0.85
/** The reader of 0.2 misses the bar here, and docs/validity.md says so. When one reaches it, its test above fails and the line goes. */
const SHORT_OF_IT: ReadonlyMap<LabelledAct, number> = new Map([
  ['proposal', 0.8],
  ['refusal', 0.79],
  ['claim-of-done', 0.81],
])
const heldOut = LABELLED.filter(({ half }) => half === 'held-out')

test('labels of real messages: at least 400, half of them held out, of six sources, none twice', () => {
  expect(LABELLED.length).toBeGreaterThanOrEqual(400)
  expect(heldOut.length).toBeGreaterThanOrEqual(200)
  expect(new Set(LABELLED.map(({ file }) => file)).size).toBe(6)
  const places = LABELLED.map(({ file, conversation, message }) => `${file} ${conversation} ${message}`)
  expect(new Set(places).size).toBe(LABELLED.length)
})

describe('understanding', () => {
  const heldOutF1 = (act: LabelledAct): number => {
    const measured = agreementOf(heldOut).find((one) => one.act === act)
    return measured === undefined ? 0 : f1Of(measured)
  }

  test.each(LABELLED_ACTS.filter((act) => !SHORT_OF_IT.has(act)))(
    `%s: F1 at least ${F1_MIN} on the half not used for building`,
    (act) => expect(heldOutF1(act)).toBeGreaterThanOrEqual(F1_MIN),
  )

  test.fails.each([...SHORT_OF_IT.keys()])(`%s: F1 at least ${F1_MIN} is not reached yet`, (act) =>
    expect(heldOutF1(act)).toBeGreaterThanOrEqual(F1_MIN),
  )

  test.each([...SHORT_OF_IT])('%s: no worse than it was first measured', (act, floor) =>
    expect(heldOutF1(act)).toBeGreaterThanOrEqual(floor),
  )

  testSayDo('held-out')
})
