import { Link } from '@tanstack/react-router'
import type { Noise } from '../../../src/report/studio-views/noise.ts'
import { metricFacts, metricName } from '../metric-facts.ts'
import { MetricCell, metricOf, scaleOf } from '../ui/metric.tsx'
import { ScrollBox, Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'
import { type Entry, isNoise, sorted } from './leaderboard-rows.ts'

const COLUMNS = [
  'unsafe_actions',
  'escalation_accuracy',
  'over_escalation',
  'resolution',
  'outcome_accuracy',
  'action_accuracy',
  'policy_adherence',
  'free_goods',
  'enabled_fraud',
  'wrongful_cancellation',
  'false_closure',
] as const

/** Agents by metric. `all`: whose numbers set the scale of the bars, so that two tables can be held against each other. */
export function LeaderboardTable({
  entries,
  all,
  metric,
  onMetric,
  noise,
  runs,
  ranks = false,
}: {
  readonly entries: readonly Entry[]
  readonly all: readonly Entry[]
  readonly metric: string
  readonly onMetric: (name: string) => void
  readonly noise?: Noise | undefined
  readonly runs: boolean
  readonly ranks?: boolean
}) {
  const names = COLUMNS.some((name) => name === metric) ? COLUMNS : [metric, ...COLUMNS]
  const rows = sorted(entries, metric)
  const scales = new Map(
    names.map((name) => [
      name,
      scaleOf(
        name,
        all.map(({ metrics }) => metricOf(metrics, name)),
      ),
    ]),
  )
  return (
    <ScrollBox label={words.leaderboard.title}>
      <table className="w-full text-left">
        <thead className="border-b border-line align-bottom text-[13px]">
          <tr>
            <th scope="col" className="sticky left-0 z-10 bg-raised px-4 py-2 font-normal text-faint">
              {words.leaderboard.agent}
            </th>
            {names.map((name) => (
              <Head key={name} name={name} active={name === metric} onClick={() => onMetric(name)} />
            ))}
            <th scope="col" className="whitespace-nowrap px-3 py-2 font-normal text-faint">
              {words.leaderboard.tier}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry, index) => {
            const above = rows[index - 1]
            const tied = ranks && above !== undefined && isNoise(noise, above, entry)
            return (
              <tr
                key={`${entry.run} ${entry.agent}`}
                className="border-b border-line align-top last:border-0"
              >
                <th scope="row" className="sticky left-0 z-10 bg-raised px-4 py-3 font-normal">
                  {tied && <NoiseBracket />}
                  <AgentName entry={entry} runs={runs} />
                </th>
                {names.map((name) => (
                  <td key={name} className="px-3 py-3">
                    <MetricCell
                      name={name}
                      metric={metricOf(entry.metrics, name)}
                      scale={scales.get(name) ?? { from: 0, to: 1 }}
                    />
                  </td>
                ))}
                <td className="whitespace-nowrap px-4 py-3 text-soft">{entry.tier ?? '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Head({
  name,
  active,
  onClick,
}: {
  readonly name: string
  readonly active: boolean
  readonly onClick: () => void
}) {
  const { better, unit } = metricFacts(name)
  return (
    <th
      scope="col"
      aria-sort={active ? (better === 'higher' ? 'descending' : 'ascending') : undefined}
      className="px-3 py-2 font-normal"
    >
      <button
        type="button"
        onClick={onClick}
        className={`whitespace-nowrap text-left ${active ? 'font-semibold text-ink' : 'text-faint hover:text-ink'}`}
      >
        {metricName(name)} <span aria-hidden="true">{active ? (better === 'higher' ? '↓' : '↑') : ''}</span>
        <span className="block text-[12px] font-normal text-faint">
          {words.better[better]}
          {unit === 'money' && `, ${words.ownCurrency}`}
        </span>
      </button>
    </th>
  )
}

function AgentName({ entry, runs }: { readonly entry: Entry; readonly runs: boolean }) {
  return (
    <div className="min-w-24 sm:min-w-44">
      <Link to="/summary" search={{ run: entry.run, agent: entry.agent }} className="font-medium text-ink">
        {entry.agent}
      </Link>
      <div className="mt-0.5 flex flex-wrap gap-1">
        {entry.kind !== 'agent' && <Tag>{words.kind[entry.kind]}</Tag>}
        <Tag>{entry.protocol}</Tag>
        {entry.sop !== undefined && <Tag>{words.leaderboard.sop(entry.sop)}</Tag>}
      </div>
      {runs && <div className="mt-1 font-mono text-[12px] text-faint">{entry.run}</div>}
    </div>
  )
}

/** Joins a row to the one above it. */
function NoiseBracket() {
  return (
    <span
      role="img"
      aria-label={words.leaderboard.noise}
      title={words.leaderboard.noise}
      className="absolute -top-6 left-0.5 h-12 w-2 rounded-l border-y-2 border-l-2 border-warn"
    />
  )
}
