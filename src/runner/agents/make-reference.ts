import { assert } from '../../base/assert.ts'
import { seededChance, seedFrom } from '../../base/chance.ts'
import { findInstrument } from '../../references/catalogue.ts'
import { classic } from '../../references/classic.ts'
import { instrument } from '../../references/instrument.ts'
import type { AgentRequest } from '../settings/run-request.ts'
import type { MakeAgent } from './maker.ts'

/** A built-in agent: an instrument on the trial's tap, or the baseline. */
export function makeReference(agent: AgentRequest): MakeAgent {
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
