import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedDesks } from '../plays/plays.ts'
import { reactionsIn } from './reactions.ts'
import { replayed } from './replayed.ts'

const desks = await shippedDesks()

/** A little below what was measured. The bar is .95. */
const FLOORS = [
  ['talks', 0.97],
  ['plays-1', 0.95],
  ['plays-5', 0.97],
  ['plays-10', 0.94],
  ['plays-11', 0.96],
  ['plays-12', 0.96],
] as const

test.each(FLOORS)('%s: a customer reacts to a message as its labels ask for', async (set, floor) => {
  const reactions = await reactionsIn(set, desks)
  const wrong = reactions.filter((one) => one.wrong.length > 0)
  const share = 1 - wrong.length / reactions.length
  expect(share, wrong.map(({ talk, n, wrong: what }) => `${talk} ${n}: ${what}`).join('\n')).toBeGreaterThan(
    floor,
  )
})

/**
 * A customer turn that a blind player found odd, and what a person would have done. `turn`: the agent's turn that is
 * answered, counted from 1; `does`: the moves of the answer; `never`: words that were out of place.
 */
type Complaint = {
  readonly set: string
  readonly talk: string
  readonly turn: number
  readonly does: readonly string[]
  readonly never?: string
}
const complaints = readFileSync('test/reactions/complaints.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): Complaint => JSON.parse(line))

test.each(complaints)('what a player found odd is not said again: $talk, turn $turn', async (complaint) => {
  const { said, does } = await replayed(complaint, desks)
  expect(does).toEqual(complaint.does)
  if (complaint.never !== undefined) expect(said).not.toMatch(new RegExp(complaint.never, 'i'))
})
