import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { benchQueries, startJob, useEditing } from '../data/bench.ts'
import { PackAudit } from '../pages/pack-audit.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/parts.tsx'
import { Answered, Failed } from '../ui/states.tsx'
import { words } from '../words.ts'
import { JobLine } from './job-line.tsx'
import { ProblemList } from './problem-list.tsx'

/** Does the desk hold together, and do its cases catch an agent's mistakes? Then it can be run. */
export function DeskCheck({ desk, open }: { readonly desk: string; readonly open: number }) {
  const check = useQuery(benchQueries.check(desk))
  const { check: say } = words.bench
  return (
    <>
      <Section title={say.title} note={say.note}>
        <Answered query={check}>
          {(problems) => {
            const errors = problems.filter(({ severity }) => severity === 'error')
            const told = problems.filter(({ severity }) => severity !== 'note')
            const notes = problems.filter(({ severity }) => severity === 'note')
            return (
              <>
                <p role="status">{errors.length === 0 ? say.sound : say.errors(errors.length)}</p>
                {open > 0 && <p className="text-warn">{say.draft(open)}</p>}
                {told.length > 0 && (
                  <details className="mt-2" open={errors.length > 0}>
                    <summary>{say.all(told.length)}</summary>
                    <ProblemList problems={told} />
                  </details>
                )}
                {notes.length > 0 && (
                  <details className="mt-2 text-soft">
                    <summary>{say.notes(notes.length)}</summary>
                    <p className="mt-1 max-w-3xl text-[14px]">{say.notesWhat}</p>
                    <ProblemList problems={notes} />
                  </details>
                )}
              </>
            )
          }}
        </Answered>
      </Section>
      <Audit desk={desk} />
      <Section title={say.run} note={say.runNote}>
        <Link to="/start" search={{ pack: desk }}>
          {say.runLink}
        </Link>
      </Section>
    </>
  )
}

function Audit({ desk }: { readonly desk: string }) {
  const { editing } = useEditing()
  const client = useQueryClient()
  const jobs = useQuery(benchQueries.jobs())
  const [started, setStarted] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const job = jobs.data?.find(({ id }) => id === started)
  const state = job?.state
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['audit', desk] })
  }, [state, client, desk])
  const start = async (quick: boolean): Promise<void> => {
    try {
      setStarted((await startJob({ do: 'audit', desk, quick })).id)
      await client.invalidateQueries({ queryKey: ['jobs'] })
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <Section title={words.bench.check.audit} note={words.bench.check.auditNote}>
      {editing && (
        <p className="mb-3 flex flex-wrap gap-2">
          <Button tone="main" disabled={state === 'running'} onClick={() => void start(true)}>
            {words.bench.check.quickAudit}
          </Button>
          <Button disabled={state === 'running'} onClick={() => void start(false)}>
            {words.bench.check.fullAudit}
          </Button>
        </p>
      )}
      {error !== null && <Failed error={error} again={() => setError(null)} />}
      {job !== undefined && <JobLine job={job} />}
      <PackAudit pack={desk} />
    </Section>
  )
}
