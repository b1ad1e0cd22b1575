import { usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { CallQueues } from '../../models/call-queues.ts'
import type { ModelSource } from '../../models/chat-model.ts'
import type { OwnProviders } from '../../models/known-providers.ts'
import type { Submission, TeamStore } from '../../storage/team.ts'
import { agentFiles } from '../agents/agent-files.ts'
import { fileHashes } from '../engine/file-hashes.ts'
import { openParties } from '../engine/open-parties.ts'
import { usdBy } from '../engine/prepare-run.ts'
import { changesSince } from '../engine/resume-run.ts'
import { planRun, type RunPlan } from '../engine/schedule/run-plan.ts'
import type { TimeWatch } from '../engine/time-watch.ts'
import { boundsOf } from '../engine/trial-bounds.ts'
import { tryModels } from '../engine/try-parties.ts'
import type { Extensions } from '../plugins/extensions.ts'
import { readRunHeader } from '../runs/run-header.ts'
import { loadPrices } from '../settings/load-prices.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { TrialDeps } from '../trial/attempt-trial.ts'
import type { TrialBounds } from '../trial/trial-clock.ts'
import { fetchPacks } from './carry-packs.ts'

/** A run as a worker plays it: its plan, made again from what was submitted, and its parties on this machine. */
export type PlayedRun = {
  readonly id: RunId
  readonly request: RunRequest
  readonly plan: RunPlan
  readonly trialDeps: TrialDeps
  readonly bounds: TrialBounds
  readonly close: () => Promise<void>
}

export type WorkerDeps = Partial<Extensions> & {
  /** keys come from this machine's environment */
  readonly models: (providers: OwnProviders) => ModelSource
  /** the queues of those models, whose limits are shared with the other workers */
  readonly queues: CallQueues
  readonly clock: () => number
  readonly signal: AbortSignal
  /** of this SAGE */
  readonly version: string
}

/** Throws a SageError if this worker cannot play the run as it was submitted. */
export async function openPlayedRun(
  { store, team }: TeamStore,
  submitted: Pick<Submission, 'run' | 'version'>,
  { deps, time }: { readonly deps: WorkerDeps; readonly time: TimeWatch },
): Promise<PlayedRun> {
  if (submitted.version !== deps.version)
    throw refused(`it was submitted by SAGE ${submitted.version}, and this is SAGE ${deps.version}`)
  const run = await store.run(submitted.run)
  if (run === undefined) throw refused('it is no longer in the store')
  const header = readRunHeader(run)
  const [first, ...rest] = await fetchPacks(team, header)
  if (first === undefined) throw refused('it has no packs')
  const { request: asked } = header
  const request: RunRequest = { ...asked, selection: { ...asked.selection, packs: [first, ...rest] } }
  refuseOtherAgents(header.agentFiles ?? {}, await agentFiles(request.agents, deps.kinds))
  const models = deps.models(request.providers)
  const { rules = [], kinds = [] } = deps
  const parties = { models, clock: deps.clock, rules, kinds }
  tryModels(request, parties)
  const plan = await planRun(request, deps)
  const { versions, contested } = plan
  const changes = changesSince(header, { versions, contested, files: await fileHashes(plan.packs) })
  if (changes.length > 0) throw refused(changes.join('; '))
  const prices = await loadPrices(request.prices)
  const opened = await openParties({ run, request, plan, prices, deps: parties })
  const session = { request, deps: { ...parties, signal: deps.signal, onProgress: () => undefined } }
  return {
    id: run.id,
    request,
    plan,
    trialDeps: opened.trialDeps,
    bounds: boundsOf({ ...session, signal: deps.signal, usdOf: usdBy(prices) }, time),
    close: opened.close,
  }
}

/** Code does not travel with the store: whoever may write there could run programs on every worker. */
function refuseOtherAgents(
  submitted: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string>>,
): void {
  for (const [agent, hash] of Object.entries(submitted)) {
    if (here[agent] === hash) continue
    const what = here[agent] === '' ? 'is not on this machine' : 'is not the same on this machine'
    throw usageError(
      'run-changed',
      `This worker cannot play the run: the module of agent ${agent} ${what}.`,
      'Put the same files at the same path here. Modules do not travel with the store.',
    )
  }
}

const refused = (because: string) =>
  usageError('run-changed', `This worker cannot play the run: ${because}.`, 'Update this worker.')
