import { percent } from '../../../src/report/render/percent.ts'
import { sayRuns } from '../../../src/report/render/say-runs.ts'
import type { Metric, Metrics } from '../../../src/report/result/run-result.ts'
import { metricFacts } from '../metric-facts.ts'
import { words } from '../words.ts'

/** A number never stands without its interval and what it rests on. */
export type Measured = Extract<Metric, { readonly value: number }>
export const isMeasured = (metric: Metric | undefined): metric is Measured =>
  metric !== undefined && metric.value !== null

/** A metric by its name; `pass_k` holds several and is none. */
export function metricOf(metrics: Metrics | undefined, name: string): Metric | undefined {
  const found = metrics?.[name]
  return found !== undefined && ('of' in found || 'n' in found) ? (found as Metric) : undefined
}

export function sayValue(name: string, value: number): string {
  switch (metricFacts(name).unit) {
    case 'share':
      return `${percent(value)} %`
    case 'usd':
      return `$${value < 0.1 ? value.toFixed(4) : value.toFixed(2)}`
    case 'money':
      return Math.round(value).toLocaleString('en')
    case 'seconds':
      return `${value.toFixed(value < 10 ? 1 : 0)} s`
    case 'number':
      return value.toFixed(2)
  }
}

/** A difference: of two shares in points, since 2 % more of 50 % could mean 51 % or 52 %. */
export function sayDifference(name: string, value: number): string {
  const isShare = metricFacts(name).unit === 'share'
  const text = isShare ? percent(value) : sayValue(name, value)
  const sign = value > 0 && /[1-9]/.test(text) ? '+' : ''
  return /[1-9]/.test(text) ? `${sign}${text}` : text.replace('-', '')
}

/** The unit a difference is in, where it is not that of the value itself. */
export const differenceUnit = (name: string): string =>
  metricFacts(name).unit === 'share' ? ` ${words.points}` : ''

/** Both ends of an interval with the unit once. */
export function sayInterval(name: string, { low, high }: Measured): string {
  const { unit } = metricFacts(name)
  const bare = (value: number) => (unit === 'share' ? percent(value) : sayValue(name, value))
  return words.interval(bare(low), bare(high))
}

/** Of a rate on words: how many could not be judged, and the rate if all of them were right and if all were wrong. */
export const endsOf = (
  metric: Measured,
): { readonly open: number; readonly ends: readonly [number, number] } | null =>
  'hits' in metric && metric.ends !== undefined && (metric.not_judged ?? 0) > 0
    ? { open: metric.not_judged ?? 0, ends: metric.ends }
    : null

export const sampleOf = (metric: Measured): number => ('n' in metric ? metric.n : metric.of)

/** Where a bar begins and ends. Shares stand on 0 to 1; what has no bound, on the widest interval of its column. */
export type Scale = { readonly from: number; readonly to: number }

export function scaleOf(name: string, all: readonly (Metric | undefined)[]): Scale {
  const { low, high, unit } = metricFacts(name)
  if (unit === 'share' && low === 0) return { from: 0, to: 1 }
  const shown = all.filter(isMeasured)
  const ends = shown.flatMap((metric) => [metric.low, metric.high])
  if (low < 0) {
    const reach = Math.max(0.05, ...ends.map(Math.abs))
    return { from: -reach, to: reach }
  }
  return { from: 0, to: high !== null && high <= 1 ? 1 : Math.max(1e-9, ...ends) }
}

const BAND = {
  safe: 'text-soft',
  middling: 'text-warn',
  reckless: 'text-bad',
  unclear: 'text-muted',
} as const

export function MetricCell({
  name,
  metric,
  scale,
}: {
  readonly name: string
  readonly metric: Metric | undefined
  readonly scale: Scale
}) {
  if (!isMeasured(metric)) {
    const because = metric !== undefined && 'because' in metric ? metric.because : undefined
    return (
      <span className="text-faint" title={because}>
        {words.noData}
      </span>
    )
  }
  const band = 'band' in metric ? metric.band : undefined
  return (
    <div className="min-w-28">
      <div className="flex items-baseline justify-between gap-2">
        <span className="font-medium">{sayValue(name, metric.value)}</span>
      </div>
      <IntervalBar metric={metric} scale={scale} />
      <div className="flex justify-between gap-2 whitespace-nowrap text-[12px] text-faint">
        <span>{sayInterval(name, metric)}</span>
        <span>{words.sample(sampleOf(metric))}</span>
      </div>
      <NotJudged metric={metric} />
      {band !== undefined && (
        <div className={`text-[12px] ${BAND[band]}`}>{words.band(band, sampleOf(metric))}</div>
      )}
      {band !== undefined && <BandRests metric={metric} />}
    </div>
  )
}

/** What could not be read is neither right nor wrong: both ends of the rate are shown. */
function NotJudged({ metric }: { readonly metric: Measured }) {
  const found = endsOf(metric)
  if (found === null) return null
  const [right, wrong] = found.ends.map(percent)
  return (
    <div className="text-[12px] text-warn" title={words.endsNote}>
      {words.ends(found.open, right ?? '', wrong ?? '')}
    </div>
  )
}

/** What a band was read off: the hits of each run, and how many were deeds and how many closings. */
function BandRests({ metric }: { readonly metric: Measured }) {
  const runs = sayRuns(metric)
  const { by_deeds: deeds, by_closing: closings } = 'hits' in metric ? metric : {}
  return (
    <div className="whitespace-nowrap text-[12px] text-faint">
      {runs !== undefined && <div>{runs}</div>}
      {deeds !== undefined && closings !== undefined && <div>{words.unsafeParts(deeds, closings)}</div>}
    </div>
  )
}

/** The value as a dot on its interval; the track is the whole scale. */
export function IntervalBar({ metric, scale }: { readonly metric: Measured; readonly scale: Scale }) {
  const place = (value: number): number =>
    Math.min(100, Math.max(0, ((value - scale.from) / (scale.to - scale.from)) * 100))
  const [low, high, at] = [place(metric.low), place(metric.high), place(metric.value)]
  return (
    <div aria-hidden="true" className="relative my-1 h-1.5 rounded-full bg-sunken">
      {scale.from < 0 && (
        <div className="absolute -top-0.5 h-2.5 w-px bg-line-strong" style={{ left: `${place(0)}%` }} />
      )}
      <div
        className="absolute h-1.5 rounded-full bg-faint/55"
        style={{ left: `${low}%`, width: `${Math.max(1, high - low)}%` }}
      />
      <div
        className="absolute -top-0.5 size-2.5 -translate-x-1/2 rounded-full bg-ink"
        style={{ left: `${at}%` }}
      />
    </div>
  )
}
