import { useQueries as useManyQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Report } from '../../../src/report/result/report.ts'
import type { League } from '../../../src/report/studio-views/leagues.ts'
import { useQueries } from '../data/queries.ts'
import { METRIC_NAMES, metricName } from '../metric-facts.ts'
import { Choice, PageHead, Section, sayTime } from '../ui/parts.tsx'
import { Answered, Empty, Failed, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { type Entry, entriesOf, sliceChoices } from './leaderboard-rows.ts'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { NoRuns } from './runs.tsx'

const route = getRouteApi('/')
const TradeOffs = lazy(async () => ({ default: (await import('../draw/trade-offs.tsx')).TradeOffs }))
const DEFAULT_METRIC = 'unsafe_actions'
/** Counting a run takes seconds; of a long league the newest are counted first. */
const RUNS_AT_ONCE = 4

export function LeaderboardPage() {
  const query = useQuery(useQueries().leagues())
  return (
    <>
      <PageHead title={words.leaderboard.title} lead={words.leaderboard.lead} />
      <Answered query={query}>
        {(leagues) => (leagues.length === 0 ? <NoRuns /> : <Leagues leagues={leagues} />)}
      </Answered>
    </>
  )
}

function Leagues({ leagues }: { readonly leagues: readonly League[] }) {
  const [first, ...others] = leagues
  return (
    <>
      {first !== undefined && <LeagueView league={first} plots />}
      {others.length > 0 && (
        <Section title={words.leaderboard.apart} note={words.leaderboard.apartNote}>
          <div className="space-y-2">
            {others.map((league) => (
              <ApartLeague key={league.runs[0]?.run} league={league} />
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

/** Counted only when somebody opens it. */
function ApartLeague({ league }: { readonly league: League }) {
  const [open, setOpen] = useState(false)
  const about = league.runs[0]?.about
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
        <span className="font-medium">
          {Object.keys(about?.packs ?? {}).join(', ')} · {about?.agents.map(({ agent }) => agent).join(', ')}
        </span>
        <span className="text-soft">{league.apart.join('; ')}</span>
        <span className="ml-auto text-[13px] text-faint">{words.leaderboard.league(league.runs.length)}</span>
      </summary>
      <div className="border-t border-line p-4">{open && <LeagueView league={league} />}</div>
    </details>
  )
}

function LeagueView({ league, plots = false }: { readonly league: League; readonly plots?: boolean }) {
  const [shown, setShown] = useState(RUNS_AT_ONCE)
  const ask = useQueries()
  const runs = league.runs.slice(0, shown)
  const reports = useManyQueries({ queries: runs.map(({ run }) => ask.report(run)) })
  const found = reports.flatMap(({ data }) => data ?? [])
  const failed = reports.find(({ error, data }) => error !== null && data === undefined)
  if (found.length === 0)
    return failed === undefined ? (
      <Loading text={words.counting} />
    ) : (
      <Failed error={failed.error} again={() => void failed.refetch()} />
    )
  return (
    <>
      {plots && <LeagueName league={league} />}
      <Ranking reports={found} plots={plots} />
      {league.runs.length > shown && (
        <button
          type="button"
          onClick={() => setShown(shown + RUNS_AT_ONCE)}
          className="mt-3 rounded-md border border-line-strong px-3 py-1 hover:bg-sunken"
        >
          {words.leaderboard.older(league.runs.length - shown)}
        </button>
      )}
    </>
  )
}

/** Whose numbers these are: without it a table of one desk looks like a table of all. */
function LeagueName({ league }: { readonly league: League }) {
  const [newest] = league.runs
  if (newest?.about == null) return null
  const packs = Object.keys(newest.about.packs).join(', ')
  return (
    <p className="mb-4 text-soft">
      {words.leaderboard.shown(packs, newest.about.trials)}{' '}
      {league.runs.length === 1 ? words.leaderboard.fromRun : words.leaderboard.fromRuns(league.runs.length)}{' '}
      <Link to="/runs/$run" params={{ run: newest.run }} className="whitespace-nowrap">
        {sayTime(newest.started_at)}
      </Link>
    </p>
  )
}

function Ranking({ reports, plots }: { readonly reports: readonly Report[]; readonly plots: boolean }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const metric = search.metric ?? DEFAULT_METRIC
  const slice =
    search.slice === undefined || search.of === undefined ? null : { by: search.slice, of: search.of }
  const choices = sliceChoices(reports)
  const entries = entriesOf(reports, slice)
  const ranked = entries.filter(({ kind, sop }) => kind !== 'instrument' && sop !== 'steps')
  const aided = entries.filter(({ sop }) => sop === 'steps')
  const instruments = entries.filter(({ kind }) => kind === 'instrument')
  const noise = useQuery({
    ...useQueries().noise(
      reports.map(({ run }) => run),
      metric,
    ),
    enabled: ranked.length > 1 && slice === null,
  })
  const setMetric = (name: string) =>
    void navigate({ search: (before) => ({ ...before, metric: name }), replace: true })
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <Choice
          label={words.leaderboard.sortBy}
          value={metric}
          options={METRIC_NAMES.map((name) => [name, metricName(name)])}
          onChange={(name) => setMetric(name ?? DEFAULT_METRIC)}
        />
        <Choice
          label={words.leaderboard.of}
          value={slice === null ? undefined : `${slice.by}:${slice.of}`}
          any={words.leaderboard.all}
          options={choices}
          onChange={(value) => {
            const [by, ...of] = (value ?? '').split(':')
            void navigate({
              search: () => ({
                ...(search.metric === undefined ? {} : { metric: search.metric }),
                ...(value === undefined ? {} : { slice: by ?? '', of: of.join(':') }),
              }),
              replace: true,
            })
          }}
        />
      </div>
      {ranked.length === 0 ? (
        <Empty title={words.leaderboard.nobody} hint={words.leaderboard.nobodyHint} />
      ) : (
        <LeaderboardTable
          entries={ranked}
          all={entries}
          metric={metric}
          onMetric={setMetric}
          noise={noise.data}
          runs={reports.length > 1}
          ranks
        />
      )}
      {ranked.length > 1 && (
        <p className="mt-2 text-[13px] text-faint">
          {slice === null ? words.leaderboard.noiseNote : words.leaderboard.noiseSlice}
        </p>
      )}
      {aided.length > 0 && (
        <Section title={words.leaderboard.aided} note={words.leaderboard.aidedNote}>
          <LeaderboardTable
            entries={aided}
            all={entries}
            metric={metric}
            onMetric={setMetric}
            runs={reports.length > 1}
          />
        </Section>
      )}
      {instruments.length > 0 && (
        <Section title={words.leaderboard.instruments} note={words.leaderboard.instrumentsNote}>
          <LeaderboardTable
            entries={instruments}
            all={entries}
            metric={metric}
            onMetric={setMetric}
            runs={reports.length > 1}
          />
        </Section>
      )}
      {plots && <Plots entries={entries} />}
    </>
  )
}

function Plots({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Section title={words.leaderboard.plots}>
      <Suspense fallback={<Loading />}>
        <TradeOffs entries={entries} />
      </Suspense>
    </Section>
  )
}
