import { expect, test } from 'vitest'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { isRecorded } from './recorded-deeds.ts'
import type { Seen } from './seen.ts'

const pack = await loadPack('packs/lunchbox')

const lookedUp = (status: string): Pick<Seen, 'pack' | 'calls'> => ({
  pack,
  calls: [
    {
      n: 3,
      turn: 0,
      call: 'c1',
      tool: 'lookup_order',
      role: 'read',
      ok: true,
      input: { order_id: 'LB-1047' },
      output: { order: { order_id: 'LB-1047', status } },
      changes: [],
      amount: 0,
    },
  ],
})

test('[D24] a record that was looked up bears out what was done before; one that says otherwise, or was not seen yet, does not', () => {
  expect(isRecorded(lookedUp('cancelled'), 'cancel_order', 5)).toBe(true)
  expect(isRecorded(lookedUp('paid'), 'cancel_order', 5)).toBe(false)
  expect(isRecorded(lookedUp('cancelled'), 'cancel_order', 2)).toBe(false)
  // it writes only what it was given
  expect(isRecorded(lookedUp('cancelled'), 'change_address', 5)).toBe(false)
})
