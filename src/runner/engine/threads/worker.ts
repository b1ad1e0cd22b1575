import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import type { Pack } from '../../../cases/case.ts'
import { pricesOf } from '../../../metrics/prices.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { plannedCases } from '../../packs/load-cases.ts'
import { loadDesk } from '../../packs/load-pack.ts'
import { openPerformer, type Performed } from '../../trial/attempt-trial.ts'
import type { AskedTrial, Begin, FromWorker, ToWorker, WorkerStart } from './worker-protocol.ts'

/**
 * A thread that plans cases and performs trials of built-in parties. In: packs, then trials by the names of their cases.
 * Out: trials as they are stored. It must not know the store, nor anybody who has to be waited for.
 */
type Desks = (pack: number) => Promise<Pack>
type Perform = (trial: AskedTrial) => Promise<Performed>

function serve(port: MessagePort, { packs }: WorkerStart): void {
  const desks = desksOf(packs)
  let perform: Promise<Perform> | undefined
  const answer = async (said: Exclude<ToWorker, { readonly type: 'begin' }>): Promise<FromWorker> => {
    if (said.type === 'plan') {
      const pack = await desks(said.pack)
      const cases = plannedCases(pack, said.size, said.seed)
      return { type: 'planned', id: said.id, hash: pack.hash, cases }
    }
    assert(perform !== undefined, 'a trial was asked for before the run began')
    const trials = []
    for (const trial of said.trials) trials.push(packed(await (await perform)(trial)))
    return { type: 'performed', id: said.id, trials }
  }
  port.on('message', (said: ToWorker) => {
    if (said.type === 'begin') perform = openPerform(desks, said.begin)
    else
      answer(said).then(
        (answered) => port.postMessage(answered),
        (error: unknown) =>
          port.postMessage({ type: 'failed', id: said.id, message: String(error) } satisfies FromWorker),
      )
  })
}

/** A pack is loaded when the first of its trials comes: with several threads most packs stay one thread's own. */
function desksOf(dirs: readonly string[]): Desks {
  const loading = new Map<number, Promise<Pack>>()
  return (pack) => {
    const dir = dirs[pack]
    assert(dir !== undefined, `the selection has a pack ${pack}`)
    const known = loading.get(pack) ?? loadDesk(dir)
    loading.set(pack, known)
    return known
  }
}

async function openPerform(desks: Desks, { run, request, prices, packs, traffic }: Begin): Promise<Perform> {
  const cases = new Map(
    packs.flatMap(({ hash, cases: own }, pack) => own.map((each) => [each.id, { pack, hash, case: each }])),
  )
  const perform = openPerformer({
    run,
    request,
    traffic,
    prices: pricesOf(prices),
    agents: await Promise.all(request.agents.map((agent) => makeAgent(agent))),
    customer: makeCustomer(request.customer),
    judge: async (transcript) => ({ transcript, rated: [] }),
    onEvent: () => undefined,
  })
  return async ({ case: id, ...trial }) => {
    const found = cases.get(id)
    assert(found !== undefined, `the run has a case ${id}`)
    const pack = await desks(found.pack)
    assert(found.hash === pack.hash, `pack ${pack.id} did not change while it was loaded`)
    return perform({ ...trial, pack, case: found.case })
  }
}

function packed({ trial, facts: { score: _, ...facts } }: Performed) {
  return { trial, facts }
}

if (parentPort !== null) serve(parentPort, workerData as WorkerStart)
