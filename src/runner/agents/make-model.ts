import { modelAgent } from '../../conversation/agent/model-agent.ts'
import type { AgentMaker } from './maker.ts'
import { UNWATCHED, watchInto } from './model-parties.ts'

/** A model as the agent. Found once a run: an unknown provider or a missing key is said before the first trial. */
export const makeModel: AgentMaker = (agent, { models }) => {
  const [spec] = agent.target
  models(spec, agent.model, UNWATCHED)
  return {
    make: ({ aside }) =>
      modelAgent({ model: models(spec, agent.model, watchInto(aside, 'agent')), sop: agent.sop, aside }),
  }
}
