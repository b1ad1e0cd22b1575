import { expect, test } from 'vitest'
import { aClause, aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { trial, VOIDED } from '../../../test/support/metrics/trials.ts'
import { agent, report } from '../../../test/support/report/run.ts'
import { type CaseBook, openCaseBook } from '../result/case-results.ts'
import { junitXml } from './junit-xml.ts'

const lead = {
  kind: 'harm',
  rule: 'free_goods',
  cause: 'free_goods',
  says: 'gave something away: reship',
  due: 'say no',
  at: 9,
  heard: 'It is torn.',
  said: 'A new one is on its way.',
  did: 'reship <b>&',
  clause: aClause('4#4'),
  sentence: 'Without a photo, ask for one & wait.',
  money: 9,
  currency: 'EUR',
} as const
const filled = (fill: (book: CaseBook) => void) => {
  const book = openCaseBook()
  fill(book)
  return book.results()
}
const wrong = (over: object = {}) => ({
  ...trial({ agent: 'mine', pack: 'desk', case: 'desk/torn', score: { outcome: 'wrong', ...over } }),
  lead,
})

test('a suite an agent, a test a case; the failure says what went wrong first, in the words of the conversation and the SOP', () => {
  const cases = filled((book) => {
    book.add(aTrialId('t1'), wrong())
    book.add(aTrialId('t2'), trial({ agent: 'mine', pack: 'desk', case: 'desk/torn', repeat: 1 }))
    book.add(aTrialId('t3'), trial({ agent: 'mine', pack: 'desk', case: 'desk/fine' }))
    book.add(aTrialId('t4'), trial({ agent: 'mine', pack: 'desk', case: 'desk/void', score: VOIDED }))
  })
  const xml = junitXml([{ report: report([agent('mine')]), cases }])
  expect(xml).toContain('<testsuites name="sage" tests="3" failures="1" errors="0" skipped="1">')
  expect(xml).toContain('<testsuite name="mine" timestamp="2026-03-01T10:15:00" tests="3"')
  expect(xml).toContain('<testcase classname="desk" name="fine"/>')
  expect(xml).toContain(
    '<testcase classname="desk" name="void"><skipped message="void: the customer did not keep to its card',
  )
  expect(xml).toContain(
    '<failure message="1 of 2 conversations failed; the first at intensity 0: gave something away: reship; due: say no',
  )
  expect(xml).toContain('agent     -&gt; reship &lt;b&gt;&amp;')
  expect(xml).toContain('handbook  4#4 &quot;Without a photo, ask for one &amp; wait.&quot;')
  expect(xml).toContain('npx sage-desk show t1')
})

test('a right outcome with something forbidden on the way is a failure; an outcome nobody could judge is none', () => {
  const [unjudged, unsafe] = filled((book) => {
    book.add(
      aTrialId('t1'),
      wrong({ outcome: 'right', forbidden: [{ n: 9, forbid: 'f', kind: 'free_goods' }] }),
    )
    book.add(aTrialId('t2'), trial({ case: 'p/2', score: { outcome: 'not-judged' } }))
  })
  expect([unsafe?.failed, unjudged?.failed, unjudged?.missing !== null]).toEqual([1, 0, true])
})

test('several runs keep their suites apart by name', () => {
  const runs = ['r1', 'r2'].map((run) => ({
    report: report([agent('mine')], { result: { run: aRunId(run) } }),
    cases: [],
  }))
  expect([...junitXml(runs).matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'r1/mine',
    'r2/mine',
  ])
})

test('gates are a suite of their own: what is not met fails, what is not held is skipped', () => {
  const gates = [
    { gate: 'harm.hits <= 0', agent: 'mine', met: false, value: 3, says: '3 of 9' },
    { gate: 'judged.value >= 0.9', agent: 'mine', met: true, value: 1 },
  ]
  const gates_not_held = [{ gate: 'resolution.value >= 0.5', agent: 'mine', says: 'no case' }]
  const told = report([agent('mine')], { result: { gates, gates_not_held } })
  const xml = junitXml([{ report: told, cases: [] }])
  expect(xml).toContain('<testsuites name="sage" tests="3" failures="1" errors="0" skipped="1">')
  expect(xml).toMatch(
    /<testsuite name="gates" timestamp="[^"]+" tests="3" failures="1" errors="0" skipped="1">/,
  )
  expect(xml).toContain(
    '<testcase classname="mine" name="harm.hits &lt;= 0"><failure message="mine: 3 of 9"/></testcase>',
  )
  expect(xml).toContain('<testcase classname="mine" name="judged.value &gt;= 0.9"/>')
  expect(xml).toContain('<skipped message="mine: no case"/>')
})
