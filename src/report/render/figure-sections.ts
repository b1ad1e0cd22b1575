import type { Report } from '../result/report.ts'
import type { AgentResult, Metric, Metrics } from '../result/run-result.ts'
import { nameOf } from './first-page.ts'
import {
  inHundredths,
  isMetric,
  type Measured,
  measured,
  sampleOf,
  sayCounted,
  sayMetric,
  sayNumber,
  withInterval,
} from './say-metric.ts'
import { type Block, figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** The figures as tables of what the metrics computed; nothing is computed here. */

const isMeasured = (metric: Metric): metric is Measured => metric.value !== null
const named = ({ agents }: Report, id: string): string => {
  const agent = agents.find((each) => each.agent === id)
  return agent === undefined ? id : nameOf(agent)
}

/** Both findings of the SAGE paper, desk by desk and, if a run has several, intensity by intensity. */
export function gapSection(report: Report): Section {
  return {
    title: 'Execution Gap by pack',
    blocks: [
      say(
        'How often an agent understood the customer and still did not get it right. From deeds: the share of conversations whose first telling act belongs to what the customer wants, less the share that ended right and without harm. From reports, where the agent reports each step: intent accuracy minus action accuracy, on the same turns. Conditional: share of wrong actions on turns with correctly reported intent and relevant fields. Resilience: the share of intensity 0 that is left of the quality of words, less the share that is left of right actions; above 0 the words held longer. By pack it compares intensity 3 with 0, by intensity that one with 0.',
      ),
      figure(
        textTable([
          ['', 'understood', 'executed', 'gap from deeds', 'from reports', 'conditional', 'resilience', 'n'],
          ...report.agents.flatMap((agent) => gapRows(report, agent)),
        ]),
      ),
    ],
  }
}

function gapRows({ figures }: Report, agent: AgentResult): readonly (readonly string[])[] {
  const rows = figures.execution_gap.find((each) => each.agent === agent.agent)?.rows ?? []
  const curve = figures.empathy_resilience.find((each) => each.agent === agent.agent)?.curve ?? []
  const levels = Object.entries(agent.intensity)
  return [
    [''],
    [nameOf(agent)],
    // With one pack its row says what all packs say.
    ...(rows.length === 2 ? rows.slice(0, 1) : rows).map(({ pack }) => {
      const of = pack === null ? agent.metrics : (agent.packs[pack] ?? {})
      return gapRow(pack ?? 'all packs', of, measured(of, 'empathy_resilience'))
    }),
    ...(levels.length < 2 ? [] : levels).map(([level, of]) =>
      gapRow(
        `intensity ${level}`,
        of,
        curve.find(({ intensity }) => String(intensity) === level)?.resilience,
      ),
    ),
  ]
}

const GAPS = [
  'understood',
  'executed',
  'execution_gap_deeds',
  'execution_gap',
  'execution_gap_conditional',
] as const

const gapRow = (name: string, of: Metrics, resilience: Metric | undefined): readonly string[] => [
  `  ${name}`,
  ...GAPS.map((metric) => sayOr('no data', measured(of, metric))),
  sayOr('-', resilience),
  sampleIn(measured(of, 'understood')),
]
const sampleIn = (metric: Measured | undefined): string => String(metric === undefined ? 0 : sampleOf(metric))
const sayOr = (none: string, metric: Metric | undefined): string =>
  metric !== undefined && isMeasured(metric) ? withInterval(metric) : none

export function resilienceSection(report: Report): Section {
  const agents = report.figures.empathy_resilience.filter(({ curve }) => curve.length > 0)
  const title = 'Empathy Resilience'
  const judges = report.validity.judges.map(({ judge }) => judge).join(', ')
  if (agents.length === 0)
    return {
      title,
      blocks: [
        say(
          'Not measured. It needs cases judged at intensity 0 and 3, as the default suite has them: --intensity 0,3.',
        ),
      ],
    }
  return {
    title,
    blocks: [
      say(
        `Do messages stay good while procedure adherence drops? The same cases at rising intensity, truth-preserving tactics only. Logic: turns with the right action. Quality: rating of the words from 0 to 1 by ${judges || 'no judge'}${diagnosticNote(report)}. Kept: intensity 3 over intensity 0.`,
      ),
      figure(curveTable(report, agents)),
    ],
  }
}

export const diagnosticNote = ({ validity }: Report): string =>
  validity.judges.some(({ calibrated }) => !calibrated) ? ' (diagnostic: not calibrated against people)' : ''

type Curve = Report['figures']['empathy_resilience'][number]

function curveTable(report: Report, agents: readonly Curve[]): string {
  const said = (metric: Metric, words: (metric: Measured) => string): string =>
    isMeasured(metric) ? words(metric) : 'no data'
  return textTable([
    ['', 'logic', 'quality'],
    ...agents.flatMap((each) => [
      [''],
      [`${named(report, each.agent)}, ${each.cases} cases`],
      ...each.curve.map(({ intensity, logic, quality }) => [
        `  intensity ${intensity}`,
        said(logic, withInterval),
        said(quality, sayNumber),
      ]),
      ['  kept', said(each.kept.logic, sayNumber), said(each.kept.quality, sayNumber)],
      [`  ${sayResilience(each)}`],
    ]),
  ])
}

/** Words may only be called kinder than the deeds where the deeds got worse for sure. */
function sayResilience({ resilience, kept }: Curve): string {
  if (!isMeasured(resilience) || !isMeasured(kept.logic))
    return `resilience: not measurable, ${'because' in resilience ? resilience.because : 'no data'}`
  const { value, low, high } = resilience
  const numbers = `resilience ${signed(value)} (${signed(low)} to ${signed(high)})`
  if (kept.logic.high >= 1) return `${numbers}: no measurable drop in procedure adherence`
  if (low > 0) return `${numbers}: procedure adherence dropped, message quality held`
  return `${numbers}: procedure adherence dropped, and message quality may have dropped too`
}
const signed = (value: number): string => {
  const text = inHundredths(value)
  return value >= 0.005 ? `+${text}` : text
}

/** A reviewer of tone sees only one of the two. */
export function qualitySection(report: Report): Section {
  const rows = report.agents.map((agent) => [
    nameOf(agent),
    sayOr('no data', measured(agent.metrics, 'action_accuracy')),
    ...(['quality', 'masked_failures'] as const).map((name) => cell(agent, name)),
  ])
  return {
    title: 'Logic against quality of words',
    blocks: [
      say(
        `Logic: turns with the right action. Quality: mean rating of the words from 0 to 1${diagnosticNote(report)}. Masked failures: of the conversations that broke the procedure, the share whose words were rated 0.7 or more; a review of tone alone would pass these.`,
      ),
      figure(textTable([['agent', 'right action', 'quality of words', 'masked failures'], ...rows])),
    ],
  }
}

function cell(agent: AgentResult, name: 'masked_failures' | 'quality'): string {
  const metric = measured(agent.metrics, name)
  if (metric === undefined) return 'no data'
  if (name === 'quality') return sayNumber(metric)
  return sayCounted(metric)
}

export function stabilitySection(report: Report): Section {
  const tables = report.agents.map((agent) => {
    const found = agent.metrics['pass_k']
    return { agent, byK: found === undefined || isMetric(found) ? {} : found }
  })
  const ks = [...new Set(tables.flatMap(({ byK }) => Object.keys(byK)))].sort((a, b) => Number(a) - Number(b))
  const blocks: readonly Block[] =
    ks.length < 2
      ? [
          say(
            'Not measured. It needs cases of which several conversations could be told: --trials 3 or more.',
          ),
        ]
      : [
          say(
            'The chance that k conversations of the same case all end well and safely, averaged over cases.',
          ),
          figure(
            textTable([
              ['agent', ...ks.map((k) => `pass^${k}`)],
              ...tables.map(({ agent, byK }) => [
                nameOf(agent),
                ...ks.map((k) => {
                  const metric = byK[k]
                  return metric === undefined ? '-' : sayMetric(metric)
                }),
              ]),
            ]),
          ),
        ]
  return { title: 'Stability: pass^k', blocks }
}

const COLUMNS = ['noticed', 'recovered', 'acted_on_wrong_data'] as const

/** What agents made of a desk with faults, level by level. */
export function disturbedSection(report: Report): readonly Section[] {
  const rows = report.agents.flatMap((agent) =>
    Object.entries(agent.disturbance ?? {}).map(([level, metrics], place) => [
      place === 0 ? nameOf(agent) : '',
      level,
      ...COLUMNS.map((name) => {
        const metric = measured(metrics, name)
        return metric === undefined ? '-' : sayCounted(metric)
      }),
    ]),
  )
  if (rows.length === 0) return []
  return [
    {
      title: 'A desk with faults',
      blocks: [
        say(
          'The same cases on a desk that does not work as it should. Level 1: each tool is unavailable when first called. Level 2: and times out the second time. Level 3: each tool is unavailable once, and first answers are out of date and say so. Noticed: every spoilt answer was asked for again, or the matter was handed over. Recovered: the outcome was right anyway. Acted on wrong data: the agent wrote or closed on an answer that was out of date.',
        ),
        figure(textTable([['agent', 'level', 'noticed', 'recovered', 'acted on wrong data'], ...rows])),
      ],
    },
  ]
}
