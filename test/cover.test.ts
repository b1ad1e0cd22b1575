import { describe, expect, test } from 'vitest'
import { universeOfPack } from '../src/cases/plan-cases.ts'
import { coverPack, interruptsFired } from '../src/runner/jobs/cover/cover.ts'
import { plannedCases } from '../src/runner/packs/load-cases.ts'
import type { Transcript } from '../src/transcript/event.ts'
import { loadPackOnce } from './agents/contract.ts'

/** What a pack's cases exercise, interrupts above all: where each broke in is read from the trial, not from the plan. */
describe('interrupts', () => {
  test.each(['lunchbox', 'northline', 'airline-refund'])(
    '%s: cases that set some off count',
    async (name) => {
      const { coverage } = await coverPack(await loadPackOnce(name))
      expect([coverage.interrupts.hit > 0, coverage.interrupts.of > 50]).toEqual([true, true])
      expect(coverage.never.filter((id) => id.includes(' after ')).length).toBe(
        coverage.interrupts.of - coverage.interrupts.hit,
      )
    },
  )

  test('planned cases set off what the pack’s own do not, and nothing that cannot be', async () => {
    const pack = await loadPackOnce()
    const { universe, coverage } = await coverPack(pack, plannedCases(pack, 'full', 1))
    const possible = new Set(universe.interrupts)
    for (const { id } of pack.graph.interrupts)
      expect([...coverage.hits.interrupts].some((hit) => hit.startsWith(`${id} after `))).toBe(true)
    expect(coverage.interrupts.hit).toBeGreaterThan(20)
    expect(coverage.interrupts.hit).toBe(
      [...coverage.hits.interrupts].filter((id) => possible.has(id)).length,
    )
  })
})

describe('where one broke in', () => {
  type Said = { readonly from: 'customer' | 'agent'; readonly moves?: readonly Record<string, unknown>[] }
  const OPEN = { do: 'open', request: 'r1', intent: 'cancel' }
  const ORDER = { do: 'tell', request: 'r1', field: 'order_id', value: 'A-1001' }
  const INSULT = { do: 'abuse' }

  /** A conversation in which nothing is done but talk and one look-up of the order. */
  const talk = (said: readonly (Said | 'looks up')[]): Transcript => {
    let n = 1
    const events = said.flatMap((one): readonly object[] => {
      if (one === 'looks up') {
        const call = `c${n}`
        const output = { order_id: 'A-1001', status: 'paid', customer_id: 'C-1', total: 24 }
        n += 2
        return [
          { n: n - 1, type: 'tool.called', call, tool: 'get_order', input: { order_id: 'A-1001' } },
          { n, type: 'tool.returned', call, ok: true, output },
        ]
      }
      n += 1
      const message = { n, type: 'message.sent', from: one.from, text: 'x' }
      return [one.from === 'agent' ? message : { ...message, act: { moves: one.moves ?? [] } }]
    })
    return [{ n: 1, type: 'trial.started', protocol: 'declared' }, ...events] as unknown as Transcript
  }
  const fired = async (...said: readonly (Said | 'looks up')[]): Promise<readonly string[]> => {
    const pack = await loadPackOnce()
    return interruptsFired(pack, universeOfPack(pack), talk(said))
  }

  test('at the very opening: in the procedure’s first stretch', async () => {
    expect(await fired({ from: 'customer', moves: [OPEN, INSULT] })).toEqual(['insults after cancel'])
  })

  test('what the same message settles comes after it', async () => {
    const first = { from: 'customer', moves: [OPEN] } as const
    const second = { from: 'customer', moves: [ORDER, INSULT] } as const
    expect(await fired(first, { from: 'agent' }, second)).toEqual(['insults after cancel'])
  })

  test('after decisions: behind the last one made', async () => {
    const first = { from: 'customer', moves: [OPEN, ORDER] } as const
    const late = await fired(first, 'looks up', { from: 'agent' }, { from: 'customer', moves: [INSULT] })
    expect(late).toHaveLength(1)
    expect(late[0]).toMatch(/^insults after \w+\/\w+>/)
  })

  test('once, and only the act it waits for', async () => {
    const insult = { from: 'customer', moves: [INSULT] } as const
    expect(await fired({ from: 'customer', moves: [OPEN] }, { from: 'agent' }, insult, insult)).toHaveLength(
      1,
    )
    const human = { from: 'customer', moves: [{ do: 'demand_human' }] } as const
    expect(await fired({ from: 'customer', moves: [OPEN] }, human)).toEqual([])
    expect(await fired({ from: 'customer', moves: [OPEN] }, human, human)).toEqual([
      'wants-human after cancel',
    ])
  })

  test('a transcript that does not begin tells nothing', async () => {
    const pack = await loadPackOnce()
    expect(interruptsFired(pack, universeOfPack(pack), [])).toEqual([])
  })
})
