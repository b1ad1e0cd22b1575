import { whereTextGoes } from '../agents/kinds.ts'
import { makeAgent, type PartyDeps } from '../agents/parties.ts'
import { UNWATCHED } from '../agents/shared/watch-model.ts'
import { destinationsOf } from '../judges/destinations.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { RunPlan } from './schedule/run-plan.ts'

/** Asks for every model of a run once: an unknown provider or a missing key is reported before anything is written. */
export function tryModels(request: RunRequest, { models, kinds }: PartyDeps): void {
  for (const [, goes] of destinationsOf(request, kinds))
    if (goes.to === 'model') models(goes.model, goes.settings, UNWATCHED)
}

/** Makes every service and program once: a missing file, key, program or service is reported before anything is written. */
export async function tryAgents(request: RunRequest, plan: RunPlan, deps: PartyDeps): Promise<void> {
  const packs = plan.packs.map(({ pack }) => pack)
  for (const agent of request.agents) {
    const { to } = whereTextGoes(agent, deps.kinds)
    if (to !== 'service' && to !== 'program') continue
    const made = await makeAgent(agent, deps)
    try {
      await made.prepare?.(packs)
    } finally {
      await made.finish?.()
    }
  }
}
