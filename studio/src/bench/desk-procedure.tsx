import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { OutlineRow, ProcedureView } from '../../../src/report/studio-views/desk-view.ts'
import { type Editing, useEdit, useEditing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words.ts'
import { DeskLine } from './desk-line.tsx'
import { DeskPropose } from './desk-propose.tsx'
import { EditNote } from './edit-note.tsx'
import { ProblemList } from './problem-list.tsx'

const route = getRouteApi('/desks/$desk')

/** The text of the procedure beside what the graph makes of each sentence, to be accepted line by line. */
export function DeskProcedure({ view, author }: { readonly view: ProcedureView; readonly author: string }) {
  const { editing } = useEditing()
  const edit = useEdit(view.desk, view.versions)
  const [proposing, setProposing] = useState(false)
  const wrong = view.problems.filter(({ severity }) => severity !== 'note')
  return (
    <>
      {editing && (
        <p className="mb-4">
          <Button onClick={() => setProposing(!proposing)}>
            {proposing ? words.bench.backToOutline : words.bench.propose}
          </Button>
        </p>
      )}
      {wrong.length > 0 && (
        <details className="card mb-4 border-l-4 border-l-warn px-4 py-2 text-[14px]" open={wrong.length < 4}>
          <summary>{words.bench.problems(wrong.length)}</summary>
          <ProblemList problems={wrong} />
        </details>
      )}
      {editing && proposing && <DeskPropose view={view} edit={edit} done={() => setProposing(false)} />}
      <Outline view={view} author={editing ? author : null} edit={edit} />
      <EditNote editing={edit} />
    </>
  )
}

function Outline({
  view: { desk, sections, gaps },
  author,
  edit,
}: {
  readonly view: ProcedureView
  /** null: nothing can be accepted here */
  readonly author: string | null
  readonly edit: Editing
}) {
  const { clause: current } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (clause: string): void =>
    void navigate({ search: (before) => ({ ...before, clause }), replace: true, resetScroll: false })
  const lines = sections.flatMap((section) => section.lines)
  const accept = (row: OutlineRow, word: string): void => {
    if (author === null || author === '' || edit.busy || row.open === null || row.accept === null) return
    void edit.write({ do: 'accept', name: row.name, is: row.accept.is, word, by: author })
  }
  const reopen = (row: OutlineRow): void => {
    if (author !== null && !edit.busy && row.open === null) void edit.write({ do: 'wrong', name: row.name })
  }
  useKeys({ lines, current, choose, accept, reopen })
  const open = lines.filter((line) => line.open !== null).length
  const openGaps = gaps.filter((gap) => gap.open !== null).length
  const shown = (row: OutlineRow) => (
    <DeskLine
      key={row.name}
      row={row}
      current={row.name === current}
      can={author !== null && author !== '' && !edit.busy}
      onChoose={() => choose(row.name)}
      onAccept={(word) => accept(row, word)}
      onReopen={row.kind === 'gap' || author === null ? null : () => reopen(row)}
    />
  )
  return (
    <>
      <p role="status" className="mb-2 text-[14px]">
        {words.bench.counted(lines.length - open, lines.length, openGaps)}
        {open + openGaps === 0 && (
          <>
            {'. '}
            {words.bench.allAccepted}{' '}
            <Link to="/desks/$desk" params={{ desk }} search={{ tab: 'signoff' }}>
              {words.bench.nextSignoff}
            </Link>
          </>
        )}
      </p>
      {author !== null && <p className="mb-4 text-[13px] text-faint">{words.bench.keys}</p>}
      {sections.map(
        ({ id, title, lines: here }) =>
          here.length > 0 && (
            <section key={id} className="mb-6">
              <h2 className="mb-2 text-[17px] font-semibold">{title}</h2>
              <ol className="space-y-2">{here.map(shown)}</ol>
            </section>
          ),
      )}
      {gaps.length > 0 && (
        <section className="mb-6">
          <h2 className="text-[17px] font-semibold">{words.bench.gaps}</h2>
          <p className="mb-2 text-[13.5px] text-soft">{words.bench.gapsNote}</p>
          <ol className="space-y-2">{gaps.map(shown)}</ol>
        </section>
      )}
    </>
  )
}

/** j and k step through sentences, o to the next open one, a figure chooses among what accepts it, x reopens. */
function useKeys({
  lines,
  current,
  choose,
  accept,
  reopen,
}: {
  readonly lines: readonly OutlineRow[]
  readonly current: string | undefined
  readonly choose: (clause: string) => void
  readonly accept: (row: OutlineRow, word: string) => void
  readonly reopen: (row: OutlineRow) => void
}): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) return
      const at = lines.findIndex(({ name }) => name === current)
      const here = lines[at]
      const isOpen = ({ open }: OutlineRow): boolean => open !== null
      const to =
        key === 'j'
          ? lines[at + 1]
          : key === 'k'
            ? lines[Math.max(0, at - 1)]
            : key === 'o'
              ? (lines.slice(at + 1).find(isOpen) ?? lines.find(isOpen))
              : undefined
      const word = here?.accept?.among[Number(key) - 1]
      if (to !== undefined) choose(to.name)
      else if (here !== undefined && word !== undefined) accept(here, word)
      else if (here !== undefined && key === 'x') reopen(here)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  useEffect(() => {
    if (current !== undefined)
      document.getElementById(`line-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
}
