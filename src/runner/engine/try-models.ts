import type { ModelSettings } from '../../models/chat-model.ts'
import type { Means } from '../agents/maker.ts'
import { UNWATCHED } from '../agents/model-parties.ts'
import { isModelJudge } from '../judges/judge-makers.ts'
import { modelSettingsOf } from '../settings/model-settings.ts'
import type { RunRequest } from '../settings/run-request.ts'

/** Asks for every model of a run once: an unknown provider or a missing key is said before anything is written. */
export function tryModels(request: RunRequest, { models, makers }: Means): void {
  const own = makers?.model === undefined ? request.agents : []
  for (const [spec, settings] of modelsOf({ ...request, agents: own })) models(spec, settings, UNWATCHED)
}

function* modelsOf(request: RunRequest): Generator<readonly [spec: string, settings: ModelSettings]> {
  for (const { kind, target, model } of request.agents) if (kind === 'model') yield [target[0], model]
  for (const party of [request.customer, request.recogniser])
    if (typeof party !== 'string') yield [party.model, modelSettingsOf(party)]
  for (const judge of request.judges) if (isModelJudge(judge)) yield [judge, {}]
}
