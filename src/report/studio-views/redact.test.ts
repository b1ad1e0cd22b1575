import { expect, test } from 'vitest'
import { agent, report } from '../../../test/support/report/run.ts'
import { redactReport, redactWords, TAKEN_OUT } from './redact.ts'

test.each([
  ['sign-off', 'sign-off'],
  [
    'calls send {"order_id":"A-1","to":"12 Elm \\"Row\\""}',
    `calls send {"order_id":"${TAKEN_OUT}","to":"${TAKEN_OUT}"}`,
  ],
  ['says it is "2026-05-05", the record says "x": no', `says it is "${TAKEN_OUT}", the record says "x": no`],
  ['says "a b": no', `says "${TAKEN_OUT}": no`],
])('values that sentences quote are taken out, names of members stay: %s', (did, without) => {
  expect(redactWords(did)).toBe(without)
})

test('a failure keeps its verdict and its sentence, and nobody’s words', () => {
  const said = {
    heard: 'I am Ana.',
    said: 'Hello Ana.',
    did: 'send A-1',
    sentence: 'Ask first.',
    says: 'gave in',
  }
  const { decision } = report([agent('mine')])
  const made = report([agent('mine')])
  const { failures } = redactReport({
    ...made,
    decision: { ...decision, failures: [said as never] },
  }).decision
  expect(failures).toEqual([{ heard: null, said: null, did: null, sentence: 'Ask first.', says: 'gave in' }])
})
