import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { useQueries } from '../data/queries.ts'
import { sayHeadline } from '../ui/deed.ts'
import { CopyButton, PageHead, Tag } from '../ui/parts.tsx'
import { Answered, Empty, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { TrialChat } from './trial-chat.tsx'
import { TrialForks } from './trial-forks.tsx'
import { TrialOthers } from './trial-others.tsx'
import { deskScore, stepAt, stopsOf } from './trial-steps.ts'
import { TrialStory } from './trial-story.tsx'

const route = getRouteApi('/trial')
const GraphCanvas = lazy(async () => ({ default: (await import('../draw/graph-canvas.tsx')).GraphCanvas }))

export function TrialPage() {
  const { id } = route.useSearch()
  const query = useQuery({ ...useQueries().trial(id ?? ''), enabled: id !== undefined })
  if (id === undefined) return <Empty title={words.error.notFound} hint={words.error.notFoundHint} />
  return <Answered query={query}>{(view) => <TrialDetail key={view.trial} view={view} />}</Answered>
}

function TrialDetail({ view }: { readonly view: TrialView }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const at = search.at === undefined ? null : Number(search.at)
  const go = useCallback(
    (n: number) =>
      void navigate({
        search: (before) => ({ ...before, at: String(n) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const graph = useRef<HTMLElement>(null)
  useKeys(view, at, go, graph)
  useArrival(at)
  const current = useMemo(() => stepAt(view, at), [view, at])
  return (
    <>
      <TrialHead view={view} at={at} />
      <div className="grid gap-x-8 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,520px)]">
        <div className="min-w-0">
          <TrialStory view={view} onEvent={go} />
          {view.problems.length > 0 && <Problems problems={view.problems} />}
          <p className="mb-3 mt-6 text-[13px] text-faint max-sm:hidden">{words.trial.keys}</p>
          <TrialChat view={view} at={at} onEvent={go} />
          <TrialForks view={view} at={at} />
          <TrialOthers view={view} />
        </div>
        <aside
          ref={graph}
          tabIndex={-1}
          aria-label={words.trial.path}
          className="min-w-0 outline-none xl:sticky xl:top-16 xl:h-[calc(100vh-5rem)]"
        >
          <TrialGraph view={view} current={current} onStep={(step) => goToStep(view, step, go)} />
        </aside>
      </div>
    </>
  )
}

function TrialHead({ view, at }: { readonly view: TrialView; readonly at: number | null }) {
  const score = deskScore(view)
  const judged = score !== undefined && score.outcome !== 'not-judged'
  const bad = score?.outcome === 'wrong' || (score?.forbidden.length ?? 0) > 0
  return (
    <PageHead
      title={<span className="font-mono text-xl">{view.case}</span>}
      lead={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to="/runs/$run" params={{ run: view.run }} className="font-mono text-[13px]">
            {view.run}
          </Link>
          <Tag>{view.agent}</Tag>
          <Tag>{words.trial.intensity(view.intensity)}</Tag>
          {view.tactic !== null && <Tag>{view.tactic}</Tag>}
          {view.bucket !== null && <Tag>{words.bucket[view.bucket] ?? view.bucket}</Tag>}
          <span
            className={`basis-full first-letter:uppercase ${!judged ? '' : bad ? 'text-bad' : view.notes.length > 0 ? 'text-warn' : 'text-good'}`}
          >
            {sayHeadline(view.says)}
          </span>
        </span>
      }
    >
      <div className="flex gap-2">
        <CopyButton label={words.copy.link} text={() => linkTo(view.trial, at)} />
        {view.desk?.test_case != null && (
          <CopyButton label={words.trial.testCase} text={() => view.desk?.test_case ?? ''} />
        )}
      </div>
    </PageHead>
  )
}

const linkTo = (trial: string, at: number | null): string => {
  const search = new URLSearchParams({ id: trial, ...(at === null ? {} : { at: String(at) }) })
  return `${location.href.split('#')[0]}#/trial?${search}`
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  return (
    <div role="alert" className="card mt-4 border-l-4 border-l-warn px-4 py-3">
      <p>{words.trial.problems}</p>
      <ul className="mt-1 list-disc pl-5 text-soft">
        {problems.slice(0, 8).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

function TrialGraph({
  view,
  current,
  onStep,
}: {
  readonly view: TrialView
  readonly current: string | undefined
  readonly onStep: (step: string) => void
}) {
  const [shown, setShown] = useState(() => matchMedia('(min-width: 1280px)').matches)
  if (view.events[1]?.type === 'recording.opened')
    return <p className="card px-4 py-3 text-soft">{words.trial.recorded}</p>
  if (view.desk === null) return <p className="card px-4 py-3 text-soft">{words.trial.noGraph}</p>
  if (view.desk.parts.length === 0) return <p className="card px-4 py-3 text-soft">{words.trial.noPath}</p>
  return (
    <div className="flex h-full flex-col">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold tracking-tight">{words.trial.path}</h2>
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
          className="text-accent hover:underline xl:hidden"
        >
          {words.trial.graph}
        </button>
        <PathLegend />
      </div>
      {view.pack_is === 'changed' && <p className="mb-2 text-[13px] text-warn">{words.trial.changed}</p>}
      {shown && (
        <div className="card min-h-[420px] flex-1 overflow-hidden max-xl:h-[70vh]">
          <Suspense fallback={<Loading />}>
            <GraphCanvas parts={view.desk.parts} current={current} onStep={onStep} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function PathLegend() {
  const line = (look: string, name: string) => (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`inline-block w-5 border-t-2 ${look}`} />
      {name}
    </li>
  )
  return (
    <ul className="flex flex-wrap gap-x-4 text-[13px] text-soft">
      {line('border-good', words.trial.bothPath)}
      {line('border-dashed border-accent', words.trial.truePath)}
      {line('border-bad', words.trial.takenPath)}
    </ul>
  )
}

/** j and k step through what was done, n to the next verdict; letters typed into a field stay letters. */
function useKeys(
  view: TrialView,
  at: number | null,
  go: (n: number) => void,
  graph: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const stops = stopsOf(view)
    const notes = [...new Set(view.notes.map(({ n }) => n))]
    const next = (of: readonly number[]) => of.find((n) => n > (at ?? 0))
    const before = (of: readonly number[]) => of.findLast((n) => n < (at ?? Number.POSITIVE_INFINITY))
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const to =
        event.key === 'j'
          ? next(stops)
          : event.key === 'k'
            ? before(stops)
            : event.key === 'n'
              ? (next(notes) ?? notes[0])
              : undefined
      if (to !== undefined) go(to)
      if (event.key === 'g') graph.current?.focus()
      if (event.key === 'c') void navigator.clipboard?.writeText(linkTo(view.trial, at))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [view, at, go, graph])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** Brings the event an address names into sight. */
function useArrival(at: number | null): void {
  useEffect(() => {
    if (at === null) return
    const line = document.getElementById(`event-${at}`)
    const tall = (line?.clientHeight ?? 0) > innerHeight * 0.6
    line?.scrollIntoView({ block: tall ? 'start' : 'center', behavior: 'smooth' })
  }, [at])
}

function goToStep(view: TrialView, step: string, go: (n: number) => void): void {
  const found = stopsOf(view).find((n) => stepAt(view, n) === step)
  if (found !== undefined) go(found)
}
