import { assert } from '../../../base/assert.ts'
import type { RunId, TrialId } from '../../../base/values/ids.ts'
import { Diverged, StoppedTalk } from '../../../conversation/protocol/stopped.ts'
import type { ForkFacts } from '../../../metrics/fork-facts.ts'
import { forkOutcome } from '../../../metrics/fork-outcome.ts'
import type { Prices } from '../../../metrics/prices.ts'
import { usesIn } from '../../../metrics/usage.ts'
import type { Store } from '../../../storage/store.ts'
import { readForkFacts, writeFork } from '../../../storage/stored-fork.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import type { Rule } from '../../../verdicts/rules/rule.ts'
import type { ReaderSource, TrialAgent, TrialCustomer } from '../../agents/maker.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { paidParties } from '../../trial/paid-parties.ts'
import { playTrial, type Trial } from '../../trial/play-trial.ts'
import { forkId } from '../../trial/trial-id.ts'
import type { Journals } from '../schedule/journal.ts'
import type { TimelessRunEvent } from '../schedule/run-event.ts'
import type { StopPolicy } from '../schedule/stop-policy.ts'
import { type Decision, intensityOf, swapName, type Unforked } from './decision.ts'

/** How often each decision is sampled, and how far. */
export type Sampling = {
  readonly n: number
  readonly until: 'turn' | 'end'
  /** number of the first sample; absent: 0, and samples that are stored count */
  readonly from?: number
}

/** What forks are played with: the parties of their run, its store and its limits. */
export type ForkDeps = {
  /** those of a project's plugins; absent: none */
  readonly rules?: readonly Rule[] | undefined
  readonly run: RunId
  readonly store: Pick<Store, 'saveForks' | 'forks'>
  readonly agents: readonly TrialAgent[]
  readonly request: RunRequest
  readonly customer: TrialCustomer
  readonly reader: ReaderSource
  readonly prices: Prices
  readonly journals: Pick<Journals, 'of' | 'close'>
  readonly policy: StopPolicy
  readonly onRunEvent: (event: TimelessRunEvent) => void
  readonly onFork?: (done: number, of: number) => void
}

export type PlayedForks = {
  readonly facts: readonly ForkFacts[]
  /** forks that were stored already: they cost nothing now */
  readonly stored: number
  /** forks that are still to be played: the run was stopped, or our machinery failed */
  readonly left: number
  /** conversations that no longer come out as recorded */
  readonly unforked: readonly Unforked[]
}

/**
 * Samples every decision n times. A fork is stored when it is over, and its turns are durable as they happen, as in a
 * trial: whatever is stored is neither played nor paid for again.
 */
export async function playForks(
  decisions: readonly Decision[],
  sampling: Sampling,
  deps: ForkDeps,
): Promise<PlayedForks> {
  const wanted = samplesOf(decisions, sampling, deps)
  const known = await storedForks(deps)
  const facts = wanted.flatMap(({ id }) => known.get(id) ?? [])
  const stored = facts.length
  const queue = wanted.filter(({ id }) => !known.has(id))[Symbol.iterator]()
  const unforked = new Map<Decision, Unforked>()
  const lane = async (): Promise<void> => {
    while (deps.policy.mayBegin()) {
      const next = queue.next()
      if (next.done === true) return
      if (unforked.has(next.value.decision)) continue
      const played = await playOne(next.value, sampling, deps).catch((error: unknown) => {
        if (error instanceof Diverged) unforked.set(next.value.decision, diverged(next.value.decision, error))
        // After Stopped the run is over and says why. Any other error is the store's, or a bug of ours.
        else if (!(error instanceof StoppedTalk)) deps.policy.fail(error)
        return null
      })
      if (played !== null) facts.push(played)
      deps.onFork?.(facts.length, wanted.length)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, deps.request.concurrency) }, lane))
  const lost = [...unforked.keys()].length * sampling.n
  return {
    facts,
    stored,
    left: Math.max(0, wanted.length - lost - facts.length),
    unforked: [...unforked.values()],
  }
}

const diverged = ({ source }: Decision, { message }: Diverged): Unforked => ({
  trial: source.trial,
  why: `its record cannot be replayed: ${message}`,
})

type Sample = {
  readonly decision: Decision
  readonly agent: TrialAgent
  readonly sample: number
  readonly id: TrialId
}

/** All decisions advance evenly: a stop half-way leaves some samples of each. */
function samplesOf(
  decisions: readonly Decision[],
  { n, until, from = 0 }: Sampling,
  { agents }: ForkDeps,
): readonly Sample[] {
  return Array.from({ length: n }, (_, index) =>
    decisions.map((decision): Sample => {
      const sample = from + index
      const agent = agents[decision.agent]
      assert(agent !== undefined, `there is an agent ${decision.agent}`)
      const { source, at, swap } = decision
      const what = `${swap === null ? '' : `~${swapName(swap)}`}${until === 'end' ? '~end' : ''}`
      return { decision, agent, sample, id: forkId(source.trial, { at, agent: agent.id, what, sample }) }
    }),
  ).flat()
}

async function storedForks({ store, run }: ForkDeps): Promise<ReadonlyMap<TrialId, ForkFacts>> {
  const known = new Map<TrialId, ForkFacts>()
  for await (const fork of store.forks(run)) {
    if (fork.state !== 'faulted') known.set(fork.fork, readForkFacts(fork))
  }
  return known
}

/** Null: our machinery failed. Its pages stay, so that it goes on from there when it is asked for again. */
async function playOne(sample: Sample, { until }: Sampling, deps: ForkDeps): Promise<ForkFacts | null> {
  const { id, decision, agent } = sample
  const paid = paidParties(deps.request, decision.agent) ?? { agent: false, customer: false }
  const journal = deps.journals.of(id, paid)
  deps.onRunEvent({ type: 'trial.began', trial: id, agent: agent.id, resumed: journal.recorded !== null })
  deps.policy.began()
  let usd: number | null = null
  try {
    const transcript = await playTrial(trialOf(sample, until, deps), journal)
    const facts = factsOf(sample, until, { transcript, ...deps })
    if (facts.state === 'faulted') {
      deps.policy.faulted()
      return null
    }
    await deps.store.saveForks([
      writeFork({
        run: deps.run,
        fork: id,
        trial: decision.source.trial,
        sample: sample.sample,
        transcript: writeTranscript(transcript),
        facts,
      }),
    ])
    deps.onRunEvent({ type: 'trial.ended', trial: id, agent: agent.id, state: facts.state, attempt: 0 })
    deps.journals.close(id)
    usd = facts.uses.reduce((sum, use) => sum + (use.usd ?? 0), 0)
    return facts
  } finally {
    deps.policy.ended(usd === null ? null : { usd })
  }
}

function trialOf({ id, decision, agent, sample }: Sample, until: Sampling['until'], deps: ForkDeps): Trial {
  const { source, at, given, swap } = decision
  const { started, pack, case: theCase } = source
  return {
    id,
    pack,
    case: theCase,
    intensity: swap?.intensity ?? intensityOf(started.intensity),
    seed: started.seed,
    attempt: started.attempt,
    // The recorded turns were played under this protocol: a report in one of them belongs to it.
    agent: { ...agent, protocol: started.protocol },
    customer: customerWith(deps.customer, swap?.tactic),
    reader: deps.reader,
    fork: { of: source.trial, at, until, sample, swap, given },
  }
}

/** After a swapped message the customer goes on as it spoke. */
const customerWith = (customer: TrialCustomer, tactic: string | null | undefined): TrialCustomer =>
  tactic === undefined
    ? customer
    : { ...customer, make: (trial) => customer.make({ ...trial, case: { ...trial.case, tactic } }) }

function factsOf(
  { decision, agent }: Sample,
  until: Sampling['until'],
  { transcript, prices, rules }: Pick<ForkDeps, 'prices' | 'rules'> & { readonly transcript: Transcript },
): ForkFacts {
  const { source, at, swap } = decision
  const { pack, case: theCase, trial, started } = source
  const score = readAndScore(pack, theCase, transcript, rules)
  const began = transcript.find((event) => event.type === 'fork.began')
  const ended = transcript.find((event) => event.type === 'conversation.ended')
  const isCut = ended?.ending.kind === 'limit.hit' && ended.ending.limit === 'fork'
  return {
    agent: agent.id,
    pack: pack.id,
    case: theCase.id,
    bucket: theCase.bucket,
    intensity: started.intensity,
    trial,
    at,
    swap: swap === null ? null : swapName(swap),
    until,
    state: score.state,
    ...forkOutcome(score, {
      at,
      cutAt: isCut ? ended.n : null,
      role: (tool) => pack.world.tools.get(tool)?.role,
    }),
    fed: began?.fed ?? 0,
    differs: began?.differs ?? 0,
    uses: usesIn(
      transcript.filter(({ n }) => n > at),
      prices,
    ),
  }
}
