import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { EstimateView, RunChoices } from '../../../src/report/studio-views/job-view.ts'
import { benchQueries, estimateRun, type RunWish, startJob, useEditing } from '../data/bench.ts'
import { useQueries } from '../data/queries.ts'
import { Button, TextField } from '../ui/button.tsx'
import { PageHead, Pick, Section, sayTime } from '../ui/parts.tsx'
import { Answered, Failed } from '../ui/states.tsx'
import { grouped, words } from '../words.ts'
import { ReadOnly } from './desks.tsx'
import { JobLine } from './job-line.tsx'

const route = getRouteApi('/start')

/** Choose, see what it takes and what is sent where, start, watch, stop, resume. */
export function StartRunPage() {
  const choices = useQuery(benchQueries.choices())
  const { editing } = useEditing()
  return (
    <>
      <PageHead title={words.bench.run.title} lead={words.bench.run.lead} />
      {!editing && <ReadOnly />}
      {editing && <Answered query={choices}>{(known) => <RunForm choices={known} />}</Answered>}
      <Started />
    </>
  )
}

function RunForm({ choices }: { readonly choices: RunChoices }) {
  const { pack } = route.useSearch()
  const { run: say } = words.bench
  const client = useQueryClient()
  const yours = choices.agents.filter(({ kind }) => kind === 'yours').map(({ id }) => id)
  const [agents, setAgents] = useState<readonly string[]>(yours.length > 0 ? yours : ['oracle'])
  const [model, setModel] = useState('')
  const [packs, setPacks] = useState<readonly string[]>(pack === undefined ? [] : [pack])
  const [suite, setSuite] = useState('')
  const [trials, setTrials] = useState('1')
  const [seed, setSeed] = useState('1')
  const wish: RunWish = {
    agents: [...agents, ...(model.trim() === '' ? [] : [model.trim()])],
    packs,
    suite: suite === '' ? null : suite,
    trials: Number(trials),
    seed: Number(seed),
  }
  const key = JSON.stringify(wish)
  const estimate = useMutation({
    mutationFn: async (asked: RunWish) => ({ for: JSON.stringify(asked), of: await estimateRun(asked) }),
  })
  const start = useMutation({
    mutationFn: () => startJob({ do: 'run', ...wish }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const isSound = wish.agents.length > 0 && wish.trials >= 1 && Number.isInteger(wish.trials)
  const shown = estimate.data?.for === key ? estimate.data.of : undefined
  return (
    <div className="card space-y-4 px-5 py-4">
      <Several
        label={say.agents}
        options={choices.agents.map(({ id, kind, about }) => ({
          id,
          name: about === '' ? id : `${id} (${about})`,
          strong: kind === 'yours',
        }))}
        chosen={agents}
        onChange={setAgents}
      />
      <TextField
        label={say.model}
        value={model}
        onChange={setModel}
        placeholder="openai:gpt-5-mini"
        note={say.modelNote}
      />
      <p className="flex flex-wrap gap-x-4 text-[13px] text-soft">
        <span>{say.keys}</span>
        {choices.keys.map(({ name, is_set }) => (
          <span key={name} className="[overflow-wrap:anywhere]">
            <code className="font-mono">{name}</code> {is_set ? say.isSet : say.notSet}
          </span>
        ))}
      </p>
      <Several
        label={say.packs}
        options={choices.packs.map((id) => ({ id, name: id, strong: false }))}
        chosen={packs}
        onChange={setPacks}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <Pick
          label={say.suite}
          value={suite}
          options={choices.suites.map((id) => ({ id, name: id }))}
          any={say.noSuite}
          onChange={setSuite}
        />
        <TextField label={say.trials} value={trials} onChange={setTrials} />
        <TextField label={say.seed} value={seed} onChange={setSeed} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isSound || estimate.isPending} onClick={() => estimate.mutate(wish)}>
          {estimate.isPending ? say.estimating : say.estimate}
        </Button>
        <Button tone="main" disabled={shown === undefined || start.isPending} onClick={() => start.mutate()}>
          {say.start}
        </Button>
      </div>
      {shown === undefined && <p className="text-[13px] text-faint">{say.first}</p>}
      {estimate.error !== null && <Failed error={estimate.error} />}
      {start.error !== null && <Failed error={start.error} />}
      {shown !== undefined && <Estimated estimate={shown} />}
    </div>
  )
}

function Several({
  label,
  options,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly options: readonly { readonly id: string; readonly name: string; readonly strong: boolean }[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-[13px] text-soft">{label}</legend>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {options.map(({ id, name, strong }) => (
          <label key={id} className={`flex items-center gap-1.5 text-[14px] ${strong ? 'font-medium' : ''}`}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Estimated({ estimate }: { readonly estimate: EstimateView }) {
  const { run: say } = words.bench
  const leaving = estimate.parties.filter(({ to }) => to !== null)
  return (
    <section aria-label={say.estimate} className="rounded-md bg-sunken px-4 py-3 text-[14px]">
      <p>{say.takes(estimate.cases, estimate.trials)}</p>
      <p>
        {estimate.model_calls === 0
          ? say.noCalls
          : say.calls(
              grouped(estimate.model_calls),
              grouped(estimate.input_tokens + estimate.output_tokens),
            )}{' '}
        {say.cost(estimate.cost_usd)}
      </p>
      {leaving.length === 0 ? (
        <p>{say.stays}</p>
      ) : (
        <ul className="mt-1 list-disc pl-5">
          {leaving.map(({ party, to, sends }) => (
            <li key={party} className="[overflow-wrap:anywhere]">
              {say.sends(party, to ?? '', sends)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What this studio started, and stored runs that stopped before their end. */
function Started() {
  const jobs = useQuery(benchQueries.jobs())
  const runs = useQuery(useQueries().runs())
  const client = useQueryClient()
  const { editing } = useEditing()
  const { run: say } = words.bench
  const resume = useMutation({
    mutationFn: (run: string) => startJob({ do: 'resume', run }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const working = new Set(
    (jobs.data ?? []).flatMap(({ run, state }) => (run !== null && state === 'running' ? [run] : [])),
  )
  const stopped = (runs.data ?? []).filter(
    ({ finished_at, live, run }) => finished_at === null && !live && !working.has(run),
  )
  return (
    <>
      <Section title={say.started}>
        {(jobs.data ?? []).length === 0 && <p className="text-soft">{say.nothing}</p>}
        {(jobs.data ?? []).map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </Section>
      {stopped.length > 0 && (
        <Section title={say.stopped} note={say.stoppedNote}>
          <ul className="space-y-2">
            {stopped.slice(0, STOPPED_MAX).map(({ run, started_at }) => (
              <li key={run} className="card flex flex-wrap items-baseline gap-3 px-4 py-2 text-[14px]">
                <code className="font-mono text-[13px]">{run}</code>
                <span className="text-soft">{sayTime(started_at)}</span>
                {editing && (
                  <span className="ml-auto">
                    <Button small label={`${say.resume} ${run}`} onClick={() => resume.mutate(run)}>
                      {say.resume}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {resume.error !== null && <Failed error={resume.error} />}
        </Section>
      )}
    </>
  )
}
const STOPPED_MAX = 10
