import { expect, test } from 'vitest'
import { aTrialId } from '../../../test/support/base/ids.ts'
import { agent, report } from '../../../test/support/report/run.ts'
import { redactReport, TAKEN_OUT } from './redact.ts'

const broken = (did: string) => ({
  agent: 'mine',
  pack: 'desk',
  clauses: ['4#2'],
  sentence: 'Ask for a "photo".',
  conversations: 1,
  did,
  trials: [aTrialId('r1/mine/desk/a@2#0')],
})

test.each([
  ['sign-off', 'sign-off'],
  [
    'calls send {"order_id":"A-1","to":"12 Elm \\"Row\\""}',
    `calls send {"order_id":"${TAKEN_OUT}","to":"${TAKEN_OUT}"}`,
  ],
  ['says it is "2026-05-05", the record says "x": no', `says it is "${TAKEN_OUT}", the record says "x": no`],
  ['says "a b": no', `says "${TAKEN_OUT}": no`],
])('values that sentences quote are taken out, names of members stay: %s', (did, without) => {
  const { broken: places } = redactReport(report([agent('mine')], { parts: { broken: [broken(did)] } }))
  expect(places.map((one) => [one.did, one.sentence])).toEqual([[without, 'Ask for a "photo".']])
})
