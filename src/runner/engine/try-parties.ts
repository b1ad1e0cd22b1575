import type { ModelSettings } from '../../models/chat-model.ts'
import { type AgentKinds, whereTextGoes } from '../agents/kinds.ts'
import { makeAgent, type PartyDeps } from '../agents/parties.ts'
import { modelSettingsOf } from '../agents/shared/model-settings.ts'
import { UNWATCHED } from '../agents/shared/watch-model.ts'
import { whereJudged } from '../judges/judge-kinds.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { RunPlan } from './schedule/run-plan.ts'

/** Asks for every model of a run once: an unknown provider or a missing key is reported before anything is written. */
export function tryModels(request: RunRequest, { models, kinds }: PartyDeps): void {
  for (const [spec, settings] of modelsOf(request, kinds)) models(spec, settings, UNWATCHED)
}

function* modelsOf(
  request: RunRequest,
  kinds: AgentKinds | undefined,
): Generator<readonly [spec: string, settings: ModelSettings]> {
  for (const agent of request.agents) {
    const goes = whereTextGoes(agent, kinds)
    if (goes.to === 'model') yield [goes.model, goes.settings]
  }
  for (const party of [request.customer, request.reader])
    if (typeof party !== 'string') yield [party.model, modelSettingsOf(party)]
  for (const judge of request.judges) {
    const goes = whereJudged(judge)
    if (goes.to === 'model') yield [goes.model, goes.settings]
  }
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
