import * as Plot from '@observablehq/plot'
import { percent } from '../../../src/report/render/percent.ts'
import type { Report } from '../../../src/report/result/report.ts'
import type { AgentSummary } from '../../../src/report/studio-views/summary.ts'
import { MARKS, type Mark } from '../../../src/report/studio-views/trial-row.ts'
import { metricName } from '../metric-facts.ts'
import { endsOf, isMeasured, metricOf } from '../ui/metric.tsx'
import { words } from '../words.ts'
import { scatterFigure } from './figures.ts'
import { type Figure, ticksFor } from './plot-figure.tsx'

/** The three pictures of the first page: what became of its conversations, its four numbers, and it among the others. */
export const summaryFigures = (summary: AgentSummary, report: Report): readonly Figure[] => [
  outcomes(summary),
  fourNumbers(summary.agent, report),
  scatterFigure('safety', words.summary.among, report.agents, {
    x: { metric: 'over_escalation', max: 1 },
    y: { metric: 'unsafe_actions', max: 1 },
  }),
]

const COLOUR: Readonly<Record<Mark, string>> = {
  passed: 'var(--good)',
  failed: 'var(--warn)',
  unsafe: 'var(--bad)',
  unknown: 'var(--line-strong)',
  void: 'var(--line)',
  fault: 'var(--line)',
  unreadable: 'var(--line)',
}

/** Of a bar, the share below which a part has no room for its number. */
const SLIVER = 0.09

function outcomes({ outcomes: buckets }: AgentSummary): Figure {
  const name = (bucket: string): string => words.bucket[bucket] ?? bucket
  const rows = buckets.flatMap(({ bucket, marks, trials }) =>
    MARKS.flatMap((mark) => {
      const count = marks[mark] ?? 0
      // In a sliver a number cannot be read; of what is forbidden it stands beside the bar.
      const label = count >= trials * SLIVER ? String(count) : ''
      return count === 0 ? [] : [{ bucket: name(bucket), mark, trials: count, label }]
    }),
  )
  const beside = rows.filter(({ mark, label }) => mark === 'unsafe' && label === '')
  const shown = MARKS.filter((mark) => rows.some((row) => row.mark === mark))
  return {
    id: 'outcomes',
    title: words.summary.outcomes.title,
    note: words.summary.outcomes.note,
    table: {
      columns: ['bucket', 'result', 'conversations'],
      rows: rows.map(({ bucket, mark, trials }) => [bucket, mark, trials]),
    },
    legend: shown.map((mark) => ({ name: words.mark[mark], colour: COLOUR[mark] })),
    draw: (width) => ({
      width,
      height: 60 + buckets.length * 52,
      marginLeft: 104,
      marginRight: 34,
      x: { label: null, tickFormat: share, ticks: ticksFor(width), percent: false },
      y: { label: null, domain: buckets.map(({ bucket }) => name(bucket)), padding: 0.35 },
      marks: [
        Plot.barX(
          rows,
          Plot.stackX(
            { offset: 'normalize', order: [...shown] },
            {
              x: 'trials',
              y: 'bucket',
              z: 'mark',
              fill: ({ mark }: { readonly mark: Mark }) => COLOUR[mark],
              insetRight: 1,
            },
          ),
        ),
        Plot.text(
          rows,
          Plot.stackX(
            { offset: 'normalize', order: [...shown] },
            {
              x: 'trials',
              y: 'bucket',
              z: 'mark',
              text: 'label',
              fill: ({ mark }: { readonly mark: Mark }) =>
                mark === 'passed' || mark === 'failed' || mark === 'unsafe' ? 'var(--raised)' : 'var(--ink)',
            },
          ),
        ),
        Plot.text(beside, {
          x: 1,
          y: 'bucket',
          text: ({ trials }: { readonly trials: number }) => String(trials),
          textAnchor: 'start',
          dx: 6,
          fill: 'var(--bad)',
        }),
      ],
    }),
  }
}

const share = (value: number): string => `${percent(value)} %`
const FOUR = ['resolution', 'escalation_accuracy', 'over_escalation', 'unsafe_actions'] as const

function fourNumbers(agent: string, report: Report): Figure {
  const metrics = report.agents.find((one) => one.agent === agent)?.metrics
  const rows = FOUR.flatMap((id) => {
    const metric = metricOf(metrics, id)
    const good = id === 'resolution' || id === 'escalation_accuracy'
    return isMeasured(metric)
      ? [
          {
            name: metricName(id),
            value: metric.value,
            low: metric.low,
            high: metric.high,
            good,
            open: endsOf(metric),
          },
        ]
      : []
  })
  const about = words.summary.numbers
  if (rows.length === 0)
    return {
      id: 'numbers',
      title: about.title,
      note: about.none,
      table: { columns: [], rows: [] },
      draw: null,
    }
  return {
    id: 'numbers',
    title: about.title,
    note: [
      about.note,
      ...rows.flatMap(({ name, open }) =>
        open === null
          ? []
          : [`${name}: ${words.ends(open.open, percent(open.ends[0]), percent(open.ends[1]))}.`],
      ),
    ].join(' '),
    table: {
      columns: ['metric', 'value', 'low', 'high', 'not_judged', 'if_right', 'if_wrong'],
      rows: rows.map(({ name, value, low, high, open }) => [
        name,
        value,
        low,
        high,
        open?.open ?? 0,
        open?.ends[0] ?? value,
        open?.ends[1] ?? value,
      ]),
    },
    draw: (width) => ({
      width,
      height: 60 + rows.length * 44,
      marginLeft: 124,
      marginRight: 16,
      x: { label: null, domain: [0, 1], tickFormat: share, grid: true, ticks: ticksFor(width), inset: 14 },
      y: { label: null, domain: rows.map(({ name }) => name) },
      marks: [
        Plot.ruleY(rows, {
          x1: 'low',
          x2: 'high',
          y: 'name',
          stroke: 'var(--line-strong)',
          strokeWidth: 6,
          strokeLinecap: 'round',
        }),
        Plot.dot(rows, {
          x: 'value',
          y: 'name',
          r: 5,
          fill: ({ good }: { readonly good: boolean }) => (good ? 'var(--good)' : 'var(--bad)'),
        }),
        Plot.text(rows, {
          x: 'value',
          y: 'name',
          text: ({ value }: { readonly value: number }) => share(value),
          dy: -13,
          fill: 'var(--ink)',
        }),
      ],
    }),
  }
}
