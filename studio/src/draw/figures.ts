import * as Plot from '@observablehq/plot'
import { percent } from '../../../src/report/render/percent.ts'
import type { Report } from '../../../src/report/result/report.ts'
import type { Metric } from '../../../src/report/result/run-result.ts'
import { isMeasured, type Measured, metricOf } from '../ui/metric.tsx'
import { words } from '../words.ts'
import { placeLabels } from './place-labels.ts'
import { type Figure, type Table, ticksFor } from './plot-figure.tsx'

/** The figures of a report. Every number in them stands in the report; here they get a place on paper. */
/** `currency`: of all packs of the run, where they have one in common. */
export function figuresOf(report: Report, currency: string | null): readonly Figure[] {
  return [
    executionGap(report),
    empathyResilience(report),
    doseResponse(report),
    passK(report),
    judgeAgreement(report),
    scatterFigure('two-axes', words.figures.twoAxes, entriesOf(report), {
      x: { metric: 'quality', max: 1 },
      y: { metric: 'action_accuracy', max: 1 },
    }),
    scatterFigure('escalation', words.figures.escalation, entriesOf(report), {
      x: { metric: 'over_escalation', max: 1 },
      y: { metric: 'escalation_accuracy', max: 1 },
    }),
    moneyAtRisk(report, currency),
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
const nothing = (id: string, { title }: { readonly title: string }): Figure => ({
  id,
  title,
  note: words.figures.none,
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

const FORMS = ['deeds', 'difference', 'conditional'] as const

function executionGap(report: Report): Figure {
  const all = report.figures.execution_gap.flatMap(({ agent, rows }) =>
    rows.map((row) => ({ ...row, agent, pack: row.pack ?? words.figures.allPacks })),
  )
  const points = all.flatMap(({ agent, pack, ...metrics }) =>
    FORMS.flatMap((form) => {
      const metric = metrics[form]
      return isMeasured(metric) ? [{ agent, pack, form: words.figures.gap[form], ...point(metric) }] : []
    }),
  )
  if (points.length === 0) return nothing('execution-gap', words.figures.gap)
  const packs = new Set(points.map(({ pack }) => pack))
  const only = packs.size === 2 ? points.filter(({ pack }) => pack !== words.figures.allPacks) : points
  const agents = inOrder(report, only)
  const lines = new Set(only.map(({ agent, pack }) => `${agent} ${pack}`)).size
  return {
    id: 'execution-gap',
    widthMin: 680,
    ...text(words.figures.gap),
    table: {
      columns: ['agent', 'pack', ...FORMS.flatMap((form) => [form, `${form}_low`, `${form}_high`])],
      rows: all.map(({ agent, pack, ...metrics }) => [
        agent,
        pack,
        ...FORMS.flatMap((form) => numbers(metrics[form])),
      ]),
    },
    draw: (width) => ({
      width,
      height: 70 + lines * 26 + agents.length * 14,
      marginLeft: roomFor(only.map(({ pack }) => pack)),
      marginRight: roomFor(agents),
      marginTop: 34,
      x: { label: null, tickFormat: share, grid: true, ticks: 4 },
      y: { label: null, domain: packsInOrder(only) },
      fx: { label: null, domain: FORMS.map((form) => words.figures.gap[form]) },
      fy: { label: null, domain: agents },
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

/** Agents as the run has them, those that are ranked before instruments. */
function inOrder(report: Report, points: readonly { readonly agent: string }[]): readonly string[] {
  const drawn = new Set(points.map(({ agent }) => agent))
  const isBuiltIn = ({ kind }: { readonly kind: string }): number => (kind === 'instrument' ? 1 : 0)
  return [...report.agents]
    .sort((a, b) => isBuiltIn(a) - isBuiltIn(b))
    .map(({ agent }) => agent)
    .filter((agent) => drawn.has(agent))
}

/** All of them together stand first. */
const packsInOrder = (points: readonly { readonly pack: string }[]): readonly string[] =>
  [...new Set(points.map(({ pack }) => pack))].sort((a, b) =>
    a === words.figures.allPacks ? -1 : b === words.figures.allPacks ? 1 : a < b ? -1 : 1,
  )

/** Agents side by side: as wide as their names need; what does not fit is scrolled to. */
const widthFor = (agents: readonly string[]): number =>
  Math.max(680, 90 + agents.reduce((sum, agent) => sum + Math.max(90, 20 + 7 * agent.length), 0))

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
  const drawn = inOrder(report, points)
  return {
    id: 'empathy-resilience',
    widthMin: widthFor(drawn),
    ...text(words.figures.resilience),
    table: curveTable(
      agents.map(({ agent, curve }) => ({ names: [agent], curve })),
      ['agent'],
    ),
    legend: [
      { name: words.figures.logicLong, colour: INK },
      { name: words.figures.qualityLong, colour: ACCENT },
    ],
    draw: (width) => ({
      width,
      height: 260,
      marginTop: 32,
      marginLeft: 52,
      x: { label: words.figures.intensity, ticks: [0, 1, 2, 3], tickFormat: String, inset: 8 },
      y: { label: null, domain: [0, 1], grid: true, ticks: 5, tickFormat: share },
      fx: { label: null, domain: drawn },
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
  const drawn = inOrder(report, points)
  return {
    id: 'dose-response',
    widthMin: widthFor(drawn) + roomFor([...tactics]),
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
      fx: { label: null, domain: drawn },
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
  const drawn = inOrder(report, points)
  return {
    id: 'pass-k',
    widthMin: widthFor(drawn),
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
      fx: { label: null, domain: drawn },
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

function moneyAtRisk(report: Report, currency: string | null): Figure {
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
    title: words.figures.money.title,
    note: `${words.figures.money.note} ${currency === null ? words.figures.money.inOwn : words.figures.money.inOne(currency)}`,
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
      marginRight: 40,
      x: {
        label: currency,
        grid: true,
        domain: [0, Math.max(1, ...points.map(({ high }) => high))],
        ticks: ticksFor(width),
      },
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

type Dot = {
  readonly agent: string
  readonly kind: string
  readonly x: number
  readonly y: number
}

const NAMED_MAX = 2

/** Agents on one spot share one label, those that are ranked first: names written over each other say nothing. */
function together(dots: readonly Dot[]): readonly (Pick<Dot, 'x' | 'y'> & { readonly text: string })[] {
  const spots = new Map<string, Dot[]>()
  for (const dot of dots) {
    const key = `${dot.x.toFixed(2)} ${dot.y.toFixed(2)}`
    spots.set(key, [...(spots.get(key) ?? []), dot])
  }
  const isBuiltIn = ({ kind }: Dot): number => (kind === 'instrument' ? 1 : 0)
  return [...spots.values()]
    .map((spot) => [...spot].sort((a, b) => isBuiltIn(a) - isBuiltIn(b)))
    .sort(([a], [b]) => (a === undefined || b === undefined ? 0 : isBuiltIn(a) - isBuiltIn(b)))
    .flatMap((spot) => {
      const [first] = spot
      const names = spot.map(({ agent }) => agent)
      const more = names.length - NAMED_MAX
      const text = names.slice(0, NAMED_MAX).join(', ')
      return first === undefined
        ? []
        : [{ x: first.x, y: first.y, text: more > 0 ? words.figures.andMore(text, more) : text }]
    })
}

const SCATTER = { marginLeft: 52, marginRight: 24, marginTop: 36, marginBottom: 40, inset: 8 } as const

/** Two metrics against each other, each with its interval as one arm of a cross. */
export function scatterFigure(
  id: string,
  about: {
    readonly title: string
    readonly note: string
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
  const reach = ({ max }: ScatterAxis, ends: readonly number[]): number => max ?? Math.max(1e-6, ...ends)
  const to = {
    x: reach(
      axes.x,
      points.map(({ x2 }) => x2),
    ),
    y: reach(
      axes.y,
      points.map(({ y2 }) => y2),
    ),
  }
  const format = ({ max }: ScatterAxis) => (max === null ? (value: number) => `$${value}` : share)
  const axis = (side: 'x' | 'y', width: number) => ({
    label: about[side],
    domain: [0, to[side]],
    tickFormat: format(axes[side]),
    grid: true,
    ticks: side === 'x' ? ticksFor(width) : 5,
    inset: SCATTER.inset,
  })
  return {
    id,
    title: about.title,
    note: about.note,
    table: {
      columns: ['agent', axes.x.metric, 'low', 'high', axes.y.metric, 'low', 'high'],
      rows: points.map(({ agent, x, x1, x2, y, y1, y2 }) => [agent, x, x1, x2, y, y1, y2]),
    },
    draw: (width) => {
      const height = Math.min(360, Math.max(240, width * 0.6))
      return {
        width,
        height,
        ...SCATTER,
        x: axis('x', width),
        y: axis('y', width),
        marks: [
          Plot.ruleY(points, { x1: 'x1', x2: 'x2', y: 'y', stroke: LINE, strokeWidth: 2 }),
          Plot.ruleX(points, { y1: 'y1', y2: 'y2', x: 'x', stroke: LINE, strokeWidth: 2 }),
          Plot.dot(points, {
            x: 'x',
            y: 'y',
            r: 4.5,
            stroke: INK,
            strokeWidth: 1.5,
            fill: ({ kind }: Dot) => (kind === 'instrument' ? 'var(--raised)' : INK),
            title: 'agent',
          }),
          ...nameMarks(points, { width, height, to }),
        ],
      }
    },
  }
}

function nameMarks(
  dots: readonly Dot[],
  { width, height, to }: { width: number; height: number; to: { readonly x: number; readonly y: number } },
): Plot.Markish[] {
  const { marginLeft, marginRight, marginTop, marginBottom, inset } = SCATTER
  const spots = together(dots)
  const across = width - marginLeft - marginRight - 2 * inset
  const down = height - marginTop - marginBottom - 2 * inset
  const inPixels = spots.map(({ x, y, text: name }) => ({
    x: marginLeft + inset + (x / to.x) * across,
    y: height - marginBottom - inset - (y / to.y) * down,
    text: name,
  }))
  const frame = { left: marginLeft, right: width, top: 18, bottom: height - 18 }
  return placeLabels(inPixels, frame).flatMap((place, at) => {
    const spot = spots[at]
    if (place === null || spot === undefined) return []
    const { dx, dy, anchor: textAnchor } = place
    const look = { fill: INK, stroke: 'var(--raised)', strokeWidth: 4 }
    return [Plot.text([spot], { x: 'x', y: 'y', text: 'text', dx, dy, textAnchor, ...look })]
  })
}
