import { inMarkup } from '../../base/in-markup.ts'
import { inShell, SAGE } from '../../base/shell.ts'
import type { CaseResult, FailedTrial } from '../result/case-results.ts'
import type { Report } from '../result/report.ts'
import { sayLead, sayQuotes } from './say-decision.ts'
import { gateLines } from './say-gate.ts'

/** JUnit XML for CI: a test suite an agent, a test case a case, and a suite of gates; what failed says where the procedure was left. */
export type JunitRun = { readonly report: Report; readonly cases: readonly CaseResult[] }

export function junitXml(runs: readonly JunitRun[]): string {
  const suites = runs.flatMap(({ report, cases }) => {
    const suite = (name: string, kind: string, tests: readonly string[]) =>
      suiteOf(report, { name: runs.length === 1 ? name : `${report.run}/${name}`, kind, tests })
    const gates = gateLines(report).map(gateCase)
    return [
      ...report.agents.map(({ agent, kind }) =>
        suite(agent, kind, cases.filter((each) => each.agent === agent).map(testCase)),
      ),
      ...(gates.length === 0 ? [] : [suite('gates', 'gates', gates)]),
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sage"${counts(suites.flatMap(({ tests }) => tests))}>`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n')
}

type JUnitSuite = { readonly name: string; readonly kind: string; readonly tests: readonly string[] }
const suiteOf = ({ run, started_at: at }: Report, { name, kind, tests }: JUnitSuite) => ({
  tests,
  lines: [
    `  <testsuite name="${inMarkup(name)}" timestamp="${inMarkup(at.replace(/\.\d+Z$/, ''))}"${counts(tests)}>`,
    `    <properties><property name="run" value="${inMarkup(run)}"/><property name="kind" value="${kind}"/></properties>`,
    ...tests,
    '  </testsuite>',
  ],
})

const counts = (tests: readonly string[]): string => {
  const having = (element: string): number => tests.filter((test) => test.includes(element)).length
  return ` tests="${tests.length}" failures="${having('<failure ')}" errors="0" skipped="${having('<skipped ')}"`
}

function gateCase({ state, gate, agent, says }: ReturnType<typeof gateLines>[number]): string {
  const open = `    <testcase classname="${inMarkup(agent)}" name="${inMarkup(gate)}"`
  if (state === 'met') return `${open}/>`
  const element = state === 'NOT MET' ? 'failure' : 'skipped'
  return `${open}><${element} message="${inMarkup(says)}"/></testcase>`
}

function testCase(each: CaseResult): string {
  const name = each.case.startsWith(`${each.pack}/`) ? each.case.slice(each.pack.length + 1) : each.case
  const open = `    <testcase classname="${inMarkup(each.pack)}" name="${inMarkup(name)}"`
  if (each.failure !== null)
    return `${open}>\n      <failure message="${inMarkup(message(each, each.failure))}">${inMarkup(story(each.failure))}</failure>\n    </testcase>`
  if (each.passed === 0)
    return `${open}><skipped message="${inMarkup(each.missing ?? 'could not tell')}"/></testcase>`
  return `${open}/>`
}

const message = ({ failed, trials }: CaseResult, { says, intensity, lead }: FailedTrial): string =>
  `${trials === 1 ? '' : `${failed} of ${trials} conversations failed; the first `}at intensity ${intensity}: ${lead === null ? says : sayLead(lead)}`

const story = ({ says, lead, trial }: FailedTrial): string =>
  [...(lead === null ? [says] : sayQuotes(lead)), `${SAGE} show ${inShell(trial)}`].join('\n')
