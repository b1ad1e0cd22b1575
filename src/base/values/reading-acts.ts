import type { AgentAct } from './acts.ts'
import { actsOf, type ReadAct, type Reading } from './reading.ts'

/** A reading in the words of a step report, so that the two can be compared. A place that is not sure is left out (E4). */
export const agentActsOf = (reading: Reading): readonly AgentAct[] => actsOf(reading).flatMap(agentActOf)

function agentActOf(act: ReadAct): readonly AgentAct[] {
  const { kind, polarity } = act
  const field = placeIn(act, 'field')
  const tool = placeIn(act, 'tool')
  const topic = placeIn(act, 'topic')
  const about = topic === undefined ? {} : { about: topic }
  switch (kind) {
    case 'request':
    case 'check-fact':
      return [{ act: 'request', ...(field === undefined ? {} : { field }) }]
    case 'request-proof':
      return [field === undefined ? { act: 'request-proof', ...about } : { act: 'request', field }]
    case 'propose':
      return polarity === 'negative' ? [] : [{ act: 'propose', tool: tool ?? '' }]
    case 'claim-done':
    case 'hand-over':
      return polarity === 'positive' ? [{ act: 'claim-done', ...(tool === undefined ? {} : { tool }) }] : []
    case 'inform':
    case 'explain':
    case 'offer':
    case 'decline':
    case 'comfort':
      return polarity === 'negative' ? [] : [{ act: kind, ...about }]
    case 'promise':
      return [{ act: 'inform', ...about }]
    case 'greet':
    case 'sign-off':
      return [{ act: kind }]
    case 'anything-else':
    case 'courtesy':
      return []
  }
}

const placeIn = ({ place, sure }: ReadAct, list: NonNullable<ReadAct['place']>['in']): string | undefined =>
  sure && place?.in === list ? place.name : undefined
