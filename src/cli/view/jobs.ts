import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import { readJson } from '../../base/values/json.ts'
import { EstimateView, type JobView, type RunChoices } from '../../report/studio-views/job-view.ts'
import { storeEnvironment } from '../../storage/open/open-store.ts'

/**
 * What pages start runs as a process of its own: the very commands a person would type, so a stopped studio, a slow agent or a
 * crash harms neither. They end with the studio.
 */
export type Jobs = {
  readonly list: () => readonly JobView[]
  readonly start: (wish: JobWish, choices: RunChoices) => JobView
  readonly stop: (id: string) => JobView
  readonly estimate: (wish: RunWish, choices: RunChoices) => Promise<EstimateView>
  readonly close: () => Promise<void>
}

const JOBS_MAX = 4
const REMEMBERED_MAX = 50

type Job = { view: JobView; readonly child: ChildProcess; readonly closed: Promise<void> }

export function openJobs(outside: {
  readonly cli: string
  readonly store: string
  readonly workingFolder: string
  readonly clock: () => number
}): Jobs {
  const jobs = new Map<string, Job>()
  const find = (id: string): Job => {
    const job = jobs.get(id)
    if (job === undefined)
      throw usageError('unknown-task', 'The studio has not started this.', 'Reload the page.')
    return job
  }
  const begin = (words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [outside.cli, ...words], {
      cwd: outside.workingFolder,
      env: { ...process.env, ...storeEnvironment(outside.store), SAGE_LOG: 'json' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    list: () => [...jobs.values()].map(({ view }) => view).reverse(),
    start: (wish, choices) => {
      const running = [...jobs.values()].filter(({ view }) => view.state === 'running')
      if (running.length >= JOBS_MAX)
        throw usageError('run-in-use', `${JOBS_MAX} jobs are running already.`, 'Wait for one, or stop it.')
      const what = wish.do === 'resume' ? [`--resume=${wish.run}`] : runWords(wish, choices)
      const words = ['run', ...what]
      const child = begin([...words, `--store=${outside.store}`, '--json'])
      const job: Job = {
        view: {
          id: randomUUID(),
          state: 'running',
          started_at: new Date(outside.clock()).toISOString(),
          command: ['sage', ...words].join(' '),
          run: wish.do === 'resume' ? wish.run : null,
          says: '',
        },
        child,
        closed: new Promise((resolve) => child.once('close', () => resolve())),
      }
      follow(job)
      jobs.set(job.view.id, job)
      for (const [id, { view }] of jobs)
        if (jobs.size > REMEMBERED_MAX && view.state !== 'running') jobs.delete(id)
      return job.view
    },
    stop: (id) => {
      const job = find(id)
      if (job.view.state === 'running') {
        job.view = { ...job.view, state: 'stopping' }
        job.child.kill('SIGINT')
      }
      return job.view
    },
    estimate: async (wish, choices) => {
      const child = begin(['run', '--dry-run', '--json', ...runWords(wish, choices)])
      const { answer, failed } = await answerOf(child)
      if (failed !== null) throw usageError('usage', failed.message, failed.hint)
      return EstimateView.parse(answer)
    },
    close: async () => {
      const running = [...jobs.values()].filter(({ child }) => child.exitCode === null)
      for (const { child } of running) child.kill('SIGINT')
      await Promise.all(running.map(({ closed }) => closed))
    },
  }
}

const Failure = z.object({ error: z.object({ message: z.string(), hint: z.string() }) })
const LogLine = z.object({ type: z.string(), run: z.string().optional(), text: z.string().optional() })

/** A run log may be long; a page needs its last line. */
function follow(job: Job): void {
  let rest = ''
  job.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = (lines.pop() ?? '').slice(-LINE_MAX)
    for (const line of lines) note(job, line)
  })
  void answerOf(job.child).then(({ failed, exit }) => {
    const { state } = job.view
    job.view = {
      ...job.view,
      state: failed === null || state === 'stopping' ? 'done' : 'failed',
      says: failed === null ? (exit === 0 ? '' : job.view.says) : `${failed.message} ${failed.hint}`.trim(),
    }
  })
}
const LINE_MAX = 10_000

function note(job: Job, line: string): void {
  const parsed = LogLine.safeParse(readJson(line))
  if (!parsed.success) {
    if (line.trim() !== '') job.view = { ...job.view, says: line.trim().slice(0, 500) }
    return
  }
  const { type, run, text } = parsed.data
  if (type === 'run.began' && run !== undefined) job.view = { ...job.view, run }
  if (type === 'said' && text !== undefined) job.view = { ...job.view, says: text.slice(0, 500) }
}

type Answered = {
  readonly answer: unknown
  readonly exit: number | null
  readonly failed: { readonly message: string; readonly hint: string } | null
}

function answerOf(child: ChildProcess): Promise<Answered> {
  const said: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  return new Promise((resolve) => {
    const fail = (message: string): void =>
      resolve({ answer: null, exit: null, failed: { message, hint: '' } })
    child.once('error', ({ message }) => fail(message))
    child.once('close', (exit) => {
      const answer = readJson(said.join(''))
      const failure = Failure.safeParse(answer)
      const failed = failure.success
        ? failure.data.error
        : answer === undefined
          ? { message: 'The command ended without an answer.', hint: '' }
          : null
      resolve({ answer, exit, failed })
    })
  })
}

/** What a page may ask to be run. Every name is one of a list, or a model; nothing of it is a path or an address. */
const word = z.string().min(1).max(300)
export const RunWish = z.strictObject({
  agents: z.array(word).min(1).max(20),
  packs: z.array(word).max(50),
  suite: word.nullable(),
  trials: z.int().min(1).max(1000),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
})
export type RunWish = z.infer<typeof RunWish>

export const JobWish = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('run'), ...RunWish.shape }),
  z.strictObject({ do: z.literal('resume'), run: word }),
])
export type JobWish = z.infer<typeof JobWish>

/** The words of `sage run`. An option's value is never a word of its own: a name may begin with a dash. */
export function runWords(
  { agents, packs, suite, trials, seed }: RunWish,
  choices: RunChoices,
): readonly string[] {
  const known = new Set(choices.agents.map(({ id }) => id))
  refuseUnknown(
    'agent',
    agents.filter((agent) => !known.has(agent) && !MODEL.test(agent)),
  )
  refuseUnknown(
    'pack',
    packs.filter((pack) => !choices.packs.includes(pack)),
  )
  refuseUnknown('suite', suite === null || choices.suites.includes(suite) ? [] : [suite])
  return [
    ...agents.map((agent) => `--agent=${agent}`),
    ...packs.map((pack) => `--pack=${pack}`),
    ...(suite === null ? [] : [`--suite=${suite}`]),
    `--trials=${trials}`,
    `--seed=${seed}`,
  ]
}

/** provider:model. An address has slashes after the colon. */
const MODEL = /^[a-z0-9][a-z0-9_-]*:(?!\/)[A-Za-z0-9][\w./:@-]*$/

function refuseUnknown(kind: 'agent' | 'pack' | 'suite', unknown: readonly string[]): void {
  const [first] = unknown
  if (first !== undefined)
    throw usageError(
      `unknown-${kind}`,
      `The studio cannot run "${first}".`,
      'Choose one of the list. Agents of your own are named in sage.yaml.',
    )
}
