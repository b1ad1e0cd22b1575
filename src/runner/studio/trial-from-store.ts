import { SageError, usageError } from '../../base/error.ts'
import { isCaseId, isTrialId } from '../../base/values/ids.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { forkTree } from '../../report/studio-views/fork-tree.ts'
import { type TrialView, trialView } from '../../report/studio-views/trial-view.ts'
import type { Store, StoredFork, StoredTrial } from '../../storage/store.ts'
import { factsIfReadable } from '../../storage/stored-facts.ts'
import { readForkFacts } from '../../storage/stored-fork.ts'
import { readScore } from '../../storage/stored-score.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { faultedScore, type TrialScore } from '../../verdicts/model/score.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import { playedCase } from '../packs/played-case.ts'
import { casesOfRun, runHeaderIfReadable } from '../runs/run-header.ts'
import { readAndScore } from '../scoring/read-and-score.ts'
import type { PackFinder } from './pack-finder.ts'
import { disputesOf } from './reviews.ts'

/** A stored trial as its page shows it. A deleted pack, a broken transcript or an unreadable score costs its part, no more. */
export async function trialFromStore(
  store: Store,
  id: string,
  { packs, rules }: { readonly packs: PackFinder; readonly rules: readonly Rule[] },
): Promise<TrialView> {
  const fork = isTrialId(id) ? await store.fork(id) : undefined
  const stored = fork === undefined ? (isTrialId(id) ? await store.trial(id) : undefined) : forkAsTrial(fork)
  if (stored === undefined)
    throw usageError(
      'unknown-trial',
      `There is no trial "${id}" in this store.`,
      'Follow a link from its run.',
    )
  const runs = await store.runs()
  const run = runs.find((one) => one.id === stored.run)
  const pack = await packs.find(stored.pack, runs)
  const { events, problems } = readTranscript(stored.transcript, stored.trial)
  const facts = factsIfReadable(stored)
  const header = run === undefined ? undefined : runHeaderIfReadable(run)
  const theCase =
    pack === undefined
      ? undefined
      : (pack.cases.find((each) => each.id === stored.case) ??
        (await playedCase(pack, events, header === undefined ? null : async () => casesOfRun(pack, header))))
  return trialView({
    run: stored.run,
    trial: stored.trial,
    row: {
      agent: stored.agent,
      pack: stored.pack,
      case: stored.case,
      intensity: stored.intensity,
      bucket: facts?.bucket ?? null,
      tactic: facts?.tactic ?? null,
    },
    events,
    problems: problems.map(({ message, line }) => `line ${line}: ${message}`),
    score: fork === undefined ? scoreOf(stored) : scoreFork(fork, { pack, theCase, rules }),
    forks: forkTree(await forksOfTrial(store, stored)),
    disputes: disputesOf(await store.reviews(stored.run), stored.trial),
    pack,
    theCase,
  })
}

function scoreOf(stored: StoredTrial): TrialScore {
  try {
    return readScore(stored.score, stored.trial)
  } catch (error) {
    return faultedScore(
      error instanceof SageError ? `${error.message} ${error.hint}` : 'Its score cannot be read.',
    )
  }
}

/** One conversation of a fork, shown on the page of a trial. It has no stored score: it is scored when it is opened. */
function forkAsTrial(fork: StoredFork): StoredTrial | undefined {
  const { pack, case: id, intensity } = readForkFacts(fork)
  if (!isCaseId(id)) return undefined
  const { run, agent, state, transcript } = fork
  return {
    run,
    trial: fork.fork,
    agent,
    pack,
    case: id,
    intensity,
    repeat: 0,
    attempt: 0,
    state,
    transcript,
    score: '',
    facts: '',
    glance: null,
  }
}

type Played = {
  readonly pack: Pack | undefined
  readonly theCase: Case | undefined
  readonly rules: readonly Rule[]
}
function scoreFork(fork: StoredFork, { pack, theCase, rules }: Played): TrialScore {
  if (pack === undefined || theCase === undefined) return faultedScore('Its pack or its case does not exist.')
  return readAndScore(pack, theCase, readTranscript(fork.transcript, fork.fork).events, rules)
}

/** The forks of a trial, by their ids. */
async function forksOfTrial(store: Store, { run, trial }: Pick<StoredTrial, 'run' | 'trial'>) {
  const forks = []
  for await (const fork of store.forks(run, { trial }))
    forks.push({ id: fork.fork, facts: readForkFacts(fork) })
  return forks
}
