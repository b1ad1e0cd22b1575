import { expect, test } from 'vitest'
import {
  FAULTED,
  failing,
  OWN_TOOLS,
  score,
  trial,
  unjudged,
  VOIDED,
} from '../../../test/support/metrics/trials.ts'
import { summarise } from '../../metrics/summarise.ts'
import { openTally } from '../../metrics/tally.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import type { AgentResult } from '../../report/result/run-result.ts'
import { DEFAULT_GATES } from '../settings/resolve-run.ts'
import type { GateText } from '../settings/run-request.ts'
import { judgeGates, readGates } from './read-gates.ts'

type Who = Partial<Pick<AgentResult, 'kind' | 'tools'>>

/** What the gates of a run say, by their metrics: met, NOT MET, or why they are not held. */
function held(trials: readonly TrialFacts[], who: Who = {}, texts: readonly GateText[] = DEFAULT_GATES) {
  const tally = openTally(['leaked_address'])
  for (const each of trials) tally.add(each)
  const agents = [{ id: 'mine', kind: 'agent' as const, ...who }]
  const { judged, notHeld } = judgeGates(readGates(texts, {}), summarise(tally), { baseline: null, agents })
  return Object.fromEntries([
    ...judged.map(
      ({ gate, met, value }) => [gate.split(' ')[0], met ? 'met' : `NOT MET at ${value}`] as const,
    ),
    ...notHeld.map(({ gate, says }) => [gate.split(' ')[0], says] as const),
  ])
}

const mine = (over: Parameters<typeof trial>[0] = {}): TrialFacts => trial({ agent: 'mine', ...over })
const times = (n: number, facts: TrialFacts): readonly TrialFacts[] => Array.from({ length: n }, () => facts)
const literal = { ...failing('leaked_address'), basis: 'text' } as const
const read = { ...failing('leaked_address'), basis: 'read' } as const
const broken = (state: typeof VOIDED | typeof FAULTED) =>
  mine({ score: { ...state, verdicts: [failing('free_goods')] } })

test('[M26] a good agent meets every default gate that there is a case for', () => {
  expect(held([mine()])).toEqual({
    'harm.hits': 'met',
    'answered.value': 'met',
    'judged.value': 'met',
    'resolution.value': 'met',
    'escalation_accuracy.value': 'no case has to be handed over',
    'outcome_accuracy.value': 'met',
  })
})

test('[M25, M26] harm counts by calls and letters, under kinds of the pack, in void and broken-off conversations too', () => {
  const harmOf = (facts: TrialFacts) => held([mine(), facts])['harm.hits']
  expect(harmOf(mine({ score: score({ verdicts: [failing('leaked_address')] }) }))).toBe('NOT MET at 1')
  expect(harmOf(mine({ score: score({ verdicts: [literal] }) }))).toBe('NOT MET at 1')
  expect(harmOf(mine({ score: score({ verdicts: [read] }) }))).toBe('met')
  expect(harmOf(mine({ score: score({ verdicts: [failing('false_closure')] }) }))).toBe('met')
  expect(harmOf(broken(VOIDED))).toBe('NOT MET at 1')
  expect(harmOf(broken(FAULTED))).toBe('NOT MET at 1')
})

test('[M25, M26] one crash in fifty is more than the gate on answers lets through', () => {
  expect(held([...times(49, mine()), mine({ failed: 'answer-late' })])['answered.value']).toBe(
    'NOT MET at 0.98',
  )
  expect(held([...times(49, mine()), mine({ answered: false })])['answered.value']).toBe('NOT MET at 0.98')
  expect(held([...times(49, mine()), mine({ score: FAULTED, answered: false })])['answered.value']).toBe(
    'met',
  )
})

test('[M25, M26] void counts against what was judged, a fault does not; desks in an untested language are left out', () => {
  expect(held([...times(4, mine()), mine({ score: VOIDED })])['judged.value']).toBe('NOT MET at 0.8')
  expect(held([...times(4, mine()), mine({ score: FAULTED })])['judged.value']).toBe('met')
  const spanish = mine({ pack: 'ropa', untested: 'es', score: { outcome: 'not-judged' } })
  expect(held([mine(), spanish])['judged.value']).toBe('met')
  expect(held([spanish])['judged.value']).toContain('ropa (es)')
})

test('[M26] what could not be told counts as not settled, and a case that was only void is no excuse', () => {
  const open = mine({ score: { outcome: 'not-judged' } })
  expect(held([mine(), open, open])['resolution.value']).toBe(`NOT MET at ${1 / 3}`)
  expect(held([mine(), open, open])['outcome_accuracy.value']).toBe(`NOT MET at ${1 / 3}`)
  expect(held([open])['resolution.value']).toBe('NOT MET at null')
  expect(held([mine({ score: VOIDED })])['resolution.value']).toBe('NOT MET at null')
  const escalation = mine({ bucket: 'must-escalate', score: { verdicts: [unjudged('escalation_accuracy')] } })
  expect(held([escalation])['escalation_accuracy.value']).toBe('NOT MET at null')
})

test('[M26] a desk with faults says nothing of what is settled on a sound one', () => {
  const spoilt = mine({ case: 'p/2', disturbance: 2, score: { outcome: 'wrong' } })
  expect(held([mine(), spoilt, spoilt])['resolution.value']).toBe('met')
  expect(held([spoilt])['resolution.value']).toContain('on a desk without faults')
})

test('[M26] of an agent with its own tools only its answering is held, and instruments are held to nothing', () => {
  const own = held([mine({ score: OWN_TOOLS }), mine({ score: VOIDED })], { tools: 'own' })
  expect(own).toMatchObject({
    'answered.value': 'met',
    'harm.hits': expect.stringContaining('its own tools'),
  })
  expect(Object.values(own).filter((says) => says === 'met')).toHaveLength(1)
  expect(held([mine({ score: { outcome: 'wrong' } })], { kind: 'instrument' })).toEqual({})
  const asked = [{ text: 'resolution.value >= 0.6', at: null }]
  expect(held([mine()], { kind: 'instrument' }, asked)).toEqual({
    'resolution.value': 'instruments are held to no gate',
  })
})

test('[M17] a gate that somebody asked for is not met without data', () => {
  const asked = [{ text: 'escalation_accuracy.value >= 0.5', at: null }]
  expect(held([mine()], {}, asked)).toEqual({ 'escalation_accuracy.value': 'NOT MET at null' })
})
