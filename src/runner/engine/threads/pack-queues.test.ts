import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPackQueues } from './pack-queues.ts'

/** All that is taken when threads take turns in the given order, as often as they like, and then each until nothing is left. */
function takeAll(queues: ReturnType<typeof createPackQueues>, turns: readonly number[], threads: number) {
  const taken = Array.from({ length: threads }, (): number[] => [])
  for (const thread of turns) taken[thread]?.push(...queues.take(thread, 8))
  for (let thread = 0; thread < threads; thread += 1)
    for (let chunk = queues.take(thread, 8); chunk.length > 0; chunk = queues.take(thread, 8))
      taken[thread]?.push(...chunk)
  return taken
}

test('every trial is taken once, whoever comes when, and in the order of the plan within a pack', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(3), { maxLength: 900 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat(2), { maxLength: 80 }),
      (packs, threads, turns) => {
        const left = packs.map((_, index) => index)
        const loaded = Array.from({ length: threads }, (_, thread) => new Set(thread === 0 ? [1] : []))
        const queues = createPackQueues(left, (index) => packs[index] ?? 0, loaded)
        const taken = takeAll(
          queues,
          turns.map((turn) => turn % threads),
          threads,
        )
        expect(taken.flat().sort((a, b) => a - b)).toEqual(left)
        for (const own of taken)
          for (let pack = 0; pack < 4; pack += 1) {
            const ofPack = own.filter((index) => packs[index] === pack)
            expect(ofPack).toEqual([...ofPack].sort((a, b) => a - b))
          }
      },
    ),
  )
})

test('a pack stays with the thread that has loaded it; a large one is shared', () => {
  const packAt = (index: number) => (index < 100 ? 0 : 1)
  const small = createPackQueues([...Array(200).keys()], packAt, [new Set([1]), new Set([0])])
  const [first, second] = takeAll(small, [0, 1, 0, 1], 2)
  expect(new Set(first?.map(packAt))).toEqual(new Set([1]))
  expect(new Set(second?.map(packAt))).toEqual(new Set([0]))

  const large = createPackQueues([...Array(1000).keys()], () => 0, [new Set([0]), new Set()])
  const shares = takeAll(large, Array(40).fill([0, 1]).flat(), 2).map((own) => own.length)
  expect(Math.min(...shares)).toBeGreaterThan(300)
})
