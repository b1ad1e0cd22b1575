import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { JobView } from '../../../src/report/studio-views/job-view.ts'
import { stopJob } from '../data/bench.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/parts.tsx'
import { words } from '../words.ts'

const TONE = { running: 'accent', stopping: 'warn', done: 'good', failed: 'bad' } as const

/** Something the studio has started, and how to stop it. */
export function JobLine({ job }: { readonly job: JobView }) {
  const client = useQueryClient()
  const { jobs: say } = words.bench
  return (
    <div className="card mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3 text-[14px]">
      <Tag tone={TONE[job.state]}>{say.state[job.state]}</Tag>
      <code className="min-w-0 flex-1 font-mono text-[13px] [overflow-wrap:anywhere]">{job.command}</code>
      {job.run !== null && (
        <Link to="/runs/$run" params={{ run: job.run }}>
          {say.watch}
        </Link>
      )}
      {job.state === 'running' && (
        <Button
          small
          tone="bad"
          label={say.stopThis(job.command)}
          onClick={() => void stopJob(job.id).then(() => client.invalidateQueries({ queryKey: ['jobs'] }))}
        >
          {say.stop}
        </Button>
      )}
      {job.says !== '' && <p className="w-full text-soft [overflow-wrap:anywhere]">{job.says}</p>}
    </div>
  )
}
