import { assert } from '../../base/assert.ts'
import { SageError } from '../../base/error.ts'
import { StoppedTalk } from '../../conversation/protocol/stopped.ts'
import { writeTrial } from '../../storage/stored-trial.ts'
import { DEATHS_MAX, type Lease, type TeamStore } from '../../storage/team.ts'
import type { Transcript } from '../../transcript/event.ts'
import { writeTranscript } from '../../transcript/write-transcript.ts'
import { faultedScore } from '../../verdicts/model/score.ts'
import { createJournals, pagesByTrial } from '../engine/schedule/journal.ts'
import { attemptTrial, type ScoredTrial } from '../trial/attempt-trial.ts'
import { readPages } from '../trial/journal-pages.ts'
import { paidParties } from '../trial/paid-parties.ts'
import { factsOf } from '../trial/trial-facts.ts'
import type { PlayedRun } from './open-played-run.ts'

/** How a leased trial ended for this worker. `because`: why it faulted; null: it did not. */
export type LeaseEnd =
  | { readonly is: 'stored'; readonly because: string | null }
  | { readonly is: 'again'; readonly because: string }
  | { readonly is: 'stopped' | 'taken' }

/** Plays one leased trial and stores it. `held` is aborted when the lease is lost, or the worker ends. `onRestart`: what was recorded did not fit. */
export async function playLease(
  { store, team }: TeamStore,
  run: PlayedRun,
  lease: Lease,
  { held, onRestart }: { readonly held: AbortSignal; readonly onRestart: (because: string) => void },
): Promise<LeaseEnd> {
  const planned = run.plan.at(lease.place)
  const paid = paidParties(run.request, planned.agent)
  const pages = await team.begin(lease)
  if (lease.deaths >= DEATHS_MAX)
    return save(
      team,
      lease,
      setAside(
        run,
        lease,
        pages.map((page) => page.events),
      ),
    )
  let failure: { readonly error: unknown } | null = null
  const journals = createJournals({
    run: run.id,
    store: {
      appendPages: (written) => team.appendPages(lease, written),
      dropPages: () => team.dropPages(lease),
    },
    pages: pagesByTrial(pages),
    bounds: { ...run.bounds, signal: held },
    onEvent: () => undefined,
    onRestart: (_, because) => onRestart(because),
    onFailure: (error) => {
      failure ??= { error }
    },
  })
  try {
    const scored =
      paid === null
        ? await attemptTrial(planned, run.trialDeps)
        : await attemptTrial(planned, run.trialDeps, journals.of(lease.trial, paid))
    throwIf(failure)
    const { score } = scored.facts
    if (score.state === 'faulted' && lease.faults === 0 && paid !== null) {
      await team.giveBack(lease, 'faulted')
      return { is: 'again', because: score.because }
    }
    const end = await save(team, lease, scored)
    // Storing a trial deletes its pages. A faulted one gets them back, so that a resumed run continues it from there.
    const written = journals.close(lease.trial)
    if (end.is === 'stored' && score.state === 'faulted' && written.length > 0)
      await store.appendPages(written)
    return end
  } catch (error) {
    if (error instanceof SageError && error.code === 'trial-taken') return { is: 'taken' }
    if (!(error instanceof StoppedTalk)) throw error
    await team.giveBack(lease, 'stopped')
    return { is: 'stopped' }
  }
}

/** What failed while nobody could wait for it. */
export function throwIf(failure: { readonly error: unknown } | null): void {
  if (failure !== null) throw failure.error
}

async function save(team: TeamStore['team'], lease: Lease, scored: ScoredTrial): Promise<LeaseEnd> {
  const { uses, score } = scored.facts
  const usd = uses.length === 0 ? null : uses.reduce((sum, use) => sum + (use.usd ?? 0), 0)
  const isStored = await team.saveTrial(lease, { trial: writeTrial(scored), ratings: scored.rated, usd })
  if (!isStored) return { is: 'taken' }
  return { is: 'stored', because: score.state === 'faulted' ? score.because : null }
}

/** A trial that kills its workers: stored as faulted, with what was said up to then. */
function setAside(
  { id, request, plan, trialDeps }: PlayedRun,
  lease: Lease,
  pages: readonly string[],
): ScoredTrial {
  const planned = plan.at(lease.place)
  const agent = request.agents[planned.agent]?.id
  assert(agent !== undefined, `the plan has an agent ${planned.agent}`)
  const because = `set aside: ${lease.deaths} workers died while they played it`
  const said = readPages(pages, lease.trial).events
  const [code, n] = ['set-aside', (said.at(-1)?.n ?? 0) + 1]
  const transcript: Transcript = [
    ...said,
    { n, type: 'fault.raised', side: 'machinery', code, message: because },
    { n: n + 1, type: 'conversation.ended', ending: { kind: 'machinery.failed', code } },
  ]
  const facts = factsOf({
    planned,
    agent,
    score: faultedScore(because),
    transcript,
    judges: request.judges,
    traffic: plan.traffic.get(planned.case.id) ?? 0,
    prices: trialDeps.prices,
  })
  return {
    run: id,
    trial: lease.trial,
    attempt: 0,
    transcript: writeTranscript(transcript),
    facts,
    rated: [],
  }
}
