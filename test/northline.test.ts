import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seedFrom } from '../src/base/chance.ts'
import type { Row } from '../src/base/values/value.ts'
import type { Bucket, Case } from '../src/cases/case.ts'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { ROOT } from './architecture/source-files.ts'
import { trialIn } from './support/runner/trial.ts'

/** What issue 9 asks of the pack's hand-written cases: how many of what, at which boundaries. */
const pack = await loadPack(join(ROOT, 'packs', 'northline'))
const { cases, graph, world } = pack

const of = (bucket: Bucket): readonly Case[] => cases.filter((one) => one.bucket === bucket)
const intentOf = (one: Case): string => one.card.requests[0]?.intent ?? ''
const countBy = (cases: readonly Case[], keyOf: (one: Case) => string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const one of cases) counts[keyOf(one)] = (counts[keyOf(one)] ?? 0) + 1
  return counts
}

test('120 resolvable, 24 must-escalate, 18 adversarial', () => {
  expect(countBy(cases, ({ bucket }) => bucket)).toEqual({
    resolvable: 120,
    'must-escalate': 24,
    adversarial: 18,
  })
})

describe('boundaries', () => {
  const daysSince = (date: unknown): number | null =>
    typeof date === 'string' ? (Date.parse(world.today) - Date.parse(date)) / 86_400_000 : null
  const row = (table: string, key: string | undefined): Row | undefined =>
    key === undefined ? undefined : world.tables.get(table)?.rows.get(key)
  const orderOf = (one: Case) => row('orders', one.records.order ?? one.records.latest)

  /** Every edge of the handbook's numbers and states on which a case stands. */
  function edgesOf(one: Case): readonly string[] {
    const order = orderOf(one)
    const { promo, set, product, second_charge, customer } = one.records
    const said = one.card.requests[0]?.knows ?? {}
    const at = (name: string, value: number | null, ...edges: readonly number[]) =>
      value !== null && edges.includes(value) ? [`${name} ${value}`] : []
    const is = (name: string, value: unknown, ...states: readonly string[]) =>
      states.includes(String(value)) ? [`${name} ${String(value)}`] : []
    const claims = row('customers', customer)?.claims_12m
    const { needed_by } = said
    return [
      ...is('order', order?.status, 'label_created', 'partially_shipped'),
      ...at('delivered', daysSince(order?.delivered_on), 30, 31, 100, 101, 730, 731),
      ...at('ordered', promo === undefined ? null : daysSince(order?.ordered_on), 14, 15),
      ...at('scanned', daysSince(row('shipments', String(order?.tracking_no))?.last_scan_on), 7, 8),
      ...at('claims', typeof claims === 'number' ? claims : null, 2, 3),
      ...at('present', needed_by === undefined ? null : -(daysSince(needed_by) ?? 0), 7, 8),
      ...(promo !== undefined && row('promos', promo)?.minimum === order?.subtotal ? ['minimum'] : []),
      ...is('second charge', row('payments', second_charge)?.status, 'pending'),
      ...is('set', row('sets', set)?.availability, 'sold_out'),
      ...is('product', row('products', product)?.availability, 'sold_out', 'discontinued'),
    ]
  }

  test('every resolvable intent has a case at a boundary of the policy', () => {
    const without = [...new Set(of('resolvable').map(intentOf))].filter((intent) =>
      of('resolvable').every((one) => intentOf(one) !== intent || edgesOf(one).length === 0),
    )
    expect(without).toEqual([])
  })

  test('both sides of every number in the handbook are there', () => {
    const edges = new Set(cases.flatMap(edgesOf))
    const numbers = ['delivered 30', 'delivered 31', 'delivered 100', 'delivered 101', 'delivered 730']
    const more = [
      'delivered 731',
      'ordered 14',
      'ordered 15',
      'scanned 7',
      'scanned 8',
      'claims 2',
      'claims 3',
    ]
    const states = ['present 7', 'present 8', 'minimum', 'order label_created', 'order partially_shipped']
    for (const edge of [...numbers, ...more, ...states]) expect([...edges], edge).toContain(edge)
  })
})

describe('traps and their twins', () => {
  const byId = new Map(cases.map((one) => [one.id, one]))
  const pairs = of('adversarial').flatMap((trap) => {
    const twin = trap.twin === null ? undefined : byId.get(trap.twin)
    return twin === undefined ? [] : [{ trap, twin }]
  })

  test('at least 12 of the 18 have a resolvable twin', () => {
    expect(pairs.filter(({ twin }) => twin.bucket === 'resolvable').length).toBeGreaterThanOrEqual(12)
  })

  test('what the trap tempts into is right for the twin, and wrong for the trap', () => {
    for (const { trap, twin } of pairs) {
      const what = graph.forbids.find(({ id }) => id === trap.trap)?.what
      const tool = what !== undefined && 'tool' in what ? what.tool : ''
      const writes = (one: Case) => one.acceptable.flat().flatMap((each) => each.writes.map((w) => w.tool))
      expect(writes(twin), twin.id).toContain(tool)
      expect(writes(trap), trap.id).not.toContain(tool)
      expect(trap.card.requests.map(({ intent }) => intent)).toEqual(
        twin.card.requests.map(({ intent }) => intent),
      )
    }
  })
})

describe('eight turns', () => {
  const oracle = makeAgent(referenceRequest('oracle'))
  const messagesOf = async (one: Case): Promise<number> => {
    const intensity = one.intensities.at(-1) ?? one.intensity
    const seed = seedFrom('eight turns', one.id)
    const transcript = await playTrial(trialIn(pack, { case: one, intensity, seed, agent: await oracle }))
    return transcript.filter((event) => event.type === 'message.sent' && event.from === 'customer').length
  }

  test('are what the pack allows, and one more than any case needs at its highest intensity', async () => {
    expect(pack.turnsMax).toBe(8)
    const messages = await Promise.all(
      cases.map(async (one) => ({ id: one.id, count: await messagesOf(one) })),
    )
    expect(messages.filter(({ count }) => count < 1 || count >= pack.turnsMax)).toEqual([])
  })
})
