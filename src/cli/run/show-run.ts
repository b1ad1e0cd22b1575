import { SAGE } from '../../base/shell.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import { warnings } from '../../report/render/first-page.ts'
import { runTable } from '../../report/render/run-table.ts'
import { unjudgedDeeds } from '../../report/render/say-gate.ts'
import { sayTrials } from '../../report/render/say-runs.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { RunDeps, RunProgress } from '../../runner/engine/run-deps.ts'
import type { OnRunEvent, RunEvent } from '../../runner/engine/schedule/run-event.ts'
import type { CaseCounts } from '../../runner/packs/check-selection.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import type { RunRequest } from '../../runner/settings/run-request.ts'
import type { Answer } from '../terminal/command.ts'
import { STOP_CODES, type StopSignal } from '../terminal/stop-signals.ts'
import { NO_COLOURS, type Terminal } from '../terminal/terminal.ts'
import { openFaultBook } from './fault-book.ts'
import type { PauseBoard } from './pause-board.ts'
import { progressLine } from './progress-line.ts'
import { exitOf, FAULTED_SHARE_MAX, hasNothingJudged, sayGates } from './run-exit.ts'
import { sayCases, sayLeftOut } from './say-cases.ts'

export type Conduct = {
  readonly execute: (request: RunRequest, outside: RunDeps) => Promise<RunResult>
  /** workers play the run: closing it here stops nothing */
  readonly team?: boolean
  readonly terminal: Terminal
  readonly now: () => number
  readonly models: ModelSource
  readonly watch?: OnRunEvent
  readonly confirm?: RunDeps['confirm']
  readonly pauses?: PauseBoard
  /** what the run leaves behind besides its result; returns what to say of it */
  readonly after?: (closed: ClosedRun) => Promise<readonly string[]>
  /** calls back on Ctrl-C and the other ways to stop a process; returns how to stop listening */
  readonly onStop: (listener: (signal: StopSignal) => void) => () => void
}

/** One run in front of a person: progress while it lasts, then the table and what to do next. */
export async function conductRun(request: RunRequest, conduct: Conduct): Promise<Answer> {
  const { terminal } = conduct
  const stop = new AbortController()
  const line = progressLine(terminal, conduct.now, conduct.pauses?.say)
  const faults = openFaultBook()
  let stoppedBy: StopSignal | null = null
  const unlisten = conduct.onStop((signal) => {
    const again = signal === 'SIGINT' ? ' Press Ctrl-C again to quit immediately.' : ''
    const why = signal === 'SIGINT' ? '' : ` (${signal})`
    terminal.err(
      conduct.team === true
        ? `\nsage: closing${why}. The workers continue the run.${again}\n`
        : `\nsage: stopping${why}. Finished trials and paid replies are stored.${again}\n`,
    )
    stoppedBy = signal
    stop.abort()
  })
  try {
    let planned = 0
    const closed: ClosedRun[] = []
    const onProgress = (progress: RunProgress): void => {
      planned = progress.of
      line.show(progress)
    }
    const result = await conduct.execute(request, {
      onProgress,
      signal: stop.signal,
      clock: conduct.now,
      models: conduct.models,
      onClosed: (run) => closed.push(run),
      ...(conduct.confirm === undefined ? {} : { confirm: conduct.confirm }),
      onRunEvent: (happening) => {
        conduct.watch?.(happening)
        faults.watch(happening)
        if (happening.type === 'time.jumped') terminal.err(sayJump(happening.ms))
        if (happening.type === 'provider.paused')
          conduct.pauses?.note({ ...happening, askedMs: happening.ms })
        if (happening.type === 'workers.changed')
          for (const line of sayWorkers(happening, request)) terminal.err(`sage: ${line}\n`)
        if (happening.type === 'run.began')
          for (const line of sayPlayed(happening.cases, request)) terminal.err(`sage: ${line}\n`)
        if (happening.type === 'run.began' && happening.stored > 0)
          terminal.err(
            `sage: resuming run ${happening.run}: ${happening.stored} of ${happening.trials} trials are already stored\n`,
          )
      },
    })
    line.done()
    const [run] = closed
    const said = run === undefined ? [] : await conduct.after?.(run)
    return answerFor(result, {
      said: said ?? [],
      terminal,
      request,
      planned,
      stoppedBy,
      team: conduct.team === true,
      faults: faults.lines(),
    })
  } finally {
    unlisten()
  }
}

const sayPlayed = (cases: CaseCounts, { selection, agents, trials }: RunRequest): readonly string[] => [
  `${sayCases(cases, selection)}, ${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}, ${trials} ${trials === 1 ? 'conversation' : 'conversations'} each`,
  ...sayLeftOut(cases, selection),
]

/** Who plays a submitted run, and who cannot. */
const sayWorkers = (
  { workers, lanes, refusals }: Extract<RunEvent, { readonly type: 'workers.changed' }>,
  { store }: RunRequest,
): readonly string[] => [
  workers === 0
    ? `no worker is running. Start one or more: sage worker --store ${store}`
    : `${workers} ${workers === 1 ? 'worker' : 'workers'}, ${lanes} conversations at a time`,
  ...refusals.map(({ worker, because }) => `worker ${worker} does not play this run. ${because}`),
]

const sayJump = (ms: number): string =>
  `sage: the machine slept, the process was stopped, or the clock was set (${Math.round(Math.abs(ms) / 1000)} s). No limit counts that time.\n`

/** `planned`: how many trials there were to be, also where fewer came about */
type Run = {
  readonly request: RunRequest
  readonly terminal: Pick<Terminal, 'paintOut'>
  readonly planned: number
  readonly stoppedBy: StopSignal | null
  readonly team: boolean
  /** what went wrong with our machinery, most frequent first */
  readonly faults: readonly string[]
  /** what failed, and what was written */
  readonly said: readonly string[]
}

function answerFor(result: RunResult, run: Run): Answer {
  const parts = [
    ...unjudgedDeeds(result),
    // Where nothing was stored a table would show names of columns.
    ...(result.trials === 0 ? [] : [runTable(result)]),
    ...(run.said.length === 0 ? [] : [run.said.join('\n').trimEnd()]),
    ...result.agents.flatMap((agent) =>
      warnings(agent, result).map((text) => `Beware:  ${agent.agent}: ${text}`),
    ),
    ...(hasNothingJudged(result) ? [sayNothingJudged(result)] : []),
    sayEnd(result, run),
    // What nobody waited for has neither passed nor failed.
    ...(run.stoppedBy === null ? sayGates(result, run.terminal.paintOut ?? NO_COLOURS) : []),
  ]
  return {
    json: result,
    text: parts.join('\n\n'),
    exit: run.stoppedBy === null ? exitOf(result) : STOP_CODES[run.stoppedBy],
  }
}

const sayNothingJudged = ({ trials, voided, faulted }: RunResult): string =>
  `No trial could be judged: of ${trials}, ${voided} were voided because the customer failed the agent (left its card, or never answered), and ${faulted} failed. Each transcript has the reason in its last events.`

function sayEnd(result: RunResult, { request, planned, stoppedBy, team, faults }: Run): string {
  const { run, trials, judged, voided, faulted, wall_ms, report } = result
  const stored = judged + voided + faulted
  const counted = sayTrials(result)
  if (team && stoppedBy !== null)
    return [
      `Closed. ${stored} of ${Math.max(planned, stored)} trials of run ${run} are stored in ${request.store} (${counted}). The workers continue.`,
      `Next:    ${SAGE} run --resume ${run} --store ${request.store}`,
    ].join('\n')
  if (stoppedBy !== null || result.stopped !== undefined) {
    const why = stoppedBy !== null ? '' : ` ${saysWhy(result.stopped?.because, request)}`
    return [
      `Stopped.${why} ${stored} of ${Math.max(planned, stored)} trials of run ${run} are stored in ${request.store} (${counted}).`,
      ...faults,
      `${result.trials === 0 ? '' : 'The table above counts those. '}Resume to continue each unfinished trial from its last paid reply:`,
      `Next:    ${SAGE} run --resume ${run}`,
    ].join('\n')
  }
  const seconds = (wall_ms / 1000).toFixed(1)
  const instruments = result.agents.some(({ kind }) => kind === 'instrument')
  return [
    result.again
      ? `Run ${run} is already finished. This is its stored result: ${trials} trials (${counted}).`
      : `Run ${run}: ${trials} ${trials === 1 ? 'trial' : 'trials'} in ${seconds} s (${counted}).`,
    ...(result.mixed === undefined ? [] : [`MIXED: ${result.mixed.join('; ')} while the run was stopped.`]),
    ...(result.restarted === undefined
      ? []
      : [`${result.restarted} trials were restarted: ${whyAfresh(result)}.`]),
    ...(instruments
      ? ['Instruments are built-in agents that test the benchmark itself; they are never ranked.']
      : []),
    ...(result.agents.some(({ tools }) => tools === 'own')
      ? [
          'Agents with their own tools: verdicts that need this desk’s records are not judged (docs/agents.md).',
        ]
      : []),
    ...silentJudges(result),
    ...(report === null ? [] : [`Report:  ${report}`]),
    ...faults,
    `Next:    ${nextStep(result, request)}`,
  ].join('\n')
}

/** A judge that gave nothing costs the run its ratings: not to be found out from a number that is missing. */
const silentJudges = ({ run, validity }: RunResult): readonly string[] =>
  validity.judges.flatMap(({ judge, rated, not_rated = {} }) => {
    const why = Object.keys(not_rated)
    if (rated !== 0 || why.length === 0) return []
    const next = why.includes('judge-silent')
      ? `retry with ${SAGE} score ${run} --judge ${judge}`
      : 'its answers cannot be used; choose another model'
    return [`Judge:   ${judge} rated nothing (${why.join(', ')}); ${next}.`]
  })

const whyAfresh = ({ mixed }: RunResult): string =>
  mixed === undefined
    ? 'an agent gave different answers when its conversation was replayed'
    : 'the packs or rules changed, so the recorded conversations no longer fit'

function saysWhy(because: Stop, { budget }: RunRequest): string {
  switch (because) {
    case 'budget-usd':
      return `The next trial might have exceeded the budget of ${budget.usd} USD (budget: in sage.yaml).`
    case 'budget-minutes':
      return `The time limit of ${budget.minutes} minutes was reached (budget: in sage.yaml).`
    case 'faults':
      return 'Too many trials in a row faulted (SAGE, a provider or the network failed). Run `sage doctor`.'
    default:
      return ''
  }
}
type Stop = NonNullable<RunResult['stopped']>['because'] | undefined

function nextStep(result: RunResult, { trials }: RunRequest): string {
  if (result.faulted > FAULTED_SHARE_MAX * result.trials) {
    return 'more than 1 % of trials faulted (SAGE, a provider or the network failed). Fix this first; the numbers are not reliable.'
  }
  if (result.gates.some((gate) => !gate.met)) return `change the agent, then: ${SAGE} run --failed`
  if (result.agents.every(({ kind }) => kind !== 'agent'))
    return 'name your own agent under agents: in sage.yaml, and run again.'
  return trials >= 3
    ? `change the agent, run again, and use sage compare. Only what failed: ${SAGE} run --failed`
    : `run with --trials 3 to see what is noise. Only what failed: ${SAGE} run --failed`
}
