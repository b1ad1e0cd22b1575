import { makeAgent, makeCustomer, makeReader } from '../agents/parties.ts'
import { openTrialJudge } from '../judges/judge-performed.ts'
import type { TrialDeps } from '../trial/attempt-trial.ts'
import type { RunSession } from './prepare-run.ts'

/** What every trial of a run is played with. */
export type Parties = { readonly trialDeps: TrialDeps; readonly close: () => Promise<void> }

/** Parties are made once a run and prepared before its first trial. They must be closed, however the run ends. */
export async function openParties({
  run,
  request,
  plan,
  prices,
  deps,
}: Pick<RunSession, 'request' | 'plan' | 'prices'> & {
  readonly run: Pick<RunSession['run'], 'id'>
  readonly deps: Pick<RunSession['deps'], 'models' | 'clock' | 'kinds' | 'rules'>
}): Promise<Parties> {
  const agents = await Promise.all(request.agents.map((agent) => makeAgent(agent, deps)))
  const close = async (): Promise<void> => {
    for (const agent of agents) await agent.finish?.()
  }
  try {
    for (const agent of agents) await agent.prepare?.(plan.packs.map(({ pack }) => pack))
  } catch (error) {
    await close()
    throw error
  }
  const trialDeps = {
    run: run.id,
    agents,
    customer: makeCustomer(request.customer, deps),
    reader: makeReader(request.reader, deps),
    judge: openTrialJudge({ ...request, run: run.id, models: deps.models, clock: deps.clock }),
    judges: request.judges,
    traffic: plan.traffic,
    prices,
    rules: deps.rules,
  }
  return { trialDeps, close }
}
