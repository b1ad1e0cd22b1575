import { inMarkup } from '../../base/in-markup.ts'
import type { CaseResult, Failure } from '../result/case-results.ts'
import type { Report } from '../result/report.ts'

/** JUnit XML for CI: a test suite an agent, a test case a case; what failed says where the procedure was left. */
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
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="sage"${counts(all)}>`,
    ...suites.flatMap(({ name, run, at, kind, cases }) => [
      `  <testsuite name="${inMarkup(name)}" timestamp="${inMarkup(at.replace(/\.\d+Z$/, ''))}"${counts(cases)}>`,
      `    <properties><property name="run" value="${inMarkup(run)}"/><property name="kind" value="${kind}"/></properties>`,
      ...cases.map(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

const isSkipped = ({ passed, failed }: CaseResult): boolean => passed + failed === 0
const counts = (cases: readonly CaseResult[]): string =>
  ` tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== null).length}" errors="0" skipped="${cases.filter(isSkipped).length}"`

function testCase(each: CaseResult): string {
  const name = each.case.startsWith(`${each.pack}/`) ? each.case.slice(each.pack.length + 1) : each.case
  const open = `    <testcase classname="${inMarkup(each.pack)}" name="${inMarkup(name)}"`
  if (each.failure !== null)
    return `${open}>\n      <failure message="${inMarkup(message(each, each.failure))}">${inMarkup(story(each.failure))}</failure>\n    </testcase>`
  if (isSkipped(each))
    return `${open}><skipped message="${inMarkup(each.missing ?? 'not judged')}"/></testcase>`
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
