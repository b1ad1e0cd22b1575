import { inShell, SAGE } from '../../base/shell.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import { unjudgedDeeds, warnings } from '../../report/render/beware.ts'
import { sayDecision, sayVerdictLine, sayVerdicts } from '../../report/render/say-decision.ts'
import { sayTrials } from '../../report/render/say-runs.ts'
import { type Finding, findingsOf } from '../../report/render/two-findings.ts'
import {
  type Decision,
  decide,
  exitOf,
  FAULTED_SHARE_MAX,
  hasNothingJudged,
} from '../../report/result/decision.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { RunDeps, RunProgress } from '../../runner/engine/run-deps.ts'
import type { OnRunEvent, RunEvent } from '../../runner/engine/schedule/run-event.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import type { RunRequest } from '../../runner/settings/run-request.ts'
import { namedStore } from '../../storage/open/open-store.ts'
import type { Answer } from '../terminal/command.ts'
import { STOP_CODES, type StopSignal } from '../terminal/stop-signals.ts'
import { NO_COLOURS, type Terminal } from '../terminal/terminal.ts'
import { openFaultBook } from './fault-book.ts'
import type { PauseBoard } from './pause-board.ts'
import { progressLine } from './progress-line.ts'
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
  /** whoever else is to hear of it */
  readonly after?: (closed: ClosedRun) => Promise<void>
  /** calls back on Ctrl-C and the other ways to stop a process; returns how to stop listening */
  readonly onStop: (listener: (signal: StopSignal) => void) => () => void
}

/** One run in front of a person: progress while it lasts, then a decision and what to do next. */
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
        if (happening.type === 'run.began') {
          for (const says of sayPlayed(happening, request)) terminal.err(`sage: ${says}\n`)
          line.begin({ done: happening.stored, of: happening.trials })
        }
        if (happening.type === 'run.began' && happening.stored > 0)
          terminal.err(
            `sage: resuming run ${happening.run}: ${happening.stored} of ${happening.trials} trials are already stored\n`,
          )
      },
    })
    const [run] = closed
    if (run !== undefined) await conduct.after?.(run)
    return answerFor(result, run?.report.decision ?? decide(result, []), {
      findingsOn: (agent) =>
        run === undefined
          ? []
          : run.report.agents
              .filter((each) => each.agent === agent)
              .flatMap((each) => findingsOf(run.report, each)),
      terminal,
      request,
      planned,
      stoppedBy,
      team: conduct.team === true,
      faults: faults.lines(),
    })
  } finally {
    line.done()
    unlisten()
  }
}

const sayPlayed = (
  { cases, trials }: Extract<RunEvent, { readonly type: 'run.began' }>,
  { selection, agents }: RunRequest,
): readonly string[] => [
  `${sayCases(cases, selection)}, ${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}, ${trials} ${trials === 1 ? 'conversation' : 'conversations'}`,
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
  readonly findingsOn: (agent: string) => readonly Finding[]
  readonly stoppedBy: StopSignal | null
  readonly team: boolean
  /** what went wrong with our machinery, most frequent first */
  readonly faults: readonly string[]
}

function answerFor(result: RunResult, decision: Decision, run: Run): Answer {
  const paint = run.terminal.paintOut ?? NO_COLOURS
  const numbers = sayDecision(decision, paint, run.findingsOn)
  const parts = [
    ...unjudgedDeeds(result),
    // What nobody waited for has neither passed nor failed.
    ...(run.stoppedBy === null
      ? [[`${sayVerdictLine(decision, paint)}   ${sayEffort(result)}`, ...sayVerdicts(decision)].join('\n')]
      : []),
    ...result.agents.flatMap((agent) =>
      warnings(agent, result).map((text) => `Beware: ${agent.agent}: ${text}`),
    ),
    ...(hasNothingJudged(result) ? [sayNothingJudged(result)] : []),
    // Where nothing was stored the numbers would be names alone.
    ...(result.trials === 0 || numbers.length === 0 ? [] : [numbers.join('\n')]),
    sayEnd(result, decision, run),
  ]
  return {
    json: result,
    text: parts.join('\n\n'),
    exit: run.stoppedBy === null ? exitOf(result) : STOP_CODES[run.stoppedBy],
  }
}

/** `48 conversations, 41 s, 0.31 USD` */
function sayEffort({ trials, wall_ms, usage }: RunResult): string {
  const prices = usage.map(({ usd }) => usd)
  const usd = prices.every((each) => each !== null) ? prices.reduce((sum, each) => sum + each, 0) : null
  const cost = prices.length === 0 ? '' : usd === null ? ', price not known' : `, ${usd.toFixed(2)} USD`
  return `${trials} simulated ${trials === 1 ? 'conversation' : 'conversations'}, ${(wall_ms / 1000).toFixed(1)} s${cost}`
}

const sayNothingJudged = ({ trials, voided, faulted }: RunResult): string =>
  `No trial could be judged: of ${trials}, ${voided} were voided because the customer failed the agent (left its card, or never answered), and ${faulted} failed. Each transcript has the reason in its last events.`

function sayEnd(
  result: RunResult,
  decision: Decision,
  { request, planned, stoppedBy, team, faults }: Run,
): string {
  const { run, judged, voided, faulted } = result
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
      `${result.trials === 0 ? '' : 'The numbers above count those. '}Resume to continue each unfinished trial from its last paid reply:`,
      `Next:    ${SAGE} run --resume ${run}`,
    ].join('\n')
  }
  return [
    `Run ${run}${result.again ? ' is already finished; this is its stored result' : ''}: ${counted}.`,
    ...(result.mixed === undefined ? [] : [`MIXED: ${result.mixed.join('; ')} while the run was stopped.`]),
    ...(result.restarted === undefined
      ? []
      : [`${result.restarted} trials were restarted: ${whyAfresh(result)}.`]),
    ...(result.agents.some(({ tools }) => tools === 'own')
      ? [
          'Agents with their own tools: verdicts that need this desk’s records are not judged (docs/agents.md).',
        ]
      : []),
    ...silentJudges(result),
    ...faults,
    ...nextSteps(result, decision, request),
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

/** `store`: named where it is not the usual one, so that each command works as printed. */
function nextSteps(result: RunResult, { failures }: Decision, { store }: RunRequest): readonly string[] {
  if (result.faulted > FAULTED_SHARE_MAX * result.trials)
    return [
      `Next:  more than 1 % of trials faulted (SAGE, a provider or the network failed). Fix this first; the numbers are not reliable.`,
    ]
  const place = namedStore(store)
  const command = (words: string): string =>
    `${SAGE} ${words}${place === null ? '' : ` --store ${inShell(place)}`}`
  const steps: readonly (readonly [what: string, words: string])[] = [
    ...(failures.length === 0 ? [] : [['Read the first', 'show 1'] as const]),
    ['Tables and ids', 'report latest --wide'],
    ['In the browser', 'open'],
    ...(failures.length === 0 ? [] : [['After a change', 'run'] as const]),
  ]
  return steps.map(([what, words]) => `${`${what}:`.padEnd(19)}${command(words)}`)
}
