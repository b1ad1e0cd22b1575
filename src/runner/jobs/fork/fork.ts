import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { usageError } from '../../../base/error.ts'
import { isCaseId, isRunId, isTrialId, type RunId } from '../../../base/values/ids.ts'
import type { ForkFacts } from '../../../metrics/fork-facts.ts'
import { forkDifference, summariseForks } from '../../../metrics/summarise-forks.ts'
import type { ShownForks } from '../../../report/render/fork-text.ts'
import type { Store, StoredRun, StoredTrial } from '../../../storage/store.ts'
import { executeRun } from '../../engine/execute-run.ts'
import { type ForkedRun, forkRun } from '../../engine/fork-run.ts'
import { swapsFor } from '../../engine/forks/decision.ts'
import type { RunDeps } from '../../engine/run-deps.ts'
import { findPack } from '../../files/find-pack.ts'
import type { Extensions } from '../../plugins/extensions.ts'
import { requestRun } from '../../runs/request-run.ts'
import { readRunHeader } from '../../runs/run-header.ts'
import { findRun } from '../../runs/stored-trials.ts'
import { RunFlags } from '../../settings/run-flags.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { ForkWish } from '../../trial/fork-point.ts'
import { forkSources, storeTranscript, trialsToFork } from './fork-sources.ts'

/** What `sage fork` is asked for. */
export type ForkAsked = {
  /** trials, transcripts, a run, or cases */
  readonly words: readonly string[]
  readonly wish: ForkWish
  readonly n: number
  readonly until: 'turn' | 'end'
  readonly swap: { readonly what: 'tactic' | 'intensity'; readonly to: string | null } | null
  readonly fresh: boolean
  /** flags of `sage run` that hold here too */
  readonly flags: Partial<RunFlags>
  readonly workingFolder: string
}

type ForkDeps = RunDeps & Extensions

export async function fork(asked: ForkAsked, store: Store, deps: ForkDeps): Promise<ShownForks> {
  const { run, trials } = await findTrials(asked, store, deps)
  const request = await requestFor(asked, { run, trials }, deps)
  const sources = await forkSources(run, trials, asked.workingFolder)
  const forked = await forkRun(
    store,
    run,
    {
      sources,
      wish: asked.wish,
      swaps: (source) => swapsFor(asked.swap, source),
      sampling: { n: asked.n, until: asked.until },
      fresh: asked.fresh,
      request,
      whose: (asked.flags.agent ?? []).length > 0 ? 'all' : 'own',
    },
    deps,
  )
  return resultOf(run.id, forked)
}

function resultOf(run: RunId, { facts, stored, left, unforked, stopped }: ForkedRun): ShownForks {
  const recorded = facts.filter(({ swap }) => swap === null)
  const swaps = [...new Set(facts.flatMap(({ swap }) => swap ?? []))]
  const of = (swap: string): readonly ForkFacts[] => facts.filter((fork) => fork.swap === swap)
  return {
    run,
    ...summariseForks(recorded),
    agents: [...new Set(recorded.map(({ agent }) => agent))].map((agent) => ({
      agent,
      ...summariseForks(recorded.filter((one) => one.agent === agent)),
    })),
    swapped: swaps.map((swap) => ({
      swap,
      ...summariseForks(of(swap)),
      difference: forkDifference(recorded, of(swap)),
    })),
    stored,
    left,
    unforked,
    stopped,
  }
}

type Found = { readonly run: StoredRun; readonly trials: readonly StoredTrial[] }

/** The trials that the words name. A case has none yet: it is played first. */
async function findTrials(asked: ForkAsked, store: Store, deps: ForkDeps): Promise<Found> {
  const [first] = asked.words
  const isCase = first !== undefined && isCaseOf(first, asked.workingFolder)
  if (isCase) return playCases(asked, store, deps)
  const found: StoredTrial[] = []
  for (const word of asked.words) found.push(...(await trialsNamed(word, asked, store, deps)))
  const [trial] = found
  if (trial === undefined) throw unknown(first ?? '')
  if (found.some(({ run }) => run !== trial.run))
    throw usageError(
      'nothing-to-fork',
      'These trials belong to several runs.',
      'Fork the trials of one run at a time.',
    )
  return { run: await findRun(store, trial.run), trials: found }
}

async function trialsNamed(
  word: string,
  asked: ForkAsked,
  store: Store,
  deps: ForkDeps,
): Promise<readonly StoredTrial[]> {
  const trial = isTrialId(word) ? await store.trial(word) : undefined
  if (trial !== undefined) return [trial]
  if (word === 'latest' || (isRunId(word) && (await store.run(word)) !== undefined))
    return trialsToFork(store, await findRun(store, word), asked.wish)
  const path = resolve(asked.workingFolder, word)
  if (existsSync(path) && statSync(path).isFile()) {
    const request = await requestRun(flagsFor(asked, []), asked.workingFolder, deps)
    const { workingFolder } = asked
    return storeTranscript(store, path, { request, workingFolder, now: deps.clock(), rules: deps.rules })
  }
  throw unknown(word)
}

const unknown = (word: string) =>
  usageError(
    'unknown-trial',
    `"${word}" is not a trial, a run, a transcript or a case.`,
    'Give the id of a stored trial or run (sage runs), a transcript file, or pack/case.',
  )

const isCaseOf = (word: string, workingFolder: string): boolean =>
  isCaseId(word) && findPack(word.split('/')[0] ?? '', workingFolder) !== undefined

async function playCases(asked: ForkAsked, store: Store, deps: ForkDeps): Promise<Found> {
  const request = await requestRun(flagsFor(asked, asked.words), asked.workingFolder, deps)
  const { run } = await executeRun(request, deps)
  const played = await findRun(store, run)
  const trials: StoredTrial[] = []
  for await (const trial of store.trials(played.id)) if (trial.state === 'judged') trials.push(trial)
  if (trials.length === 0)
    throw usageError('nothing-to-fork', 'No conversation came about.', 'See why: sage report latest.')
  return { run: played, trials }
}

/** A transcript needs no agent of its own to be stored; whose forks are played is said by --agent. */
const flagsFor = ({ flags, words }: ForkAsked, cases: readonly string[]): RunFlags =>
  RunFlags.parse({
    ...flags,
    case: [...cases],
    ...(cases.length > 0 || words.length === 0 ? {} : { suite: 'smoke' }),
  })

/** Whose forks: the agents that are named, else the agent whose trials they are. */
async function requestFor(asked: ForkAsked, { run, trials }: Found, deps: ForkDeps): Promise<RunRequest> {
  const header = readRunHeader(run)
  const isNamed = (asked.flags.agent ?? []).length > 0
  const now = await requestRun(flagsFor(asked, []), asked.workingFolder, deps)
  if (isNamed) return now
  if (run.imported !== null)
    throw usageError(
      'which-agent',
      `Run ${run.id} was imported: its header may name any program.`,
      'Say whose forks to play: --agent <name>.',
    )
  const own = new Set(trials.map(({ agent }) => agent))
  const { customer, reader } = header.request
  return {
    ...now,
    agents: header.request.agents.filter(({ id }) => own.has(id)),
    customer: asked.flags.customer === undefined ? customer : now.customer,
    reader: asked.flags.reader === undefined ? reader : now.reader,
  }
}
