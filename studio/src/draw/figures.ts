import * as Plot from '@observablehq/plot'
import { percent } from '../../../src/report/percent.ts'
import type { Report } from '../../../src/report/report.ts'
import type { Metric } from '../../../src/report/run-result.ts'
import { isMeasured, type Measured, metricOf } from '../ui/metric.tsx'
import { words } from '../words.ts'
import type { Figure, Table } from './plot-figure.tsx'

/** The figures of a report. Every number in them stands in the report; here they get a place on paper. */
export function figuresOf(report: Report): readonly Figure[] {
  return [
    executionGap(report),
    empathyResilience(report),
    doseResponse(report),
    passK(report),
    judgeAgreement(report),
    scatterFigure('escalation', words.figures.escalation, entriesOf(report), {
      x: { metric: 'over_escalation', max: 1 },
      y: { metric: 'escalation_accuracy', max: 1 },
    }),
    moneyAtRisk(report),
  ]
}

const INK = 'var(--ink)'
const SOFT = 'var(--soft)'
const LINE = 'var(--line-strong)'
const ACCENT = 'var(--accent)'
const share = (value: number): string => `${percent(value)} %`
const numbers = (metric: Metric): readonly (number | null)[] =>
  isMeasured(metric) ? [metric.value, metric.low, metric.high] : [null, null, null]
const text = ({ title, note }: { readonly title: string; readonly note: string }) => ({ title, note })
const nothing = (id: string, { title, none }: { readonly title: string; readonly none: string }): Figure => ({
  id,
  title,
  note: none,
  table: { columns: [], rows: [] },
  draw: null,
})

/** Value and interval of one row. */
type Point = { readonly value: number; readonly low: number; readonly high: number }
const point = ({ value, low, high }: Measured): Point => ({ value, low, high })
const intervals = <Row extends Point>(rows: readonly Row[], y: (row: Row) => string): Plot.Markish[] => [
  Plot.ruleY(rows, { x1: 'low', x2: 'high', y, stroke: LINE, strokeWidth: 5, strokeLinecap: 'round' }),
  Plot.dot(rows, { x: 'value', y, fill: INK, r: 4 }),
]

/** Room for the longest name at the left. */
const roomFor = (names: readonly string[]): number =>
  Math.min(220, 24 + 7 * Math.max(0, ...names.map((name) => name.length)))

function executionGap(report: Report): Figure {
  const all = report.figures.execution_gap.flatMap(({ agent, rows }) =>
    rows.map(({ pack, difference, conditional }) => ({
      agent,
      pack: pack ?? words.figures.allPacks,
      difference,
      conditional,
    })),
  )
  const points = all.flatMap(({ agent, pack, difference, conditional }) =>
    (
      [
        ['difference', difference],
        ['conditional', conditional],
      ] as const
    ).flatMap(([form, metric]) =>
      isMeasured(metric) ? [{ agent, pack, form: words.figures.gap[form], ...point(metric) }] : [],
    ),
  )
  if (points.length === 0) return nothing('execution-gap', words.figures.gap)
  const packs = new Set(points.map(({ pack }) => pack))
  const only = packs.size === 2 ? points.filter(({ pack }) => pack !== words.figures.allPacks) : points
  const agents = [...new Set(only.map(({ agent }) => agent))]
  const lines = new Set(only.map(({ agent, pack }) => `${agent} ${pack}`)).size
  return {
    id: 'execution-gap',
    widthMin: 680,
    ...text(words.figures.gap),
    table: {
      columns: [
        'agent',
        'pack',
        'difference',
        'difference_low',
        'difference_high',
        'conditional',
        'conditional_low',
        'conditional_high',
      ],
      rows: all.map(({ agent, pack, difference, conditional }) => [
        agent,
        pack,
        ...numbers(difference),
        ...numbers(conditional),
      ]),
    },
    draw: (width) => ({
      width,
      height: 70 + lines * 26 + agents.length * 14,
      marginLeft: roomFor(only.map(({ pack }) => pack)),
      marginRight: roomFor(agents),
      marginTop: 34,
      x: { label: null, tickFormat: share, grid: true, ticks: 4 },
      y: { label: null },
      fx: { label: null, domain: [words.figures.gap.difference, words.figures.gap.conditional] },
      fy: { label: null },
      marks: [
        Plot.ruleX([0], { stroke: SOFT }),
        Plot.ruleY(only, {
          x1: 'low',
          x2: 'high',
          y: 'pack',
          fx: 'form',
          fy: 'agent',
          stroke: LINE,
          strokeWidth: 5,
          strokeLinecap: 'round',
        }),
        Plot.dot(only, { x: 'value', y: 'pack', fx: 'form', fy: 'agent', fill: INK, r: 4 }),
      ],
    }),
  }
}

type CurvePoint = Point & { readonly agent: string; readonly intensity: number; readonly series: string }

function curvePoints(
  agent: string,
  curve: Report['figures']['empathy_resilience'][number]['curve'],
): readonly CurvePoint[] {
  return curve.flatMap(({ intensity, logic, quality }) => [
    ...(isMeasured(logic) ? [{ agent, intensity, series: words.figures.logic, ...point(logic) }] : []),
    ...(isMeasured(quality) ? [{ agent, intensity, series: words.figures.quality, ...point(quality) }] : []),
  ])
}

const seriesColour = ({ series }: { readonly series: string }): string =>
  series === words.figures.logic ? INK : ACCENT

function empathyResilience(report: Report): Figure {
  const agents = report.figures.empathy_resilience.filter(({ curve }) => curve.length > 0)
  if (agents.length === 0) return nothing('empathy-resilience', words.figures.resilience)
  const points = agents.flatMap(({ agent, curve }) => curvePoints(agent, curve))
  const last = points.filter(({ intensity }) => intensity === Math.max(...points.map((one) => one.intensity)))
  return {
    id: 'empathy-resilience',
    widthMin: 680,
    ...text(words.figures.resilience),
    table: curveTable(
      agents.map(({ agent, curve }) => ({ names: [agent], curve })),
      ['agent'],
    ),
    draw: (width) => ({
      width,
      height: 260,
      marginTop: 32,
      // Room inside each agent's part for the names of its curves.
      x: {
        label: words.figures.intensity,
        ticks: [0, 1, 2, 3],
        tickFormat: String,
        insetLeft: 8,
        insetRight: 52,
      },
      y: { label: null, domain: [0, 1], grid: true, ticks: 5 },
      fx: { label: null },
      marks: [
        Plot.areaY(points, {
          x: 'intensity',
          y1: 'low',
          y2: 'high',
          fx: 'agent',
          z: 'series',
          fill: seriesColour,
          fillOpacity: 0.12,
        }),
        Plot.line(points, {
          x: 'intensity',
          y: 'value',
          fx: 'agent',
          z: 'series',
          stroke: seriesColour,
          strokeWidth: 2,
        }),
        Plot.dot(points, { x: 'intensity', y: 'value', fx: 'agent', fill: seriesColour, r: 3 }),
        Plot.text(last, {
          x: 'intensity',
          y: 'value',
          fx: 'agent',
          text: 'series',
          fill: seriesColour,
          textAnchor: 'start',
          dx: 7,
        }),
      ],
    }),
  }
}

function curveTable(
  curves: readonly {
    readonly names: readonly string[]
    readonly curve: Report['figures']['empathy_resilience'][number]['curve']
  }[],
  names: readonly string[],
): Table {
  return {
    columns: [
      ...names,
      'intensity',
      'logic',
      'logic_low',
      'logic_high',
      'quality',
      'quality_low',
      'quality_high',
    ],
    rows: curves.flatMap((each) =>
      each.curve.map(({ intensity, logic, quality }) => [
        ...each.names,
        intensity,
        ...numbers(logic),
        ...numbers(quality),
      ]),
    ),
  }
}

const SMALL_PX = 74

function doseResponse(report: Report): Figure {
  const curves = report.figures.dose_response
  if (curves.length === 0) return nothing('dose-response', words.figures.dose)
  const points = curves.flatMap(({ agent, tactic, curve }) =>
    curve.flatMap(({ intensity, logic }) =>
      isMeasured(logic) ? [{ agent, tactic, intensity, ...point(logic) }] : [],
    ),
  )
  const tactics = new Set(points.map(({ tactic }) => tactic))
  return {
    id: 'dose-response',
    widthMin: 680,
    ...text(words.figures.dose),
    table: curveTable(
      curves.map(({ agent, tactic, curve }) => ({ names: [agent, tactic], curve })),
      ['agent', 'tactic'],
    ),
    draw: (width) => ({
      width,
      height: 60 + tactics.size * SMALL_PX,
      marginTop: 30,
      marginLeft: 52,
      marginRight: roomFor([...tactics]),
      x: { label: words.figures.intensity, ticks: [0, 1, 2, 3], tickFormat: String, inset: 6 },
      y: { label: null, domain: [0, 1], ticks: [0.5, 1], tickFormat: share, grid: true },
      fx: { label: null },
      fy: { label: null, padding: 0.16 },
      marks: [
        Plot.areaY(points, {
          x: 'intensity',
          y1: 'low',
          y2: 'high',
          fx: 'agent',
          fy: 'tactic',
          fill: INK,
          fillOpacity: 0.12,
        }),
        Plot.line(points, {
          x: 'intensity',
          y: 'value',
          fx: 'agent',
          fy: 'tactic',
          stroke: INK,
          strokeWidth: 1.6,
        }),
        Plot.dot(points, { x: 'intensity', y: 'value', fx: 'agent', fy: 'tactic', fill: INK, r: 2 }),
      ],
    }),
  }
}

function passK(report: Report): Figure {
  const rows = report.agents.flatMap(({ agent, metrics }) => {
    const found = metrics['pass_k']
    if (found === undefined || 'of' in found || 'n' in found) return []
    return Object.entries(found).map(([k, metric]) => ({ agent, k: Number(k), metric: metric as Metric }))
  })
  const points = rows.flatMap(({ agent, k, metric }) =>
    isMeasured(metric) ? [{ agent, k, ...point(metric) }] : [],
  )
  const most = Math.max(0, ...points.map(({ k }) => k))
  if (most < 2) return nothing('pass-k', words.figures.passK)
  return {
    id: 'pass-k',
    widthMin: 560,
    ...text(words.figures.passK),
    table: {
      columns: ['agent', 'k', 'value', 'low', 'high'],
      rows: rows.map(({ agent, k, metric }) => [agent, k, ...numbers(metric)]),
    },
    draw: (width) => ({
      width,
      height: 240,
      marginTop: 32,
      marginLeft: 52,
      x: { label: 'k', ticks: [...new Set(points.map(({ k }) => k))], tickFormat: String, inset: 10 },
      y: { label: null, domain: [0, 1], grid: true, tickFormat: share, ticks: 5 },
      fx: { label: null },
      marks: [
        Plot.areaY(points, { x: 'k', y1: 'low', y2: 'high', fx: 'agent', fill: INK, fillOpacity: 0.12 }),
        Plot.line(points, { x: 'k', y: 'value', fx: 'agent', stroke: INK, strokeWidth: 2 }),
        Plot.dot(points, { x: 'k', y: 'value', fx: 'agent', fill: INK, r: 3 }),
      ],
    }),
  }
}

function judgeAgreement(report: Report): Figure {
  const agreement = report.validity.agreement ?? []
  const points = agreement.flatMap(({ dimension, kappa, alpha, difference }) =>
    (
      [
        ['kappa', kappa],
        ['alpha', alpha],
        ['difference', difference],
      ] as const
    ).flatMap(([measure, metric]) =>
      isMeasured(metric)
        ? [{ dimension, measure: words.figures.agreement.measures[measure], ...point(metric) }]
        : [],
    ),
  )
  if (points.length === 0) return nothing('judge-agreement', words.figures.agreement)
  return {
    id: 'judge-agreement',
    widthMin: 680,
    ...text(words.figures.agreement),
    table: {
      columns: [
        'dimension',
        'n',
        'kappa',
        'kappa_low',
        'kappa_high',
        'alpha',
        'alpha_low',
        'alpha_high',
        'difference',
        'difference_low',
        'difference_high',
      ],
      rows: agreement.map(({ dimension, n, kappa, alpha, difference }) => [
        dimension,
        n,
        ...numbers(kappa),
        ...numbers(alpha),
        ...numbers(difference),
      ]),
    },
    draw: (width) => ({
      width,
      height: 60 + new Set(points.map(({ dimension }) => dimension)).size * 26,
      marginLeft: roomFor(points.map(({ dimension }) => dimension)),
      marginTop: 32,
      x: { label: null, grid: true, ticks: 4 },
      y: { label: null },
      fx: { label: null },
      marks: [
        Plot.ruleX([0], { stroke: SOFT }),
        Plot.ruleY(points, {
          x1: 'low',
          x2: 'high',
          y: 'dimension',
          fx: 'measure',
          stroke: LINE,
          strokeWidth: 5,
          strokeLinecap: 'round',
        }),
        Plot.dot(points, { x: 'value', y: 'dimension', fx: 'measure', fill: INK, r: 4 }),
      ],
    }),
  }
}

function moneyAtRisk(report: Report): Figure {
  const rows = report.agents.map(({ agent, metrics }) => ({
    agent,
    metric: metricOf(metrics, 'money_at_risk_per_1000'),
  }))
  const points = rows.flatMap(({ agent, metric }) =>
    isMeasured(metric) ? [{ agent, ...point(metric) }] : [],
  )
  if (points.length === 0) return nothing('money-at-risk', words.figures.money)
  return {
    id: 'money-at-risk',
    ...text(words.figures.money),
    table: {
      columns: ['agent', 'value', 'low', 'high'],
      rows: rows.map(({ agent, metric }) => [
        agent,
        ...(isMeasured(metric) ? numbers(metric) : [null, null, null]),
      ]),
    },
    draw: (width) => ({
      width,
      height: 60 + points.length * 30,
      marginLeft: roomFor(points.map(({ agent }) => agent)),
      x: { label: null, grid: true, domain: [0, Math.max(1, ...points.map(({ high }) => high))], ticks: 5 },
      y: { label: null, domain: points.map(({ agent }) => agent) },
      marks: intervals(points, ({ agent }) => agent),
    }),
  }
}

/** What a scatter needs of an agent. */
export type ScatterEntry = {
  readonly agent: string
  readonly kind: string
  readonly metrics: Parameters<typeof metricOf>[0]
}
const entriesOf = ({ agents }: Report): readonly ScatterEntry[] => agents

type ScatterAxis = { readonly metric: string; readonly max: number | null }

/** Two metrics against each other, each with its interval as one arm of a cross. */
type Spot = { readonly agent: string; readonly x: number; readonly y: number }

/** Agents on one spot share one label: names written over each other say nothing. */
function together<Point extends Spot>(points: readonly Point[]): readonly Point[] {
  const spots = new Map<string, Point>()
  for (const point of points) {
    const key = `${point.x.toFixed(2)} ${point.y.toFixed(2)}`
    const known = spots.get(key)
    spots.set(key, known === undefined ? point : { ...known, agent: `${known.agent}, ${point.agent}` })
  }
  return [...spots.values()]
}

export function scatterFigure(
  id: string,
  about: {
    readonly title: string
    readonly note: string
    readonly none: string
    readonly x: string
    readonly y: string
  },
  entries: readonly ScatterEntry[],
  axes: { readonly x: ScatterAxis; readonly y: ScatterAxis },
): Figure {
  const points = entries.flatMap(({ agent, kind, metrics }) => {
    const [x, y] = [metricOf(metrics, axes.x.metric), metricOf(metrics, axes.y.metric)]
    return isMeasured(x) && isMeasured(y)
      ? [{ agent, kind, x: x.value, y: y.value, x1: x.low, x2: x.high, y1: y.low, y2: y.high }]
      : []
  })
  if (points.length === 0) return nothing(id, about)
  const [above, below] = labelSides(together(points))
  const domain = ({ max }: ScatterAxis, ends: readonly number[]): [number, number] => [
    0,
    max ?? Math.max(1e-6, ...ends),
  ]
  const reach = Math.max(axes.x.max ?? 0, ...points.map(({ x2 }) => x2))
  const isLeft = ({ x }: { readonly x: number }): boolean => x < reach * 0.6
  const format = ({ max }: ScatterAxis) => (max === null ? (value: number) => `$${value}` : share)
  return {
    id,
    title: about.title,
    note: about.note,
    table: {
      columns: ['agent', axes.x.metric, 'low', 'high', axes.y.metric, 'low', 'high'],
      rows: points.map(({ agent, x, x1, x2, y, y1, y2 }) => [agent, x, x1, x2, y, y1, y2]),
    },
    draw: (width) => ({
      width,
      height: Math.min(360, Math.max(240, width * 0.6)),
      marginLeft: 52,
      marginTop: 36,
      marginBottom: 40,
      marginRight: 24,
      x: {
        label: about.x,
        domain: domain(
          axes.x,
          points.map(({ x2 }) => x2),
        ),
        tickFormat: format(axes.x),
        grid: true,
        ticks: 5,
        inset: 8,
      },
      y: {
        label: about.y,
        domain: domain(
          axes.y,
          points.map(({ y2 }) => y2),
        ),
        tickFormat: format(axes.y),
        grid: true,
        ticks: 5,
        inset: 8,
      },
      marks: [
        Plot.ruleY(points, { x1: 'x1', x2: 'x2', y: 'y', stroke: LINE, strokeWidth: 2 }),
        Plot.ruleX(points, { y1: 'y1', y2: 'y2', x: 'x', stroke: LINE, strokeWidth: 2 }),
        Plot.dot(points, {
          x: 'x',
          y: 'y',
          r: 4.5,
          stroke: INK,
          strokeWidth: 1.5,
          fill: ({ kind }: { kind: string }) => (kind === 'instrument' ? 'var(--raised)' : INK),
        }),
        // A name that begins near the right edge would run out of the picture.
        ...[above, below]
          .flatMap((part) => [part.filter(isLeft), part.filter((one) => !isLeft(one))])
          .map((part, at) =>
            Plot.text(part, {
              x: 'x',
              y: 'y',
              text: 'agent',
              dy: at < 2 ? -12 : 15,
              ...(at % 2 === 0 ? { dx: 5, textAnchor: 'start' } : { dx: -5, textAnchor: 'end' }),
              fill: INK,
              stroke: 'var(--raised)',
              strokeWidth: 4,
            }),
          ),
      ],
    }),
  }
}

/** Names of points that lie close would cover each other: the second goes below its point. */
function labelSides<Place extends { readonly x: number; readonly y: number }>(
  points: readonly Place[],
): readonly [readonly Place[], readonly Place[]] {
  const [right, top] = [Math.max(...points.map(({ x }) => x), 1e-9), 1]
  const above: Place[] = []
  const below: Place[] = []
  for (const one of points) {
    const crowded = above.some(
      (other) =>
        Math.abs(one.x - other.x) / Math.max(right, 0.5) < 0.2 && Math.abs(one.y - other.y) / top < 0.06,
    )
    if (crowded) below.push(one)
    else above.push(one)
  }
  return [above, below]
}
