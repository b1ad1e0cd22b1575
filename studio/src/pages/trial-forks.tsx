import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { inShell, SAGE } from '../../../src/base/shell.ts'
import type { ForkDecision } from '../../../src/report/studio-views/fork-tree.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'
import { benchQueries, startJob, useEditing } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { sayDeed } from '../ui/deed.ts'
import { CopyButton } from '../ui/parts.tsx'
import { Failed } from '../ui/states.tsx'
import { words } from '../words.ts'

/** What the agent does when it is asked again: a tree with a branch for each action, and the command that makes one here. */
export function TrialForks({ view, at }: { readonly view: TrialView; readonly at: number | null }) {
  const { forks = [] } = view
  const { editing } = useEditing()
  const command = `${SAGE} fork ${inShell(view.trial)}${at === null ? '' : ` --at ${at}`}`
  return (
    <section aria-label={words.forks.title} className="card mt-6 px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 className="font-medium">{words.forks.title}</h2>
        <span className="flex flex-wrap gap-2">
          {editing && view.pack === RECORDED && at !== null && <AdoptNow trial={view.trial} at={at} />}
          {editing && view.pack !== RECORDED && <ForkNow trial={view.trial} at={at} />}
          <CopyButton label={words.forks.here} text={() => command} />
        </span>
      </div>
      {forks.length === 0 && <p className="mt-2 text-soft">{words.forks.none}</p>}
      {forks.map((decision) => (
        <Decision key={`${decision.at} ${decision.agent} ${decision.swap}`} decision={decision} />
      ))}
    </section>
  )
}

const SAMPLES = 10
/** the pack of a conversation that another system recorded */
const RECORDED = 'recorded'

/** Makes a case of a recorded conversation: an agent takes over at this event. */
function AdoptNow({ trial, at }: { readonly trial: string; readonly at: number }) {
  const jobs = useQuery(benchQueries.jobs())
  const start = useMutation({ mutationFn: () => startJob({ do: 'adopt', trial, at }) })
  const job = jobs.data?.find(({ id }) => id === start.data?.id)
  return (
    <>
      <Button small tone="main" disabled={job?.state === 'running'} onClick={() => start.mutate()}>
        {words.forks.adopt(at)}
      </Button>
      {start.error !== null && <Failed error={start.error} />}
      {job !== undefined && (
        <span role="status" className="text-[13px] text-soft">
          {job.state === 'done' ? words.forks.adopted : `${words.bench.jobs.state[job.state]} ${job.says}`}
        </span>
      )}
    </>
  )
}

/** Asks the agent again at this event, ten times; the branches appear when it is done. */
function ForkNow({ trial, at }: { readonly trial: string; readonly at: number | null }) {
  const client = useQueryClient()
  const jobs = useQuery(benchQueries.jobs())
  const start = useMutation({
    mutationFn: () => startJob({ do: 'fork', trial, at, samples: SAMPLES }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const job = jobs.data?.find(({ id }) => id === start.data?.id)
  const state = job?.state
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['trial', trial] })
  }, [state, client, trial])
  return (
    <>
      <Button small tone="main" disabled={state === 'running'} onClick={() => start.mutate()}>
        {at === null ? words.forks.now(SAMPLES) : words.forks.nowAt(at, SAMPLES)}
      </Button>
      {start.error !== null && <Failed error={start.error} />}
      {job !== undefined && state !== 'done' && (
        <span role="status" className="text-[13px] text-soft">
          {words.bench.jobs.state[job.state]} {job.says}
        </span>
      )}
    </>
  )
}

function Decision({ decision }: { readonly decision: ForkDecision }) {
  const { at, agent, swap, forks, unsafe_here, branches } = decision
  return (
    <div className="mt-3">
      <p className="text-soft">
        {words.forks.after(at, agent, forks)}
        {swap !== null && ` ${words.forks.swap(swap)}`}
        {unsafe_here.value !== null && ` ${words.forks.unsafe(unsafe_here)}`}
      </p>
      <ul className="mt-1 border-l border-line pl-4">
        {branches.map((branch) => (
          <li key={branch.action} className="py-1">
            {branch.share.value !== null && (
              <span className="font-mono text-[13px]">
                {branch.share.hits}/{branch.share.of}{' '}
              </span>
            )}
            <Link
              to="/trial"
              search={{ id: branch.example }}
              className={branch.unsafe > 0 ? 'text-bad hover:underline' : 'text-accent hover:underline'}
            >
              {sayDeed(branch.action)}
            </Link>
            {branch.fails.length > 0 && (
              <span className="text-[13px] text-soft">
                {' '}
                {branch.fails.map(({ rule, times }) => `${rule} ${times}`).join(', ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
