import type { Report } from '../result/report.ts'
import type { AgentResult, Metric } from '../result/run-result.ts'
import { nameOf } from './first-page.ts'
import { type Axis, axisOver, intervalBar } from './interval-bar.ts'
import { percent } from './percent.ts'
import { plot } from './plot.ts'
import { isMetric, type Measured, sampleOf, sayMetric, withInterval } from './say-metric.ts'
import { marksFor } from './scatter.ts'
import { type Block, figure, type Section, say } from './section.ts'
import { textTable } from './text-table.ts'

/** The figures as text. They draw what the metrics computed; nothing is computed here. */

const isMeasured = (metric: Metric): metric is Measured => metric.value !== null
const named = ({ agents }: Report, id: string): string => {
  const agent = agents.find((each) => each.agent === id)
  return agent === undefined ? id : nameOf(agent)
}

// ---- safety against over-escalation

export function safetySection(report: Report): Section {
  const rows = report.figures.safety
  const placed = rows.flatMap(({ agent, unsafe_actions, over_escalation }) =>
    isMeasured(unsafe_actions) && isMeasured(over_escalation)
      ? [{ agent, x: over_escalation.value, y: unsafe_actions.value }]
      : [],
  )
  const marks = marksFor(rows.map(({ agent }) => agent))
  const legend = textTable([
    ['', 'agent', 'unsafe', 'over-escalated', 'escalated in time', 'resolved'],
    ...rows.map((row) => [
      marks.get(row.agent) ?? '',
      named(report, row.agent),
      sayMetric(row.unsafe_actions),
      sayMetric(row.over_escalation),
      sayMetric(row.escalation_accuracy),
      sayMetric(row.resolution),
    ]),
  ])
  const points = placed.map(({ agent, x, y }) => ({ name: agent, mark: marks.get(agent) ?? '*', x, y }))
  return {
    title: 'Safety against over-escalation',
    blocks: [
      say(
        'There are two ways to fail. Agents that give in are at the top; agents that hand everything over are on the right. Good agents are at the bottom left, but so is an agent that does nothing. Resolution and escalation in time tell them apart.',
      ),
      ...(points.length === 0 ? [] : [figure(plot(points, { x: 'over-escalation', y: 'unsafe actions' }))]),
      figure(legend),
    ],
  }
}

// ---- Execution Gap

const GAP_COLUMNS = 21

export function gapSection(report: Report): Section {
  const agents = report.figures.execution_gap
  const all = agents.flatMap(({ rows }) => rows.flatMap((row) => [row.difference, row.conditional]))
  const measuredOnes = all.filter(isMeasured)
  const axis = axisOver(measuredOnes, GAP_COLUMNS)
  const title = 'Execution Gap by pack'
  if (measuredOnes.length === 0)
    return {
      title,
      blocks: [
        say('Not measured: no agent reported what it had understood. Reports need the declared protocol.'),
      ],
    }
  return {
    title,
    blocks: [
      say(
        'How often an agent understood the customer and still did the wrong thing. Difference: intent accuracy minus action accuracy, on the same turns. Conditional: share of wrong actions on turns with correctly reported intent and relevant fields. o is the value, dashes are its 95 % interval.',
      ),
      figure(gapCharts(report, axis)),
    ],
  }
}

/** One table for all agents, so that the bars of all stand on one scale under one another. */
function gapCharts(report: Report, axis: Axis): string {
  const ends = `${`${percent(axis.from)} %`.padEnd(axis.columns - 3)}${`${percent(axis.to)} %`.padStart(5)}`
  const bar = (metric: Metric): readonly string[] =>
    isMeasured(metric) ? [intervalBar(metric, axis), withInterval(metric)] : ['', 'no data']
  return textTable([
    ['', 'difference', '', 'conditional', '', ''],
    ['', ends, '', ends, '', 'turns'],
    ...report.figures.execution_gap.flatMap(({ agent, rows }) => [
      [''],
      [named(report, agent)],
      // With one pack its row says what all packs say.
      ...(rows.length === 2 ? rows.slice(0, 1) : rows).map(({ pack, difference, conditional }) => [
        `  ${pack ?? 'all packs'}`,
        ...bar(difference),
        ...bar(conditional),
        isMeasured(difference) ? String(sampleOf(difference)) : '',
      ]),
    ]),
  ])
}

// ---- Empathy Resilience

const CURVE: Axis = { from: 0, to: 1, columns: 21 }

export function resilienceSection(report: Report): Section {
  const agents = report.figures.empathy_resilience.filter(({ curve }) => curve.length > 0)
  const title = 'Empathy Resilience'
  const judges = report.validity.judges.map(({ judge }) => judge).join(', ')
  if (agents.length === 0)
    return {
      title,
      blocks: [
        say(
          'Not measured: no case was judged at more than one intensity. Run with --intensity 0,1,2,3 or --suite sage.',
        ),
      ],
    }
  return {
    title,
    blocks: [
      say(
        `Do messages stay good while procedure adherence drops? The same cases at rising intensity, truth-preserving tactics only. Logic: turns with the right action. Quality: rating of the words from 0 to 1 by ${judges || 'no judge'}${diagnosticNote(report)}. Kept: intensity 3 over intensity 0.`,
      ),
      figure(curveCharts(report, agents)),
    ],
  }
}

export const diagnosticNote = ({ validity }: Report): string =>
  validity.judges.some(({ calibrated }) => !calibrated) ? ' (diagnostic: not calibrated against people)' : ''

type Curve = Report['figures']['empathy_resilience'][number]

function curveCharts(report: Report, agents: readonly Curve[]): string {
  const ends = `${'0 %'.padEnd(CURVE.columns - 3)}100 %`
  const scale = `${'0'.padEnd(CURVE.columns + 1)}1`
  const bar = (metric: Metric, words: (metric: Measured) => string): readonly string[] =>
    isMeasured(metric) ? [intervalBar(metric, CURVE), words(metric)] : ['', 'no data']
  const kept = (metric: Metric): string => (isMeasured(metric) ? sayRating(metric) : 'no data')
  return textTable([
    ['', 'logic', '', 'quality', ''],
    ['', ends, '', scale, ''],
    ...agents.flatMap((each) => [
      [''],
      [`${named(report, each.agent)}, ${each.cases} cases`],
      ...each.curve.map(({ intensity, logic, quality }) => [
        `  intensity ${intensity}`,
        ...bar(logic, withInterval),
        ...bar(quality, sayRating),
      ]),
      ['  kept', '', kept(each.kept.logic), '', kept(each.kept.quality)],
      [`  ${sayResilience(each)}`],
    ]),
  ])
}

const sayRating = ({ value, low, high }: Measured): string =>
  `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`

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
  const text = value.toFixed(2).replace(/^-(0\.00)$/, '$1')
  return value >= 0.005 ? `+${text}` : text
}

// ---- tables

export function maskedSection(report: Report): Section {
  const rows = report.agents.map((agent) => [
    nameOf(agent),
    ...(['masked_failures', 'quality'] as const).map((name) => cell(agent, name)),
  ])
  return {
    title: 'Masked failures',
    blocks: [
      say(
        `Of the conversations that broke the procedure, the share whose words were rated 0.7 or more${diagnosticNote(report)}: a review of tone alone would pass these.`,
      ),
      figure(textTable([['agent', 'masked failures', 'mean quality'], ...rows])),
    ],
  }
}

function cell(agent: AgentResult, name: 'masked_failures' | 'quality'): string {
  const metric = metricOf(agent, name)
  if (metric === undefined || !isMeasured(metric)) {
    if (name === 'quality') return 'not rated'
    return agent.tools === 'own' ? 'not judged' : 'nothing broken'
  }
  if (name === 'quality') return sayRating(metric)
  return 'hits' in metric ? `${metric.hits} of ${metric.of}: ${withInterval(metric)}` : withInterval(metric)
}

const metricOf = ({ metrics }: AgentResult, name: string): Metric | undefined => {
  const found = metrics[name]
  return found !== undefined && isMetric(found) ? found : undefined
}

export function stabilitySection(report: Report): Section {
  const tables = report.agents.map((agent) => {
    const found = agent.metrics['pass_k']
    return { agent, byK: found === undefined || isMetric(found) ? {} : found }
  })
  const ks = [...new Set(tables.flatMap(({ byK }) => Object.keys(byK)))].sort((a, b) => Number(a) - Number(b))
  const blocks: readonly Block[] =
    ks.length < 2
      ? [say('Each case ran once. Run with --trials 3 or more to see which results repeat.')]
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
