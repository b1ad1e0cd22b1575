import { assert } from '../base/assert.ts'
import { seededChance, seedFrom } from '../base/chance.ts'
import { scriptedCustomer } from '../conversation/customer/scripted-customer.ts'
import { findInstrument } from '../references/catalogue.ts'
import { classic } from '../references/classic.ts'
import { instrument } from '../references/instrument.ts'
import type { MakeAgent, Trial } from './execute-trial.ts'
import type { AgentRequest, RunRequest } from './run-request.ts'

/** From names to parties: the middle layer between executing one trial and running a batch. */
export function makeAgent(agent: AgentRequest): Trial['agent'] {
  return { id: agent.id, protocol: agent.protocol, sop: agent.sop, make: makerOf(agent) }
}

function makerOf(agent: AgentRequest): MakeAgent {
  if (agent.target[0] === 'classic') return ({ pack }) => classic(pack)
  const spec = findInstrument(agent.target[0])
  assert(spec !== undefined, `no agent "${agent.target[0]}" although it was resolved`)
  return ({ pack, trap, tap, seed }) => {
    const chance = seededChance(seed)
    const fate = seededChance(seedFrom(seed, 'graph'))
    return instrument({
      graph: spec.graph(pack.graph, fate.hits),
      world: pack.world,
      lexicon: pack.lexicon,
      tap,
      behaviour: spec.behaviour(spec.needsTrap ? trap : null),
      way: seededChance(seedFrom(seed, 'way')).next(),
      chance: chance.hits,
    })
  }
}

export function makeCustomer(_setting: RunRequest['customer']): Trial['customer'] {
  return {
    id: 'scripted',
    make: ({ pack, case: theCase, intensity, seed }) =>
      scriptedCustomer({
        card: theCase.card,
        opens: theCase.opens,
        tactic: theCase.tactic === null ? null : (pack.tactics.get(theCase.tactic) ?? null),
        intensity,
        lexicon: pack.lexicon,
        seed,
      }),
  }
}
