import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import type { CaseId } from '../../../base/values/ids.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { pricesOf } from '../../../metrics/prices.ts'
import { writeTrial } from '../../../storage/stored-trial.ts'
import { readOwnLog } from '../../../transcript/write-transcript.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { type MadeSize, preparedCases } from '../../packs/prepared-cases.ts'
import { type KeptBooks, openBooks } from '../../runs/run-books.ts'
import { attemptTrial, scoreSafely, type TrialDeps } from '../../trial/attempt-trial.ts'
import type {
  Begin,
  FromWorker,
  ToWorker,
  TrialReference,
  WorkerStart,
  WrittenTrial,
} from './worker-protocol.ts'

/**
 * A thread that plans cases, plays trials of built-in parties, and scores those of others. In: packs, then trials by the ids of
 * their cases. Out: trials as they are stored, at the end what they add up to. It must not open a store, nor know any party
 * that has to be waited for.
 */
type Packs = (pack: number) => Promise<Pack>
type Work = {
  readonly attempt: (trial: TrialReference) => Promise<WrittenTrial>
  readonly count: () => KeptBooks
  readonly score: (id: CaseId, log: string) => Promise<TrialScore>
}

function serve(port: MessagePort, { packs: dirs }: WorkerStart): void {
  const packs = packsIn(dirs)
  let begun: Promise<Work> | undefined
  const answer = async (asked: Exclude<ToWorker, { readonly type: 'begin' }>): Promise<FromWorker> => {
    if (asked.type === 'plan') {
      const pack = await packs(asked.pack)
      const cases =
        preparedCases(pack, asked.size, asked.seed) ?? (await planned(pack, asked.size, asked.seed))
      return { type: 'planned', id: asked.id, hash: pack.hash, cases }
    }
    assert(begun !== undefined, 'a trial was asked for before the run began')
    const { attempt, count, score } = await begun
    if (asked.type === 'count') return { type: 'counted', id: asked.id, books: count() }
    if (asked.type === 'score')
      return { type: 'judged', id: asked.id, score: await score(asked.case, asked.log) }
    const trials: WrittenTrial[] = []
    for (const trial of asked.trials) trials.push(await attempt(trial))
    return { type: 'scored', id: asked.id, trials }
  }
  port.on('message', (asked: ToWorker) => {
    if (asked.type === 'begin') begun = workOn(packs, asked.begin)
    else
      answer(asked).then(
        (answered) => port.postMessage(answered),
        (error: unknown) =>
          port.postMessage({ type: 'failed', id: asked.id, message: String(error) } satisfies FromWorker),
      )
  })
}

async function planned(pack: Pack, size: MadeSize, seed: number): Promise<readonly Case[]> {
  const { plannedCases } = await import('../../packs/load-cases.ts')
  return plannedCases(pack, size, seed)
}

/** A pack is loaded with the first of its trials: with several threads, most packs are loaded by one thread only. */
function packsIn(dirs: readonly string[]): Packs {
  const loading = new Map<number, Promise<Pack>>()
  return (pack) => {
    const dir = dirs[pack]
    assert(dir !== undefined, `the selection has a pack ${pack}`)
    const known = loading.get(pack) ?? loadPack(dir)
    loading.set(pack, known)
    return known
  }
}

async function workOn(packs: Packs, { packs: played, play }: Begin): Promise<Work> {
  const cases = new Map(
    played.flatMap(({ hash, cases: own }, pack) => own.map((each) => [each.id, { pack, hash, case: each }])),
  )
  const find = async (id: CaseId): Promise<{ readonly pack: Pack; readonly case: Case }> => {
    const found = cases.get(id)
    assert(found !== undefined, `the run has a case ${id}`)
    const pack = await packs(found.pack)
    assert(found.hash === pack.hash, `pack ${pack.id} did not change while it was loaded`)
    return { pack, case: found.case }
  }
  const deps = play === null ? null : await depsOf(play)
  const books = openBooks(play?.catastrophes ?? [])
  return {
    attempt: async ({ case: id, ...trial }) => {
      assert(deps !== null, 'trials of this run are played elsewhere')
      const scored = await attemptTrial({ ...trial, ...(await find(id)) }, deps)
      const { score } = scored.facts
      books.add(scored.trial, scored.facts)
      return { row: writeTrial(scored), because: score.state === 'faulted' ? score.because : null }
    },
    count: books.keep,
    score: async (id, log) => {
      const { pack, case: theCase } = await find(id)
      return scoreSafely(pack, theCase, readOwnLog(log))
    },
  }
}

const depsOf = async ({
  run,
  request,
  prices,
  traffic,
}: Exclude<Begin['play'], null>): Promise<TrialDeps> => ({
  run,
  traffic,
  prices: pricesOf(prices),
  agents: await Promise.all(request.agents.map((agent) => makeAgent(agent))),
  customer: makeCustomer(request.customer),
  judges: request.judges,
  judge: async (transcript) => ({ transcript, rated: [] }),
})

if (parentPort !== null) serve(parentPort, workerData as WorkerStart)
