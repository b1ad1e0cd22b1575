import { usageError } from '../../base/error.ts'
import type { Pack } from '../../cases/case.ts'
import { modelAgent } from '../../conversation/agent/model-agent.ts'
import { UNWATCHED, watchInto } from '../model-parties.ts'
import type { AgentMaker } from './maker.ts'

/** A model as the agent. Found once a run: an unknown provider or a missing key is said before the first trial. */
export const makeModel: AgentMaker = (agent, { models }) => {
  const [spec] = agent.target
  models(spec, agent.model, UNWATCHED)
  return {
    prepare: async (packs) => {
      if (agent.sop === 'lookup') for (const pack of packs) mustHaveLookUp(pack, agent.id)
    },
    make: ({ aside }) =>
      modelAgent({ model: models(spec, agent.model, watchInto(aside, 'agent')), sop: agent.sop, aside }),
  }
}

function mustHaveLookUp(pack: Pack, agent: string): void {
  if ([...pack.world.tools.values()].some((tool) => tool.works.searches !== null)) return
  throw usageError(
    'no-look-up',
    `Agent "${agent}" is to look the SOP up, but pack "${pack.id}" has no tool that searches it.`,
    'Give the pack a tool with `searches: sop`, or choose another `sop:` for the agent.',
  )
}
