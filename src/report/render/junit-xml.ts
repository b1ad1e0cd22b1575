import { inMarkup } from '../../base/in-markup.ts'
import type { CaseResult, Failure } from '../result/case-results.ts'
import type { Report } from '../result/report.ts'
import { gateLines } from './say-gate.ts'

/** JUnit XML for CI: a test suite an agent, a test case a case, and a suite of gates; what failed says where the procedure was left. */
export type JunitRun = { readonly report: Report; readonly cases: readonly CaseResult[] }

export function junitXml(runs: readonly JunitRun[]): string {
  const suites = runs.flatMap(({ report, cases }) =>
    report.agents.map(({ agent, kind }) => ({
      name: runs.length === 1 ? agent : `${report.run}/${agent}`,
      run: report.run,
      at: report.started_at,
      kind,
      cases: cases.filter((each) => each.agent === agent),
    })),
  )
  const all = suites.flatMap(({ cases }) => cases.map(stateOf))
  const gates = runs.map(({ report }) => ({ report, lines: gateLines(report) }))
  const states = gates.flatMap(({ lines }) => lines.map(({ state }) => state))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sage"${counts([...all, ...states])}>`,
    ...suites.flatMap(({ name, run, at, kind, cases }) => [
      `  <testsuite name="${inMarkup(name)}" timestamp="${inMarkup(timeOf(at))}"${counts(cases.map(stateOf))}>`,
      `    <properties><property name="run" value="${inMarkup(run)}"/><property name="kind" value="${kind}"/></properties>`,
      ...cases.map(testCase),
      '  </testsuite>',
    ]),
    ...gates.flatMap(({ report, lines }) =>
      lines.length === 0
        ? []
        : [
            `  <testsuite name="${runs.length === 1 ? 'gates' : `${inMarkup(report.run)}/gates`}" timestamp="${inMarkup(timeOf(report.started_at))}"${counts(lines.map(({ state }) => state))}>`,
            ...lines.map(gateCase),
            '  </testsuite>',
          ],
    ),
    '</testsuites>',
    '',
  ].join('\n')
}

const timeOf = (at: string): string => at.replace(/\.\d+Z$/, '')

type State = ReturnType<typeof gateLines>[number]['state']
const stateOf = ({ passed, failure }: CaseResult): State =>
  failure !== null ? 'NOT MET' : passed === 0 ? 'not held' : 'met'
const counts = (states: readonly State[]): string =>
  ` tests="${states.length}" failures="${states.filter((state) => state === 'NOT MET').length}" errors="0" skipped="${states.filter((state) => state === 'not held').length}"`

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
  if (stateOf(each) === 'not held')
    return `${open}><skipped message="${inMarkup(each.missing ?? 'could not tell')}"/></testcase>`
  return `${open}/>`
}

const message = ({ failed, trials }: CaseResult, { says, intensity }: Failure): string =>
  `${trials === 1 ? '' : `${failed} of ${trials} conversations failed; the first `}at intensity ${intensity}: ${says}`

function story({ divergence, trial }: Failure): string {
  const left =
    divergence === null
      ? []
      : [
          `First left the procedure at event ${divergence.n}: ${divergence.did}`,
          ...(divergence.due.length === 0 ? [] : [`Expected: ${divergence.due.join(', ')}`]),
          ...(divergence.sentence === ''
            ? []
            : [`SOP ${divergence.clauses.join(', ')}: "${divergence.sentence}"`]),
          ...(divergence.because === null ? [] : [`Not true at that moment: ${divergence.because}`]),
        ]
  return [...left, `Trial: ${trial}`].join('\n')
}
