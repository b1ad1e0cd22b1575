import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeskLine } from '../../../src/report/studio-views/desk-view.ts'
import { benchQueries, createDesk, useEditing } from '../data/bench.ts'
import { Button, TextField } from '../ui/button.tsx'
import { PageHead, Section, Tag } from '../ui/parts.tsx'
import { Answered, Failed } from '../ui/states.tsx'
import { words } from '../words.ts'

/** The desks of this project, and how to make one from the text of a procedure. */
export function DesksPage() {
  const query = useQuery(benchQueries.desks())
  const { editing } = useEditing()
  return (
    <>
      <PageHead title={words.bench.desks} lead={words.bench.lead} />
      {!editing && <ReadOnly />}
      <Answered query={query}>
        {(desks) => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {desks.map((desk) => (
              <li key={desk.desk}>
                <Link
                  to="/desks/$desk"
                  params={{ desk: desk.desk }}
                  className="card block h-full px-5 py-4 text-ink hover:border-line-strong hover:no-underline"
                >
                  <span className="flex flex-wrap items-baseline justify-between gap-2">
                    <span className="font-medium">{desk.desk}</span>
                    <DeskState desk={desk} />
                  </span>
                  <span className="mt-0.5 block text-[14px] text-soft">{desk.title ?? words.packs.gone}</span>
                  <span className="mt-1 block text-[13px] text-faint">
                    {words.bench.about(desk.sentences)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {editing && <NewDesk />}
    </>
  )
}

export function ReadOnly() {
  return (
    <p className="mb-5 rounded-md bg-sunken px-3 py-1.5 text-[13.5px] text-soft">
      {words.bench.readOnly} <code className="font-mono">sage open --edit</code>
    </p>
  )
}

function DeskState({ desk: { state, open } }: { readonly desk: DeskLine }) {
  const tone = { accepted: 'good', draft: 'warn', bare: 'calm', broken: 'bad' } as const
  return (
    <Tag tone={tone[state]}>{state === 'draft' ? words.bench.draft(open) : words.bench.state[state]}</Tag>
  )
}

function NewDesk() {
  const [desk, setDesk] = useState('')
  const [sop, setSop] = useState('')
  const [error, setError] = useState<unknown>(null)
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = async (): Promise<void> => {
    try {
      await createDesk(desk.trim(), sop)
      await client.invalidateQueries({ queryKey: ['bench'] })
      await navigate({ to: '/desks/$desk', params: { desk: desk.trim() } })
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <Section title={words.bench.newDesk} note={words.bench.newDeskNote}>
      <div className="card space-y-3 px-5 py-4">
        <TextField
          label={words.bench.deskName}
          value={desk}
          onChange={setDesk}
          placeholder="my-desk"
          note={words.bench.deskNameNote}
        />
        <TextField
          label={words.bench.sop}
          value={sop}
          onChange={setSop}
          lines={10}
          note={words.bench.sopNote}
          takesFiles
        />
        <Button tone="main" disabled={desk.trim() === '' || sop.trim() === ''} onClick={() => void create()}>
          {words.bench.create}
        </Button>
        {error !== null && <Failed error={error} again={() => setError(null)} />}
      </div>
    </Section>
  )
}
