import type { Means } from '../agents/maker.ts'
import { makeAgent } from '../agents/parties.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { RunPlan } from './schedule/run-plan.ts'

/** Makes every agent outside once: a missing file, key, program or service is said before anything is written. */
export async function tryAgents(request: RunRequest, plan: RunPlan, means: Means): Promise<void> {
  const packs = plan.packs.map(({ pack }) => pack)
  for (const agent of request.agents.filter(({ outside }) => outside !== undefined)) {
    const made = makeAgent(agent, means)
    try {
      await made.prepare?.(packs)
    } finally {
      await made.finish?.()
    }
  }
}
