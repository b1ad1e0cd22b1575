import { expect, test } from 'vitest'
import type { Pack } from '../../src/cases/case.ts'
import { knownPacks } from '../../src/runner/files/find-pack.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { PROJECT } from '../reading/project.ts'
import { COMPLAINTS } from './complaints.ts'
import { reactionsIn } from './reactions.ts'
import { replayed } from './replayed.ts'

const loaded = await Promise.all(knownPacks(PROJECT).map(({ dir }) => loadPack(dir)))
const packs: ReadonlyMap<string, Pack> = new Map(loaded.map((pack) => [pack.id, pack]))

/** A little below what was measured. The bar is .95. */
const FLOORS = [
  ['talks', 'acts.jsonl', 0.97],
  ['plays', 'acts-1.jsonl', 0.95],
  ['plays-5', 'acts-1.jsonl', 0.97],
  ['plays-10', 'acts-1.jsonl', 0.94],
  ['plays-11', 'acts-1.jsonl', 0.96],
  ['plays-12', 'acts-1.jsonl', 0.96],
] as const

test.each(FLOORS)('%s: a customer reacts to a message as its labels ask for', async (set, labels, floor) => {
  const reactions = await reactionsIn(`test/${set}/transcripts`, `test/${set}/${labels}`, packs)
  const wrong = reactions.filter((one) => one.wrong.length > 0)
  const share = 1 - wrong.length / reactions.length
  expect(share, wrong.map(({ talk, n, wrong: what }) => `${talk} ${n}: ${what}`).join('\n')).toBeGreaterThan(
    floor,
  )
})

test.each(COMPLAINTS)('what a player found odd is not said again: $talk, turn $turn', async (complaint) => {
  const { said, does } = await replayed(complaint, packs)
  expect(does).toEqual(complaint.does)
  if (complaint.never !== undefined) expect(said).not.toMatch(complaint.never)
})
