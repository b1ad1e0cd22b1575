import { assert } from '../../../base/assert.ts'
import { seededChance, seedFrom } from '../../../base/chance.ts'
import { findInstrument } from '../../../references/catalogue.ts'
import { instrument } from '../../../references/instrument.ts'
import type { AgentMaker } from '../shared/agent-maker.ts'
import type { ReferenceRequest } from './request.ts'

/** A built-in agent: an instrument on the trial's tap. */
export const makeReference: AgentMaker<ReferenceRequest> = ({ target: [name] }) => {
  const spec = findInstrument(name)
  assert(spec !== undefined, `no agent "${name}" although it was resolved`)
  return {
    make: ({ pack, trap, tap, seed }) => {
      const chance = seededChance(seed)
      const fate = seededChance(seedFrom(seed, 'graph'))
      return instrument({
        graph: spec.graph(pack.graph, fate.hits),
        world: pack.world,
        lexicon: pack.lexicon,
        language: pack.language,
        voice: null,
        tap,
        behaviour: spec.behaviour(spec.needsTrap ? trap : null),
        way: seededChance(seedFrom(seed, 'way')).next(),
        chance: chance.hits,
      })
    },
  }
}
