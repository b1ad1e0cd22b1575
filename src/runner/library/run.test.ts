import { AssertionError } from 'node:assert'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { noModels } from '../../models/no-models.ts'
import type { AgentFunction } from '../agents/shared/function-kind.ts'
import { expectAgent } from './expect-agent.ts'
import { type RunOptions, type RunOutcome, runAgent } from './run.ts'

/** `run` and `expectAgent` as a user's own tests call them. */
const folder = tempFolder()

const CASES = ['lunchbox/cancel-in-time', 'lunchbox/cancel-on-the-truck']
const play = (options: Partial<RunOptions> & Pick<RunOptions, 'agent'>): Promise<RunOutcome> =>
  runAgent({ pack: 'lunchbox', cases: CASES, folder, store: 'memory://library', ...options }, () => noModels)

const asksForever: AgentFunction = async () => ({ messages: ['Could you tell me the order number?'] })
const throwsAlways: AgentFunction = async () => {
  throw new TypeError('no such order book')
}

describe('an agent as a function', () => {
  test('it is played, counted by case, and named', async () => {
    const { result, cases, failures } = await play({ agent: asksForever, name: 'asks', trials: 2 })
    expect(result).toMatchObject({ trials: 4, judged: 4, agents: [{ agent: 'asks', protocol: 'observed' }] })
    expect(cases.map((each) => [each.case, each.failed])).toEqual(CASES.map((id) => [id, 2]))
    expect(failures).toMatchObject([{ kind: 'outcome', conversations: 4, cases: 2 }])
  })

  test('the gates asked for decide, and the failure says what was measured', async () => {
    const outcome = await play({ agent: asksForever, gates: ['resolution.value >= 0.6'] })
    expect(() => expectAgent(outcome).meetsGates()).toThrow(
      /gate not met: resolution\.value >= 0\.6 \(.*0 of 1/,
    )
    expect(expectAgent(outcome).metric('resolution')).toMatchObject({ value: 0, hits: 0, of: 1 })
    expect(() => expectAgent(outcome).metric('noticed')).toThrow('noticed has no data')
  })

  test('a failed case is named with the sentence of the handbook and the command that shows it', async () => {
    const outcome = await play({ agent: asksForever })
    const wrong = () => expectAgent(outcome).passes('lunchbox/cancel-in-time')
    expect(wrong).toThrow(AssertionError)
    expect(wrong).toThrow(/lunchbox\/cancel-in-time: .+\n(.+\n)* {2}handbook .+\n {2}npx sage-desk show /)
    expect(() => expectAgent(outcome).passes('lunchbox/other')).toThrow('lunchbox/other was not played')
  })

  test('an agent that throws in every conversation fails each case by name', async () => {
    const outcome = await play({ agent: throwsAlways })
    expect(() => expectAgent(outcome).answers()).toThrow(/the agent failed in 2 conversations/)
    for (const id of CASES) expect(() => expectAgent(outcome).passes(id)).toThrow('no such order book')
  })
})

test('an agent by name, and all cases passed', async () => {
  const outcome = await play({ agent: 'oracle', protocol: 'declared' })
  expectAgent(outcome).answers().meetsGates().passes()
})

test('what is wrong with the options is said as on the command line', async () => {
  await expect(play({ agent: 'oracle', pack: 'lunchbx' })).rejects.toThrow(/lunchbx/)
  await expect(play({ agent: 'oracle', gates: ['resolution >> 1'] })).rejects.toThrow(/gate/)
})
