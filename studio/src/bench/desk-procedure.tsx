import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { EditResult, OutlineRow, ProcedureView } from '../../../src/report/studio-views/desk-view.ts'
import { type DeskEdit, useEdit, useEditing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/parts.tsx'
import { Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { DeskGaps } from './desk-gaps.tsx'
import { canAccept, DeskLine } from './desk-line.tsx'
import { DeskPropose } from './desk-propose.tsx'
import { DeskText } from './desk-text.tsx'
import { EditNote } from './diff.tsx'
import { BAR } from './line-look.ts'
import { ProblemList } from './problem-list.tsx'

const route = getRouteApi('/desks/$desk')
const GraphCanvas = lazy(async () => ({ default: (await import('../draw/graph-canvas.tsx')).GraphCanvas }))

/** The SOP beside its outline: every sentence with what the graph makes of it, and the graph as it is now. */
export function DeskProcedure({ view, author }: { readonly view: ProcedureView; readonly author: string }) {
  const { editing } = useEditing()
  const edit = useEdit(view.desk, view.versions)
  const [doing, setDoing] = useState<'outline' | 'text' | 'propose'>('outline')
  const isProposing = doing === 'propose'
  return (
    <>
      <div className="mb-4 space-y-3">
        {editing && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDoing(doing === 'text' ? 'outline' : 'text')}>
              {doing === 'text' ? words.bench.backToOutline : words.bench.editText}
            </Button>
            <Button onClick={() => setDoing(isProposing ? 'outline' : 'propose')}>
              {isProposing ? words.bench.backToOutline : words.bench.propose}
            </Button>
          </div>
        )}
        <Problems view={view} />
      </div>
      {editing && doing === 'text' && <DeskText view={view} edit={edit} done={() => setDoing('outline')} />}
      {editing && isProposing && <DeskPropose view={view} edit={edit} done={() => setDoing('outline')} />}
      <Outline
        view={view}
        author={author}
        write={edit.write}
        busy={edit.busy || !editing}
        editing={editing}
      />
      <EditNote editing={edit} />
    </>
  )
}

function Problems({ view }: { readonly view: ProcedureView }) {
  const wrong = view.problems.filter(({ severity }) => severity !== 'note')
  if (wrong.length === 0) return null
  return (
    <details className="card border-l-4 border-l-warn px-4 py-2 text-[14px]" open={wrong.length < 4}>
      <summary>{words.bench.problems(wrong.length)}</summary>
      <ProblemList problems={wrong} />
    </details>
  )
}

function Outline({
  view,
  author,
  write,
  busy,
  editing,
}: {
  readonly view: ProcedureView
  readonly author: string
  readonly write: (edit: DeskEdit) => Promise<EditResult>
  readonly busy: boolean
  readonly editing: boolean
}) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const current = search.clause
  const choose = (clause: string): void =>
    void navigate({ search: (before) => ({ ...before, clause }), replace: true, resetScroll: false })
  const [saying, setSaying] = useState<string | null>(null)
  const accepted = view.lines.filter(({ open }) => open === null).length
  const openGaps = view.gaps.filter(({ open }) => open !== null).length
  useKeys({ view, current, choose, act: editing ? (deed) => void write(deed) : null, say: setSaying, author })
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p role="status" className="mb-2 text-[14px]">
          {words.bench.counted(accepted, view.lines.length, openGaps)}
          {accepted === view.lines.length && openGaps === 0 && (
            <>
              {'. '}
              {words.bench.allAccepted}{' '}
              <Link to="/desks/$desk" params={{ desk: view.desk }} search={{ tab: 'signoff' }}>
                {words.bench.nextSignoff}
              </Link>
            </>
          )}
        </p>
        <div aria-hidden="true" className="mb-3 h-1.5 overflow-hidden rounded bg-sunken">
          <div
            className="h-full bg-good"
            style={{ width: `${(100 * accepted) / Math.max(1, view.lines.length)}%` }}
          />
        </div>
        <Legend />
        {editing && <p className="mb-4 text-[13px] text-faint">{words.bench.keys}</p>}
        {view.sections.map(({ id, title }) => {
          const lines = view.lines.filter(({ section }) => section === id)
          if (lines.length === 0) return null
          return (
            <section key={id} className="mb-6">
              <div className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
                <h2 className="text-[17px] font-semibold">{title}</h2>
                {editing && <AcceptQuiet lines={lines} author={author} write={write} busy={busy} />}
              </div>
              <ol className="space-y-2">
                {lines.map((line) => (
                  <DeskLine
                    key={line.clause}
                    line={line}
                    current={line.clause === current}
                    onChoose={() => choose(line.clause)}
                    author={author}
                    write={write}
                    busy={busy}
                    editing={editing}
                    section={title}
                    choices={view.choices}
                    saying={saying === line.clause}
                    onSay={(open) => {
                      setSaying(open ? line.clause : null)
                      if (open) choose(line.clause)
                    }}
                  />
                ))}
              </ol>
            </section>
          )
        })}
        <DeskGaps gaps={view.gaps} author={author} write={write} busy={busy} editing={editing} />
      </div>
      <DeskGraph view={view} clause={current} onClause={choose} />
    </div>
  )
}

const KINDS = ['rule', 'fact', 'tone', 'gap', 'unread'] as const
function Legend() {
  return (
    <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-[12.5px] text-soft">
      {KINDS.map((kind) => (
        <li key={kind} className={`border-l-4 pl-1.5 ${BAR[kind]}`}>
          {words.bench.kind[kind]}
        </li>
      ))}
      <li className="rounded border border-dashed border-line-strong px-1.5">{words.bench.dashed}</li>
    </ul>
  )
}

/** Lines of a section that no gate asks about can be accepted at once; the others need a look each. */
function AcceptQuiet({
  lines,
  author,
  write,
  busy,
}: {
  readonly lines: readonly OutlineRow[]
  readonly author: string
  readonly write: (edit: DeskEdit) => Promise<EditResult>
  readonly busy: boolean
}) {
  const quiet = lines.filter((line) => canAccept(line) && line.questions.length === 0)
  if (quiet.length < 2) return null
  return (
    <Button
      small
      disabled={busy}
      onClick={() => void write({ do: 'accept', clauses: quiet.map(({ clause }) => clause), by: author })}
    >
      {words.bench.acceptQuiet(quiet.length)}
    </Button>
  )
}

/** The procedure that the chosen sentence belongs to; steps that rest on an open sentence are dashed. */
function DeskGraph({
  view,
  clause,
  onClause,
}: {
  readonly view: ProcedureView
  readonly clause: string | undefined
  readonly onClause: (clause: string) => void
}) {
  const [chosen, setChosen] = useState<string | undefined>()
  const parts = view.parts ?? []
  const cited = useMemo(
    () =>
      new Set(
        parts.flatMap(({ nodes }) =>
          nodes.filter(({ cites }) => clause !== undefined && cites.includes(clause)).map(({ id }) => id),
        ),
      ),
    [parts, clause],
  )
  const open = useMemo(
    () => new Set(view.lines.flatMap((line) => (line.open === null ? [] : [line.clause]))),
    [view],
  )
  const drafts = useMemo(
    () =>
      new Set(
        parts.flatMap(({ nodes }) =>
          nodes.filter(({ cites }) => cites.some((each) => open.has(each))).map(({ id }) => id),
        ),
      ),
    [parts, open],
  )
  const keyOf = ({ kind, id }: (typeof parts)[number]): string => `${kind}:${id}`
  const home = parts.find(({ nodes }) => nodes.some(({ id }) => cited.has(id)))
  const part = home ?? parts.find((each) => keyOf(each) === chosen) ?? parts[0]
  if (part === undefined) return <p className="card px-4 py-3 text-soft">{words.bench.noGraph}</p>
  const first = part.nodes.find(({ id }) => cited.has(id))?.id
  return (
    <div className="min-w-0 xl:sticky xl:top-16 xl:self-start">
      <div className="mb-2">
        <Choice
          label={words.packs.part}
          value={keyOf(part)}
          options={parts.map((each) => [keyOf(each), each.id])}
          onChange={setChosen}
        />
      </div>
      <div className="card h-[60vh] min-h-[380px] overflow-hidden xl:h-[calc(100vh-11rem)]">
        <Suspense fallback={<Loading />}>
          <GraphCanvas
            key={keyOf(part)}
            parts={[part]}
            current={first}
            pointed={cited}
            drafts={drafts}
            onStep={(step) => {
              const cites = part.nodes.find(({ id }) => id === step)?.cites[0]
              if (cites !== undefined) onClause(cites)
            }}
          />
        </Suspense>
      </div>
    </div>
  )
}

/** j and k step through sentences, o to the next open one, s says what it is, a accepts, f marks a fact, x reopens. */
function useKeys({
  view,
  current,
  choose,
  act,
  say,
  author,
}: {
  readonly view: ProcedureView
  readonly current: string | undefined
  readonly choose: (clause: string) => void
  readonly act: ((edit: DeskEdit) => void) | null
  readonly say: (clause: string) => void
  readonly author: string
}): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return
      const at = view.lines.findIndex(({ clause }) => clause === current)
      const step = (line: OutlineRow | undefined): void => line && choose(line.clause)
      const here = view.lines[at]
      if (event.key === 'j') step(view.lines[at + 1])
      else if (event.key === 'k') step(view.lines[Math.max(0, at - 1)])
      else if (event.key === 'o')
        step(
          view.lines.slice(at + 1).find(({ open }) => open !== null) ??
            view.lines.find(({ open }) => open !== null),
        )
      else if (act === null || here === undefined) return
      else if (event.key === 's') say(here.clause)
      else if (event.key === 'a') {
        if (canAccept(here) && author !== '') act({ do: 'accept', clauses: [here.clause], by: author })
      } else if (event.key === 'f') act({ do: 'aside', kind: 'fact', clause: here.clause, by: author })
      else if (event.key === 'x') act({ do: 'wrong', clause: here.clause })
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view, current, choose, act, say, author])
  useEffect(() => {
    if (current !== undefined)
      document.getElementById(`line-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
}
