import { expect, test } from 'vitest'
import type { AgentAct } from '../../base/values/acts.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { belongsElsewhere } from './open-procedures.ts'

const { graph } = await loadPack('packs/lunchbox')

const request = (procedure: string | null): RequestView => ({
  id: 'r1',
  intent: procedure ?? '',
  procedure,
  withdrawn: false,
  fields: new Map(),
  decided: [],
  satisfied: [],
  walked: [],
  tellsWaived: false,
  agreed: [],
})

const due = (source: string) =>
  [...graph.steps.values()]
    .filter((step) => step.source === source)
    .slice(0, 1)
    .map(({ id }) => ({ step: id, request: 'r1' }))

const TOO_LATE: AgentAct = { act: 'decline', about: 'already_shipped' }

test('[D43] a topic of another procedure is strange while a tell of this one is due', () => {
  const at = { due: due('change_address/nothing_to_change'), requests: [request('change_address')] }
  expect(belongsElsewhere(graph, TOO_LATE, at)).toBe(true)
  // the procedure it belongs to is open: it was told, rightly or wrongly
  expect(belongsElsewhere(graph, TOO_LATE, { ...at, requests: [request('cancel')] })).toBe(false)
  // nothing is to be told yet: a no too early is a no
  expect(belongsElsewhere(graph, TOO_LATE, { ...at, due: due('change_address/ask_address') })).toBe(false)
  // nobody knows what the customer came for
  expect(belongsElsewhere(graph, TOO_LATE, { ...at, requests: [request(null)] })).toBe(false)
})

test('[D43] a question that no open procedure has is strange while another is due', () => {
  const asked: AgentAct = { act: 'request', field: 'new_address' }
  const at = { due: due('damaged/ask_photo'), requests: [request('damaged')] }
  expect(belongsElsewhere(graph, asked, at)).toBe(true)
  expect(belongsElsewhere(graph, { act: 'request', field: 'has_photo' }, at)).toBe(false)
  expect(belongsElsewhere(graph, asked, { ...at, requests: [request('change_address')] })).toBe(false)
})
