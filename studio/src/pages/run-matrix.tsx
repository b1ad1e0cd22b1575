// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by hand, and a table that is laid out so loses its meaning
// biome-ignore-all lint/a11y/useFocusableInteractive: nothing but the links in the cells takes the focus
import { useQueries as useManyQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import type {
  MatrixFilter,
  MatrixLine,
  MatrixMark,
  MatrixPage,
} from '../../../src/report/studio-views/matrix.ts'
import type { Mark } from '../../../src/report/studio-views/trial-row.ts'
import { MATRIX_LINES, useQueries } from '../data/queries.ts'
import { MarkSign } from '../ui/mark.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'

/** As high as a line is in truth: one that differs has all lines after it measured again. */
const LINE_PX = 46

/**
 * Cases down, agents across, a mark a conversation. The server cuts pages, this draws the lines in sight: a hundred
 * thousand conversations cost no more than a screenful.
 */
export function RunMatrix({
  run,
  first,
  filter,
  stored,
}: {
  readonly run: string
  readonly first: MatrixPage
  readonly filter: MatrixFilter
  readonly stored: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: first.lines,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    overscan: 12,
  })
  const seen = virtual.getVirtualItems()
  const pages = [...new Set(seen.map(({ index }) => Math.floor(index / MATRIX_LINES)))]
  const ask = useQueries()
  const answers = useManyQueries({ queries: pages.map((page) => ask.matrix(run, filter, page, stored)) })
  const lines = new Map<number, MatrixLine>()
  for (const { data } of answers)
    for (const [at, line] of (data?.page ?? []).entries()) lines.set((data?.offset ?? 0) + at, line)
  // Of a run that has just begun its first conversations are not read yet: no filter keeps them away.
  if (first.lines === 0 && Object.values(filter).every((each) => each === undefined)) return <Loading />
  if (first.lines === 0) return <Empty title={words.run.nothing} hint={words.run.nothingHint} />
  const columns = {
    gridTemplateColumns: `minmax(200px,2fr) repeat(${first.agents.length}, minmax(90px,1fr))`,
  }
  return (
    <div
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      role="table"
      aria-label={words.run.matrix}
      aria-rowcount={first.lines + 1}
      className="card relative h-[min(70vh,720px)] xl:h-[calc(100vh-17rem)] xl:min-h-96 overflow-auto [contain:strict]"
    >
      <div role="rowgroup" className="sticky top-0 z-10 min-w-fit border-b border-line bg-raised">
        <div role="row" className="grid text-[13px] text-faint" style={columns}>
          <div role="columnheader" className="px-4 py-2">
            {words.run.case}
          </div>
          {first.agents.map((agent) => (
            <div key={agent} role="columnheader" className="truncate px-2 py-2" title={agent}>
              {agent}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative min-w-fit" style={{ height: `${virtual.getTotalSize()}px` }}>
        {seen.map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 2}
            className="absolute left-0 top-0 grid w-full border-b border-line"
            style={{ ...columns, transform: `translateY(${start}px)`, minHeight: `${LINE_PX}px` }}
          >
            <Line line={lines.get(index)} columns={first.agents.length} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** More marks than this in a cell are drawn as small tiles. */
const DENSE_MARKS = 12
const TILE: Readonly<Record<Mark, string>> = {
  passed: 'bg-good/45',
  failed: 'bg-warn',
  unsafe: 'bg-bad ring-1 ring-bad',
  unknown: 'border border-faint',
  void: 'bg-line-strong',
  fault: 'bg-line-strong',
  unreadable: 'border border-faint',
}

/** A plain link: the router's own, two thousand times on a screen, would make scrolling stutter. */
function MarkLink({ one: { trial, mark }, dense }: { readonly one: MatrixMark; readonly dense: boolean }) {
  const look = dense
    ? `m-px size-2.5 rounded-[2px] ${TILE[mark]}`
    : 'grid size-6 place-items-center rounded hover:bg-sunken'
  return (
    <a
      href={`#/trial?id=${encodeURIComponent(trial)}`}
      aria-label={`${trial}: ${words.mark[mark]}`}
      title={words.mark[mark]}
      className={look}
    >
      {!dense && <MarkSign mark={mark} />}
    </a>
  )
}

const Line = memo(function Line({
  line,
  columns,
}: {
  readonly line: MatrixLine | undefined
  readonly columns: number
}) {
  if (line === undefined)
    return (
      <div role="cell" className="px-4 py-3" style={{ gridColumn: `span ${columns + 1}` }}>
        <span className="block h-3 w-40 rounded bg-sunken" />
      </div>
    )
  return (
    <>
      <div role="rowheader" className="min-w-0 px-4 py-1">
        <div className="font-mono text-[13px] [overflow-wrap:anywhere]">{line.case}</div>
        <div className="truncate text-[12px] text-faint">
          {[words.trial.intensity(line.intensity), words.bucket[line.bucket] ?? line.bucket, line.tactic]
            .filter((part) => part !== null && part !== '')
            .join(' · ')}
        </div>
      </div>
      {line.cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the agents, in a fixed order
        <div role="cell" key={at} className="flex flex-wrap content-center items-center px-1">
          {cell.map((one) => (
            <MarkLink key={one.trial} one={one} dense={cell.length > DENSE_MARKS} />
          ))}
        </div>
      ))}
    </>
  )
})
