import { whereTextGoes } from '../agents/kinds.ts'
import { makeAgent, type PartyDeps } from '../agents/parties.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { RunPlan } from './schedule/run-plan.ts'

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
