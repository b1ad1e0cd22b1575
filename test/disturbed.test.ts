import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Case, Pack } from '../src/cases/case.ts'
import { disturbedCases } from '../src/cases/disturbed-cases.ts'
import type { AgentMove } from '../src/conversation/protocol/agent.ts'
import type { TrialAgent } from '../src/runner/agents/maker.ts'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { atOurDesk } from '../src/verdicts/model/score.ts'
import { trialIn } from './support/runner/trial.ts'
import { scoreTrial } from './support/verdicts/score.ts'

/** A desk with faults: what an agent makes of them is read off its calls. */
const lunchbox = (): Promise<Pack> => loadPack(join(packageRoot(), 'packs/lunchbox'))

async function play(pack: Pack, theCase: Case, agent: TrialAgent) {
  const transcript = await playTrial(trialIn(pack, { case: theCase, intensity: 0, agent }))
  return { transcript, score: atOurDesk(scoreTrial(pack, theCase, transcript)) }
}

/** Says and calls what it is told to, in this order, whatever comes back. */
const scripted = (moves: readonly AgentMove[]): TrialAgent => ({
  id: 'scripted',
  protocol: 'observed',
  sop: 'prompt',
  make: () => {
    const left = [...moves]
    return { reply: async () => left.shift() ?? { messages: ['Goodbye.'], calls: [] } }
  },
})
const calls = (tool: string, input: Record<string, string>): AgentMove => ({
  messages: [],
  calls: [{ tool, input }],
})

test('the reference agent gets over every fault of every level, and ends where it would on a good day', async () => {
  const pack = await lunchbox()
  const oracle = await makeAgent(referenceRequest('oracle'))
  const cases = disturbedCases(pack.cases)
  expect(new Set(cases.map(({ disturbance }) => disturbance))).toEqual(new Set([1, 2, 3]))
  let met = 0
  for (const each of cases) {
    const { score } = await play(pack, each, oracle)
    expect([each.id, score?.outcome]).toEqual([each.id, 'right'])
    if (score?.disturbed == null) continue
    met += 1
    expect(score.disturbed).toMatchObject({ noticed: true, acted_on_wrong_data: false })
  }
  expect(met).toBeGreaterThan(cases.length / 2)
})

test('an agent that writes on an answer that says it is out of date acted on wrong data; asking again first did not', async () => {
  const pack = await lunchbox()
  const theCase = disturbedCases(pack.cases).find(({ id }) => id === 'lunchbox/cancel-in-time-disturbed-3')
  if (theCase === undefined) throw new TypeError('the case is among the disturbed ones')
  const order = { order_id: 'LB-1047' }
  const look = calls('lookup_order', order)
  const cancel = calls('cancel_order', order)
  const rash = await play(pack, theCase, scripted([look, look, cancel, cancel]))
  expect(rash.score?.disturbed).toEqual({ noticed: false, out_of_date: true, acted_on_wrong_data: true })
  const shown = rash.transcript.flatMap((event) => (event.type === 'tool.returned' ? [event.output] : []))
  expect(shown.slice(0, 2)).toMatchObject([{ error: 'unavailable' }, { out_of_date: true }])
  const careful = await play(pack, theCase, scripted([look, look, look, cancel, cancel]))
  expect(careful.score?.disturbed).toEqual({ noticed: true, out_of_date: true, acted_on_wrong_data: false })
})
