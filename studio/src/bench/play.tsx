import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PlayHeard, PlayView } from '../../../src/report/studio-views/play-view.ts'
import { beginPlay, type PlayMove, sendMove, useEditing } from '../data/bench.ts'
import { TrialChat } from '../pages/trial-chat.tsx'
import { Button, TextField } from '../ui/button.tsx'
import { sayHeadline } from '../ui/deed.ts'
import { CopyButton, PageHead } from '../ui/parts.tsx'
import { Empty, Failed, Loading } from '../ui/states.tsx'
import { words } from '../words.ts'
import { ReadOnly } from './desks.tsx'
import { ToolForm } from './tool-form.tsx'

const route = getRouteApi('/play')
const { play: say } = words.bench

/** A person at the desk as the agent: tools are forms, verdicts come after the last word. */
export function PlayPage() {
  const { case: name } = route.useSearch()
  const { editing } = useEditing()
  if (!editing) return <ReadOnly />
  if (name === undefined) return <Empty title={say.none} hint={say.noneHint} />
  return <Play key={name} name={name} />
}

function Play({ name }: { readonly name: string }) {
  const [view, setView] = useState<PlayView | null>(null)
  const begin = useMutation({ mutationFn: () => beginPlay(name), onSuccess: setView })
  const go = useMutation({
    mutationFn: (move: PlayMove) => sendMove(view?.session ?? '', move),
    onSuccess: setView,
  })
  const start = useRef(begin.mutate)
  useEffect(() => start.current(), [])
  if (begin.error !== null) return <Failed error={begin.error} again={() => begin.mutate()} />
  if (view === null) return <Loading text={say.starting} />
  return (
    <>
      <PageHead
        title={<span className="font-mono text-xl">{view.case}</span>}
        lead={say.lead(view.title, view.today)}
      />
      {go.error !== null && <Failed error={go.error} />}
      {view.over === null ? (
        <Turn view={view} busy={go.isPending} onMove={(move) => go.mutate(move)} />
      ) : (
        <Judged over={view.over} again={() => begin.mutate()} />
      )}
    </>
  )
}

function Turn({
  view,
  busy,
  onMove,
}: {
  readonly view: PlayView
  readonly busy: boolean
  readonly onMove: (move: PlayMove) => void
}) {
  const [text, setText] = useState('')
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <section aria-label={say.said} className="min-w-0 space-y-4">
        <ol className="space-y-3" aria-live="polite">
          {view.heard.map((heard, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was said stands in its order
            <li key={index}>
              <HeardLine heard={heard} />
            </li>
          ))}
        </ol>
        <TextField label={say.message} value={text} onChange={setText} lines={3} />
        <div className="flex flex-wrap gap-2">
          <Button
            tone="main"
            disabled={busy || text.trim() === ''}
            onClick={() => {
              onMove({ do: 'say', text })
              setText('')
            }}
          >
            {say.send}
          </Button>
          <Button disabled={busy} onClick={() => onMove({ do: 'wait' })}>
            {say.wait}
          </Button>
          <Button disabled={busy} onClick={() => onMove({ do: 'stop' })}>
            {say.stop}
          </Button>
        </div>
        <ToolForm
          tools={view.tools}
          busy={busy}
          onCall={(tool, input) => onMove({ do: 'call', tool, input })}
        />
      </section>
      <article
        aria-label={say.sop}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="card max-h-[80vh] min-w-0 overflow-y-auto whitespace-pre-wrap px-5 py-4 text-[14px] [overflow-wrap:anywhere]"
      >
        {view.sop}
      </article>
    </div>
  )
}

/** Whatever a party wrote is text: it is put into the page as text, never as markup. */
function HeardLine({ heard }: { readonly heard: PlayHeard }) {
  if (heard.from === 'tool')
    return (
      <div className="card px-3 py-2 text-[13px]">
        <p className={heard.ok ? 'text-soft' : 'text-warn'}>
          <code className="font-mono">{heard.tool}</code> {heard.ok ? say.ok : say.refused}
        </p>
        <pre className="mt-1 whitespace-pre-wrap font-mono text-[12.5px] [overflow-wrap:anywhere]">
          {JSON.stringify(heard.output, null, 1)}
        </pre>
      </div>
    )
  const mine = heard.from === 'agent'
  return (
    <div className={mine ? 'ml-auto w-fit max-w-[92%]' : 'max-w-[92%]'}>
      <p className="text-[12.5px] text-faint">{mine ? say.you : say.customer}</p>
      <div className="whitespace-pre-wrap rounded-xl border border-line bg-raised px-4 py-2.5 [overflow-wrap:anywhere]">
        {heard.text}
      </div>
    </div>
  )
}

function Judged({
  over: { trial, transcript, stopped },
  again,
}: {
  readonly over: NonNullable<PlayView['over']>
  readonly again: () => void
}) {
  return (
    <>
      <p role="status" className="mb-2">
        {stopped && `${say.stopped} `}
        {say.judged} <strong className="font-medium">{sayHeadline(trial.says)}</strong>
      </p>
      <div className="mb-5 flex flex-wrap gap-2">
        <Button small onClick={again}>
          {say.again}
        </Button>
        <Button small onClick={() => keep('play.jsonl', transcript)}>
          {say.transcript}
        </Button>
        {trial.desk?.test_case != null && (
          <CopyButton label={say.asCase} text={() => trial.desk?.test_case ?? ''} />
        )}
      </div>
      <TrialChat view={trial} at={null} onEvent={() => undefined} />
    </>
  )
}

function keep(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
