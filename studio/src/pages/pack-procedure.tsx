import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import type { Heat } from '../../../src/report/studio-views/heat.ts'
import type { CoverageView, PackView } from '../../../src/report/studio-views/pack-view.ts'
import { useQueries } from '../data/queries.ts'
import type { StepHeat } from '../draw/graph-canvas.tsx'
import { Choice } from '../ui/parts.tsx'
import { RunChoice } from '../ui/run-choice.tsx'
import { Loading } from '../ui/states.tsx'
import { words } from '../words.ts'

const route = getRouteApi('/packs/$pack')
/** Instead of a run: the pack's own cases, walked once each. */
const CASES = 'cases'
const GraphCanvas = lazy(async () => ({ default: (await import('../draw/graph-canvas.tsx')).GraphCanvas }))

/** The SOP's text and the graph, each pointing at the other; over it, where the trials of a run went and where they left. */
export function PackProcedure({ view }: { readonly view: PackView }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      search: (before) => withoutEmpty({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    })
  const part =
    view.parts.find(({ kind, id }) => `${kind}:${id}` === search.part) ??
    view.parts.find(({ nodes }) => nodes.some(({ id }) => id === search.step)) ??
    view.parts[0]
  const runs = useQuery(useQueries().runs())
  const about = runs.data?.find(({ run }) => run === search.run)?.about
  const heat = useQuery({
    ...useQueries().heat(view.pack, search.run ?? '', search.agent),
    enabled: search.run !== undefined && search.run !== CASES,
  })
  const cover = useQuery({ ...useQueries().coverage(view.pack), enabled: search.run === CASES })
  const shown =
    search.run === CASES
      ? cover.data && coverHeat(cover.data)
      : search.run !== undefined && heat.data !== undefined
        ? heatOf(heat.data)
        : undefined
  const pointed = useMemo(() => stepsCiting(view, search.clause), [view, search.clause])
  const cited = part?.nodes.find(({ id }) => id === search.step)?.cites ?? []
  const linkOf = (clause: string): Record<string, string> => {
    const steps = stepsCiting(view, clause)
    const stays = part?.nodes.some(({ id }) => steps.has(id)) === true
    const home = stays ? part : view.parts.find(({ nodes }) => nodes.some(({ id }) => steps.has(id)))
    return withoutEmpty({
      ...search,
      clause,
      step: undefined,
      ...(home === undefined ? {} : { part: `${home.kind}:${home.id}` }),
    })
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <Choice
          label={words.packs.part}
          value={part === undefined ? undefined : `${part.kind}:${part.id}`}
          options={view.parts.map(({ kind, id }) => [
            `${kind}:${id}`,
            kind === 'interrupt' ? `${words.packs.interrupt}: ${id}` : id,
          ])}
          onChange={(value) => set({ part: value, step: undefined, clause: undefined })}
        />
        <RunChoice
          label={words.packs.heat}
          value={search.run}
          any={words.packs.noHeat}
          also={[[CASES, words.packs.coverHeat]]}
          onChange={(run) => set({ run: run === '' ? undefined : run, agent: undefined })}
        />
        {about != null && (
          <Choice
            label={words.run.agent}
            value={search.agent}
            any={words.leaderboard.all}
            options={about.agents.map(({ agent }) => [agent, agent])}
            onChange={(agent) => set({ agent })}
          />
        )}
      </div>
      {shown !== undefined && (
        <p className="mb-3 text-[13.5px] text-soft">
          {search.run === CASES ? words.packs.coverNote : words.packs.heatNote(heat.data?.trials ?? 0)}
        </p>
      )}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <SopText view={view} clause={search.clause} cited={cited} linkOf={linkOf} />
        <div className="card h-[72vh] min-h-[420px] overflow-hidden xl:sticky xl:top-16 xl:h-[calc(100vh-6rem)]">
          {part !== undefined && (
            <Suspense fallback={<Loading />}>
              <GraphCanvas
                key={`${part.kind} ${part.id}`}
                parts={[part]}
                current={search.step}
                pointed={pointed}
                {...(shown === undefined ? {} : { heat: shown })}
                onStep={(step) => set({ step, clause: undefined })}
              />
            </Suspense>
          )}
        </div>
      </div>
    </>
  )
}

const withoutEmpty = (search: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const stepsCiting = (view: PackView, clause: string | undefined): ReadonlySet<string> =>
  new Set(view.sop.clauses.find(({ id }) => id === clause)?.steps ?? [])

/** Written on a step: how many left the procedure there, of how many that came by. The colour only follows the count. */
function heatOf({ walked, left }: Heat): ReadonlyMap<string, StepHeat> {
  const most = Math.max(1, ...Object.values(left))
  return new Map(
    [...new Set([...Object.keys(walked), ...Object.keys(left)])].map((step) => {
      const lost = left[step] ?? 0
      return [step, { text: words.packs.leftOf(lost, walked[step] ?? 0), share: Math.sqrt(lost / most) }]
    }),
  )
}

/** What no case walks stands out. */
const coverHeat = ({ walked }: CoverageView): ReadonlyMap<string, StepHeat> =>
  new Map(
    Object.entries(walked).map(([step, cases]) => [
      step,
      { text: cases === 0 ? words.packs.neverWalked : String(cases), share: cases === 0 ? 1 : 0 },
    ]),
  )

function SopText({
  view,
  clause,
  cited,
  linkOf,
}: {
  readonly view: PackView
  readonly clause: string | undefined
  readonly cited: readonly string[]
  readonly linkOf: (clause: string) => Record<string, string>
}) {
  const pieces = useMemo(() => piecesOf(view), [view])
  const first = clause ?? cited[0]
  useEffect(() => {
    if (first === undefined) return
    document.getElementById(`clause-${first}`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [first])
  return (
    <article
      aria-label={words.packs.sop}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="card min-w-0 overflow-y-auto px-5 py-4 max-xl:max-h-[70vh] xl:h-[calc(100vh-6rem)] xl:sticky xl:top-16"
    >
      <div className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {pieces.map((piece) =>
          piece.clause === null ? (
            <span key={piece.start} className={piece.heading ? 'font-semibold' : ''}>
              {piece.text}
            </span>
          ) : (
            <Link
              key={piece.start}
              id={`clause-${piece.clause}`}
              to="/packs/$pack"
              params={{ pack: view.pack }}
              search={linkOf(piece.clause)}
              replace
              resetScroll={false}
              title={piece.clause}
              aria-current={piece.clause === clause || cited.includes(piece.clause) ? 'true' : undefined}
              className={`rounded-sm text-ink decoration-line-strong hover:bg-accent-soft hover:no-underline ${
                piece.clause === clause || cited.includes(piece.clause) ? 'bg-warn-soft' : ''
              } ${piece.cited ? 'underline' : ''}`}
            >
              {piece.text}
            </Link>
          ),
        )}
      </div>
    </article>
  )
}

type Piece = {
  readonly start: number
  readonly text: string
  readonly clause: string | null
  readonly cited: boolean
  readonly heading: boolean
}

/** The text cut at its clauses; what lies between (headings, blank lines, list marks) stays as written. */
function piecesOf({ sop: { text, clauses } }: PackView): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const between = (to: number) => {
    const chunk = text.slice(at, to)
    // A line break alone is where the author's editor wrapped, and no more.
    const lines = chunk === '\n' ? [' '] : chunk.split(/(?<=\n)/)
    for (const [index, line] of lines.entries())
      pieces.push({
        start: at + index / 1_000,
        text: line.replace(/^#+ /, ''),
        clause: null,
        cited: false,
        heading: line.startsWith('#'),
      })
  }
  for (const { id, start, end, steps } of [...clauses].sort((a, b) => a.start - b.start)) {
    if (start < at) continue
    between(start)
    pieces.push({
      start,
      text: text.slice(start, end).replace(/\s*\n\s*/g, ' '),
      clause: id,
      cited: steps.length > 0,
      heading: false,
    })
    at = end
  }
  between(text.length)
  return pieces
}
