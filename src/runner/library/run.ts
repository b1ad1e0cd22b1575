import { assert } from '../../base/assert.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { CaseResult } from '../../report/result/case-results.ts'
import type { FailedCase } from '../../report/result/failed-case.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { openStore } from '../../storage/open/open-store.ts'
import { type AgentFunction, functionKind } from '../agents/shared/function-kind.ts'
import { executeRun } from '../engine/execute-run.ts'
import type { RunProgress } from '../engine/run-deps.ts'
import { loadPlugins } from '../plugins/load-plugins.ts'
import { listFailed } from '../runs/failed-list.ts'
import { gateChecker } from '../runs/read-gates.ts'
import type { ClosedRun } from '../runs/run-ledger.ts'
import { resolveRun } from '../settings/resolve-run.ts'
import { RunFlags } from '../settings/run-flags.ts'
import { readRunInputs } from '../settings/run-inputs.ts'

/** What `run` is asked for. Everything else comes from sage.yaml in the folder, as with `sage run`. */
export type RunOptions = {
  /** id or folder of a pack */
  readonly pack: string
  /** a function, or what `--agent` takes: an id of sage.yaml, a model, an address, a file */
  readonly agent: AgentFunction | string
  /** conversations per case */
  readonly trials?: number
  readonly seed?: number
  /** only these: pack/case */
  readonly cases?: readonly string[]
  readonly buckets?: readonly ('resolvable' | 'must-escalate' | 'adversarial')[]
  readonly intensities?: readonly (0 | 1 | 2 | 3)[]
  /** declared: the agent reports each step (default: observed) */
  readonly protocol?: 'declared' | 'observed'
  /** beside the default ones and those in sage.yaml, or in their place */
  readonly gates?: readonly string[] | { readonly defaults: 'off'; readonly own?: readonly string[] }
  /** the name of the function in results (default: agent) */
  readonly name?: string
  /** where sage.yaml is and .sage is written (default: the working folder) */
  readonly folder?: string
  /** a store file, or memory://name */
  readonly store?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: RunProgress) => void
}

export type RunOutcome = {
  readonly result: RunResult
  /** by case: passed and failed conversations */
  readonly cases: readonly CaseResult[]
  /** each failed case, with what went wrong in one sentence */
  readonly failed: readonly FailedCase[]
}

/** Runs one agent on one pack. `models` is wired by the door. */
export async function runAgent(options: RunOptions, models: () => ModelSource): Promise<RunOutcome> {
  const { agent, name = 'agent', folder = process.cwd(), store, gates = [] } = options
  const loaded = await loadPlugins(folder)
  // Before all kinds one whose only agent is this function. Only its name is stored: a run of it cannot be resumed elsewhere.
  const kinds = typeof agent === 'string' ? loaded.kinds : [kindOfFunction(agent), ...loaded.kinds]
  const flags = RunFlags.parse({
    pack: [options.pack],
    agent: [typeof agent === 'string' ? agent : functionWord(name)],
    case: options.cases ?? [],
    bucket: options.buckets ?? [],
    intensity: options.intensities ?? [],
    protocol: options.protocol ?? 'observed',
    gate: 'defaults' in gates ? (gates.own ?? []) : gates,
    gates: !('defaults' in gates),
    trials: options.trials,
    seed: options.seed,
    store,
  })
  const request = resolveRun(await readRunInputs(flags, folder, kinds), gateChecker({ own: loaded.metrics }))
  const closed: ClosedRun[] = []
  const result = await executeRun(request, {
    ...loaded,
    kinds,
    onProgress: options.onProgress ?? (() => undefined),
    signal: options.signal ?? new AbortController().signal,
    clock: Date.now,
    models: models(),
    onClosed: (run) => closed.push(run),
  })
  const [run] = closed
  assert(run !== undefined, 'a run that was executed was closed')
  const opened = await openStore(request.store, 'read')
  try {
    const kindsOfAgents = ['agent', 'instrument'] as const
    const all = { max: Number.POSITIVE_INFINITY, kinds: kindsOfAgents, by: 'case' } as const
    const { shown } = await listFailed(opened, run, all)
    return { result, cases: run.cases, failed: shown }
  } finally {
    await opened.close()
  }
}

const NAME = 'function'

const kindOfFunction = (reply: AgentFunction) =>
  functionKind({ name: NAME, title: 'a function of yours', open: () => reply, stateless: true })

/** The word by which the function is named among the agents of a run. */
const functionWord = (id: string): string => `${NAME}:${id}`
