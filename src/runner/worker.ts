import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { assert } from '../base/assert.ts'
import { pricesOf } from '../metrics/prices.ts'
import { noModels } from '../models/no-models.ts'
import { loadDesk } from './load-desk.ts'
import { makeAgent, makeCustomer } from './parties.ts'
import { openPerformer, type Performed } from './perform-trial.ts'
import { planOf } from './run-plan.ts'
import type { FromWorker, ToWorker, TravellingTrial, WorkerStart } from './worker-protocol.ts'

/**
 * A thread that performs trials of built-in parties. In: a plan, then indexes of it. Out: trials as they are stored. It
 * must not know the store, nor anybody who has to be waited for.
 */
type Perform = (index: number) => Promise<Performed>

function serve(port: MessagePort, { packs }: WorkerStart): void {
  const loading = Promise.all(packs.map(loadDesk))
  // Said when the first trial is asked for; until then nobody listens.
  loading.catch(() => undefined)
  let planned: Promise<Perform> | undefined
  port.on('message', (said: ToWorker) => {
    if (said.type === 'plan') {
      planned = plan(loading, said)
      planned.catch(() => undefined)
      return
    }
    answer(planned, said.indexes).then(
      (trials) => port.postMessage({ type: 'performed', trials } satisfies FromWorker),
      (error: unknown) => port.postMessage({ type: 'failed', message: String(error) } satisfies FromWorker),
    )
  })
}

async function plan(
  loading: Promise<readonly Awaited<ReturnType<typeof loadDesk>>[]>,
  { run, request, prices, packs }: Extract<ToWorker, { type: 'plan' }>,
): Promise<Perform> {
  const loaded = await loading
  const withCases = loaded.map((pack, index) => {
    const asked = packs[index]
    assert(asked?.hash === pack.hash, `pack ${pack.id} did not change while it was loaded`)
    return { pack, cases: asked.cases }
  })
  const whole = planOf(withCases, request)
  const perform = openPerformer({
    run,
    request,
    plan: whole,
    prices: pricesOf(prices),
    agents: request.agents.map((agent) => makeAgent(agent, { models: noModels })),
    customer: makeCustomer(request.customer),
    judge: async (transcript) => ({ transcript, rated: [] }),
    onEvent: () => undefined,
  })
  return (index) => perform(whole.at(index))
}

async function answer(
  planned: Promise<Perform> | undefined,
  indexes: readonly number[],
): Promise<readonly TravellingTrial[]> {
  assert(planned !== undefined, 'a trial was asked for before the plan')
  const perform = await planned
  const trials: TravellingTrial[] = []
  for (const index of indexes) {
    const { trial, facts } = await perform(index)
    const { score: _, ...rest } = facts
    trials.push({ trial, facts: rest })
  }
  return trials
}

if (parentPort !== null) serve(parentPort, workerData as WorkerStart)
