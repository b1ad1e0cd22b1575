import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ProgressView } from '../../../src/report/studio-views/progress.ts'
import { useQueries, useServed } from '../data/queries.ts'
import { FailureLine, failuresOf } from '../ui/failure-card.tsx'
import { PageHead, Section, sayDuration, sayTime, Tag } from '../ui/parts.tsx'
import { Answered, Empty, Loading } from '../ui/states.tsx'
import { grouped, words } from '../words.ts'
import { RunFilters } from './run-filters.tsx'
import { RunMatrix } from './run-matrix.tsx'
import { RunValidity } from './run-validity.tsx'

const route = getRouteApi('/runs/$run')

export function RunPage() {
  const { run } = route.useParams()
  const query = useQuery(useQueries().progress(run))
  return <Answered query={query}>{(progress) => <RunView progress={progress} />}</Answered>
}

function RunView({ progress }: { readonly progress: ProgressView }) {
  const search = route.useSearch()
  const ask = useQueries()
  const stored = useSteady(progress.read)
  // The last report of a run is another than the last one while it ran, even of as many conversations.
  const version = `${stored} ${progress.finished_at ?? ''}`
  const page = useQuery(ask.matrix(progress.run, search, 0, stored))
  return (
    <>
      <RunHead progress={progress} />
      {progress.stored === 0 ? (
        <Empty title={words.run.waiting} hint={words.run.waitingHint} />
      ) : (
        <>
          <Answered query={page}>
            {(first) => (
              <div className="grid gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_380px]">
                <section aria-label={words.run.matrix} className="min-w-0 self-start xl:sticky xl:top-16">
                  <RunFilters page={first} />
                  <RunMatrix run={progress.run} first={first} filter={search} stored={stored} />
                </section>
                <RunFailures run={progress.run} version={version} agent={search.agent} />
              </div>
            )}
          </Answered>
          <RunNumbers progress={progress} version={version} />
        </>
      )}
    </>
  )
}

function RunFailures({
  run,
  version,
  agent,
}: {
  readonly run: string
  readonly version: string
  readonly agent: string | undefined
}) {
  const report = useQuery(useQueries().report(run, version))
  return (
    <section aria-label={words.decision.worst} className="min-w-0">
      <h2 className="mb-2 text-lg font-semibold tracking-tight">{words.decision.worst}</h2>
      <Answered query={report} loading={words.counting}>
        {({ decision }) => (
          <ol className="card py-1">
            {failuresOf(decision, agent).map((one) => (
              <FailureLine key={one.number} {...one} />
            ))}
          </ol>
        )}
      </Answered>
    </section>
  )
}

function RunNumbers({ progress, version }: { readonly progress: ProgressView; readonly version: string }) {
  const report = useQuery(useQueries().report(progress.run, version))
  return (
    <Section title={words.run.validity}>
      {report.data === undefined && report.error === null ? (
        <Loading text={words.counting} />
      ) : (
        <Answered query={report}>{(data) => <RunValidity report={data} />}</Answered>
      )}
    </Section>
  )
}

const STEADY_MS = 2_000

/** Numbers of a live run are asked for again only now and then: counting takes longer than a conversation. */
function useSteady(stored: number): number {
  const [steady, setSteady] = useState(stored)
  const next = useRef(0)
  useEffect(() => {
    if (steady === stored) return
    // Due at a fixed time: news that comes while waiting must not put it off again.
    const timer = setTimeout(
      () => {
        next.current = Date.now() + STEADY_MS
        setSteady(stored)
      },
      Math.max(0, next.current - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [steady, stored])
  return steady
}

function RunHead({ progress }: { readonly progress: ProgressView }) {
  const live = progress.live
  const served = useServed()
  return (
    <>
      <PageHead
        title={<span className="font-mono text-xl">{progress.run}</span>}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {live ? (
              <Tag tone="accent">{words.run.live}</Tag>
            ) : (
              <Tag>{progress.finished_at === null ? words.run.stopped : words.run.finished}</Tag>
            )}
            {sayTime(progress.started_at)}
            <RunAbout run={progress.run} />
          </span>
        }
      >
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to="/figures" search={{ run: progress.run }}>
            {words.run.figures}
          </Link>
          <Link to="/summary" search={{ run: progress.run }}>
            {words.nav.summary}
          </Link>
          {served && (
            <>
              <Link to="/compare" search={{ b: progress.run }}>
                {words.run.compare}
              </Link>
              <Link to="/review" search={{ run: progress.run }}>
                {words.run.review}
              </Link>
            </>
          )}
        </div>
      </PageHead>
      {live && <ProgressBar progress={progress} />}
      <dl
        aria-live={live ? 'polite' : 'off'}
        className="mb-6 grid grid-cols-2 gap-px overflow-hidden rounded-[10px] border border-line bg-line sm:grid-cols-3 lg:grid-cols-6"
      >
        <Stat
          name={words.run.conversations}
          value={
            progress.finished_at === null && progress.planned !== null
              ? `${grouped(progress.stored)} ${words.run.of} ${grouped(progress.planned)}`
              : grouped(progress.stored)
          }
        />
        <Stat name={words.run.judged} value={grouped(progress.judged)} />
        <Stat name={words.run.voided} value={grouped(progress.voided)} />
        <Stat
          name={words.run.faulted}
          value={grouped(progress.faulted)}
          {...(progress.faulted > 0 ? { bad: true } : {})}
        />
        {progress.finished_at === null ? (
          <Stat
            name={words.run.rate}
            value={progress.per_second === null ? '–' : progress.per_second.toFixed(1)}
          />
        ) : (
          <Stat name={words.run.took} value={sayDuration(progress.started_at, progress.finished_at)} />
        )}
        <Stat
          name={live ? words.run.cost : words.run.costAll}
          value={progress.usd === null ? words.run.free : `$${progress.usd.toFixed(2)}`}
        />
      </dl>
      {!progress.complete && <p className="mb-4 text-[13px] text-faint">{words.run.reading}</p>}
    </>
  )
}

/** What was run, in a line; the summary says more. */
function RunAbout({ run }: { readonly run: string }) {
  const { data } = useQuery(useQueries().runs())
  const about = data?.find((one) => one.run === run)?.about
  if (about == null) return null
  return <span>{words.run.about(about.suite, Object.keys(about.packs), about.seed)}</span>
}

function ProgressBar({ progress: { stored, planned } }: { readonly progress: ProgressView }) {
  if (planned === null || planned === 0) return null
  return (
    <progress
      value={stored}
      max={planned}
      aria-label={words.run.conversations}
      className="mb-4 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  )
}

function Stat({
  name,
  value,
  bad = false,
}: {
  readonly name: string
  readonly value: string
  readonly bad?: boolean
}) {
  return (
    <div className="flex flex-col-reverse bg-raised px-4 py-2.5">
      <dt className="text-[13px] text-faint">{name}</dt>
      <dd className={`num text-lg font-medium ${bad ? 'text-bad' : ''}`}>{value}</dd>
    </div>
  )
}
