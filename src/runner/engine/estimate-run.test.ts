import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestIn } from '../../../test/runner-testing.ts'
import { pricesOf } from '../../metrics/prices.ts'
import { AGENT_KINDS, type AgentRequest } from '../agents/kinds.ts'
import { packageRoot } from '../files/package-root.ts'
import { loadPack } from '../packs/load-pack.ts'
import { resolveAgent } from '../settings/resolve-agents.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { Situation } from '../trial/plan-trials.ts'
import { estimateRun } from './estimate-run.ts'

const agent = (id: string, settings: Readonly<Record<string, unknown>> = { reference: id }): AgentRequest => {
  const context = { kinds: AGENT_KINDS, protocol: 'declared', replaces: false } as const
  const resolved = resolveAgent(
    { id, ...settings },
    { ...context, workingFolder: '/', providers: { house: { baseUrl: 'http://house', keyEnv: null } } },
  )
  if ('wrong' in resolved) throw new TypeError(resolved.wrong.message)
  return resolved.agent
}
const request = (over: Partial<RunRequest>): RunRequest =>
  requestIn('/', { agents: [agent('oracle')], trials: 3, dryRun: true, ...over })
const prices = pricesOf([{ model: 'house:small', as_of: '2026-01-01', input: 1, output: 4 }])
let situations: readonly Situation[] = []
beforeAll(async () => {
  const pack = await loadPack(join(packageRoot(), 'packs/lunchbox'))
  situations = pack.cases.map((each) => ({ pack, case: each, intensity: each.intensity }))
})

describe('what a run would take', () => {
  test('built-in parties call no model, cost nothing, and nothing leaves this machine', async () => {
    const estimate = await estimateRun(request({}), situations, { prices })
    expect(estimate).toMatchObject({ cases: 18, trials: 54, model_calls: 0, input_tokens: 0, cost_usd: 0 })
    expect(estimate.parties.map(({ party, to }) => [party, to])).toEqual([
      ['agent oracle', null],
      ['customer', null],
      ['judge lexical', null],
    ])
  })

  test('a model is estimated from conversations of the oracle; twice the trials, twice the money', async () => {
    const agents = [agent('mine', { model: 'house:small' })]
    const once = await estimateRun(request({ agents, trials: 1 }), situations, { prices })
    const twice = await estimateRun(request({ agents, trials: 2 }), situations, { prices })
    const [mine] = once.parties
    expect(mine).toMatchObject({ party: 'agent mine', to: 'house', model: 'house:small' })
    expect(mine?.sends).toContain('the SOP')
    // At least the SOP goes out with every call.
    const sop = situations[0]?.pack.graph.sop.text.length ?? 0
    expect(mine?.input_tokens).toBeGreaterThan(((mine?.calls ?? 0) * sop) / 4)
    expect(once.cost_usd).toBeCloseTo((once.input_tokens + 4 * once.output_tokens) / 1e6, 9)
    // Tokens are rounded to whole numbers, which costs a few millionths.
    expect(twice.cost_usd).toBeCloseTo(2 * (once.cost_usd ?? 0), 4)
    expect(twice.model_calls).toBe(2 * once.model_calls)
  })

  test('an unknown price is unknown, for the party and for the whole', async () => {
    const agents = [agent('known', { model: 'house:small' }), agent('new', { model: 'house:new' })]
    const estimate = await estimateRun(request({ agents }), situations, { prices })
    expect(estimate.parties.map(({ usd }) => usd === null)).toEqual([false, true, false, false])
    expect(estimate.cost_usd).toBe(null)
    expect(estimate.input_tokens).toBeGreaterThan(0)
  })

  test('who gets which text: without the SOP where it is withheld, an address, a program, a judge, a customer', async () => {
    const estimate = await estimateRun(
      request({
        agents: [
          agent('bare', { model: 'house:small', sop: 'none' }),
          agent('service', { http: 'https://agent.example/reply' }),
          agent('program', { command: ['python', 'agent.py'] }),
        ],
        customer: { model: 'other:big' },
        judges: ['third:judge'],
      }),
      situations,
      { prices },
    )
    const [bare, service, program, customer, judge] = estimate.parties
    expect(bare?.sends).not.toContain('the SOP')
    const whole = await estimateRun(
      request({ agents: [agent('whole', { model: 'house:small' })] }),
      situations,
      { prices },
    )
    const sop = situations[0]?.pack.graph.sop.text.length ?? 0
    const spared = (whole.parties[0]?.input_tokens ?? 0) - (bare?.input_tokens ?? 0)
    expect(spared).toBeGreaterThan(((bare?.calls ?? 0) * sop) / 5)
    expect(service).toMatchObject({ to: 'https://agent.example/reply', usd: null })
    expect(program?.to).toBe('a program of yours: python agent.py')
    expect(customer).toMatchObject({ to: 'other', sends: ["the customer's card", 'what was said'] })
    expect(judge).toMatchObject({ to: 'third', calls: estimate.trials })
  })

  test('a model that reads is asked about every message, whoever reports', async () => {
    const reader = { model: 'other:reader' }
    for (const protocol of ['declared', 'observed'] as const) {
      const agents = [agent('a', { reference: 'oracle', protocol })]
      const { parties } = await estimateRun(request({ agents, reader }), situations, { prices })
      expect(parties.find(({ party }) => party === 'reader')).toMatchObject({
        to: 'other',
        sends: ["agents' messages", "the desk's fields, tools and topics"],
      })
    }
  })
})
