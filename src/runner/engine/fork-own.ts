import type { StoredTrial } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { makeCustomer, makeReader, type RunAgent } from '../agents/parties.ts'
import { type Decision, decisionsOf, type ForkSource, isDecision } from './forks/decision.ts'
import { playForks } from './forks/play-forks.ts'
import type { RunSession } from './prepare-run.ts'
import type { Journals } from './schedule/journal.ts'
import type { TimelessRunEvent } from './schedule/run-event.ts'
import type { StopPolicy } from './schedule/stop-policy.ts'

/**
 * Forks the run's own trials, after them: each with the agent it was played with. In: a session whose trials are stored.
 * Out: how many forks are left. What is stored is not played again, so a stopped run goes on where it was.
 */
export async function forkOwnTrials(
  session: RunSession,
  play: {
    readonly agents: readonly RunAgent[]
    readonly journals: Journals
    readonly policy: StopPolicy
    readonly onRunEvent: (event: TimelessRunEvent) => void
  },
): Promise<number> {
  const { request, run, store, deps, prices, signal } = session
  if (request.forks === null) return 0
  const customer = makeCustomer(request.customer, deps)
  const decisions: Decision[] = []
  for await (const trial of store.trials(run.id)) {
    const source = sourceOf(trial, session)
    const agent = request.agents.findIndex(({ id }) => id === trial.agent)
    if (source === null || agent < 0) continue
    const found = await decisionsOf(source, {
      wish: { kind: request.forks.at },
      agent,
      swaps: [],
      customer,
      signal,
    })
    decisions.push(...found.filter(isDecision))
  }
  const { left } = await playForks(decisions, request.forks, {
    run: run.id,
    store,
    agents: play.agents,
    customer,
    reader: makeReader(request.reader, deps),
    prices,
    rules: deps.rules,
    request,
    journals: play.journals,
    policy: play.policy,
    onRunEvent: play.onRunEvent,
  })
  return left
}

/** Null: it has no trap, it was not judged, or its case is not in the plan. */
function sourceOf(trial: StoredTrial, { plan, request }: RunSession): ForkSource | null {
  const { score, bucket } = readFacts(trial)
  if (score.state !== 'judged' || (request.forks?.at === 'trap' && bucket !== 'adversarial')) return null
  const from = plan.packs.find(({ pack }) => pack.id === trial.pack)
  const theCase = from?.cases.find(({ id }) => id === trial.case)
  const { events } = readTranscript(trial.transcript, trial.trial)
  const started = events[0]
  if (from === undefined || theCase === undefined || started?.type !== 'trial.started') return null
  return { trial: trial.trial, pack: from.pack, case: theCase, events, score, started }
}
