import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import type { Pack } from '../../../cases/case.ts'
import { pricesOf } from '../../../metrics/prices.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { plannedCases } from '../../packs/load-cases.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { attemptTrial, type ScoredTrial } from '../../trial/attempt-trial.ts'
import type { Begin, FromWorker, ToWorker, TrialReference, WorkerStart } from './worker-protocol.ts'

/**
 * A thread that plans cases and plays trials of built-in parties. In: packs, then trials by the ids of their cases. Out:
 * scored trials. It must not know the store, nor any party that has to be waited for.
 */
type Packs = (pack: number) => Promise<Pack>
type Attempt = (trial: TrialReference) => Promise<ScoredTrial>

function serve(port: MessagePort, { packs: dirs }: WorkerStart): void {
  const packs = packsIn(dirs)
  let attempt: Promise<Attempt> | undefined
  const answer = async (asked: Exclude<ToWorker, { readonly type: 'begin' }>): Promise<FromWorker> => {
    if (asked.type === 'plan') {
      const pack = await packs(asked.pack)
      const cases = plannedCases(pack, asked.size, asked.seed)
      return { type: 'planned', id: asked.id, hash: pack.hash, cases }
    }
    assert(attempt !== undefined, 'a trial was asked for before the run began')
    const play = await attempt
    const trials: ScoredTrial[] = []
    for (const trial of asked.trials) trials.push(await play(trial))
    return { type: 'scored', id: asked.id, trials }
  }
  port.on('message', (asked: ToWorker) => {
    if (asked.type === 'begin') attempt = attemptIn(packs, asked.begin)
    else
      answer(asked).then(
        (answered) => port.postMessage(answered),
        (error: unknown) =>
          port.postMessage({ type: 'failed', id: asked.id, message: String(error) } satisfies FromWorker),
      )
  })
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

async function attemptIn(
  packs: Packs,
  { run, request, prices, packs: played, traffic }: Begin,
): Promise<Attempt> {
  const cases = new Map(
    played.flatMap(({ hash, cases: own }, pack) => own.map((each) => [each.id, { pack, hash, case: each }])),
  )
  const deps = {
    run,
    traffic,
    prices: pricesOf(prices),
    agents: await Promise.all(request.agents.map((agent) => makeAgent(agent))),
    customer: makeCustomer(request.customer),
    judges: request.judges,
    judge: async (transcript: Transcript) => ({ transcript, rated: [] }),
  }
  return async ({ case: id, ...trial }) => {
    const found = cases.get(id)
    assert(found !== undefined, `the run has a case ${id}`)
    const pack = await packs(found.pack)
    assert(found.hash === pack.hash, `pack ${pack.id} did not change while it was loaded`)
    return attemptTrial({ ...trial, pack, case: found.case }, deps)
  }
}

if (parentPort !== null) serve(parentPort, workerData as WorkerStart)
