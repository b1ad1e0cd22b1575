import { modelAgent } from '../../../conversation/agent/model-agent.ts'
import type { AgentMaker } from '../shared/agent-maker.ts'
import { UNWATCHED, watchInto } from '../shared/watch-model.ts'
import type { ModelRequest } from './request.ts'

/** A model as the agent. Found once a run: an unknown provider or a missing key is reported before the first trial. */
export const makeModel: AgentMaker<ModelRequest> = (agent, { models }) => {
  const [spec] = agent.target
  models(spec, agent.model, UNWATCHED)
  return {
    make: ({ aside }) =>
      modelAgent({
        model: models(spec, agent.model, watchInto(aside, 'agent')),
        sop: agent.sop,
        prompt: agent.prompt ?? null,
        aside,
      }),
  }
}
