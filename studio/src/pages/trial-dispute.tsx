import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MarginNote, TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { useServed, useSource } from '../data/queries.ts'
import { useAuthor } from '../ui/author.ts'
import { sayTime } from '../ui/parts.tsx'
import { words } from '../words.ts'

/** "This verdict is wrong, because ...": said once, kept with author and time beside what others said. */
export function Disputes({ note, view }: { readonly note: MarginNote; readonly view: TrialView }) {
  const [open, setOpen] = useState(false)
  const served = useServed()
  const said = view.disputes.filter(({ rule, n }) => rule === note.rule && n === note.n)
  return (
    <>
      {said.map(({ author, at, because }) => (
        <p key={`${author} ${at}`} className="mt-1 rounded bg-warn-soft px-2 py-1 text-[13px]">
          <span className="font-medium">{author}</span> {because}
          <span className="block text-[12px] text-soft">{sayTime(at)}</span>
        </p>
      ))}
      {!served ? null : open ? (
        <DisputeForm note={note} view={view} onDone={() => setOpen(false)} />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="mt-0.5 text-[12.5px] text-faint hover:text-accent hover:underline"
        >
          {words.trial.dispute}
        </button>
      )}
    </>
  )
}

function DisputeForm({
  note,
  view,
  onDone,
}: {
  readonly note: MarginNote
  readonly view: TrialView
  readonly onDone: () => void
}) {
  const source = useSource()
  const client = useQueryClient()
  const [author, setAuthor] = useAuthor()
  const [because, setBecause] = useState('')
  const [failed, setFailed] = useState('')
  const send = async (): Promise<void> => {
    try {
      await source.dispute({ trial: view.trial, author, rule: note.rule, n: note.n, because })
      await client.invalidateQueries({ queryKey: ['trial', view.trial] })
      onDone()
    } catch (error) {
      setFailed(error instanceof Error ? error.message : words.error.unknown)
    }
  }
  return (
    <form
      className="mt-1 space-y-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="block text-[12.5px] text-faint">
        {words.trial.disputeBecause}
        <textarea
          required
          rows={3}
          value={because}
          onChange={(event) => setBecause(event.target.value)}
          className="block w-full rounded-md border border-line-strong bg-raised px-2 py-1 text-[13.5px] text-ink"
        />
      </label>
      <label className="block text-[12.5px] text-faint">
        {words.review.author}
        <input
          required
          value={author}
          onChange={(event) => setAuthor(event.target.value)}
          className="block h-7 w-full rounded-md border border-line-strong bg-raised px-2 text-[13.5px] text-ink"
        />
      </label>
      {failed !== '' && <p className="text-bad">{failed}</p>}
      <div className="flex gap-2">
        <button type="submit" className="rounded-md bg-ink px-2.5 py-0.5 text-paper">
          {words.trial.disputeSend}
        </button>
        <button type="button" onClick={onDone} className="rounded-md px-2 py-0.5 text-soft hover:bg-sunken">
          {words.trial.disputeCancel}
        </button>
      </div>
    </form>
  )
}
