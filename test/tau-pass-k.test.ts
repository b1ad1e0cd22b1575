import { expect, test } from 'vitest'
import { passHatK } from '../src/metrics/pass-k.ts'

/** Published rewards of the gpt-4o airline runs of tau-bench (MIT): 50 tasks, four trials each. */
const REWARDS = `
  0000 0100 0010 0000 0000 0100 1000 0010 0000 0000 0000 1000 1111 0110 0000 0011 0001 0001 1111 0000
  1111 0111 0000 0000 1111 0000 1010 0110 0000 1000 0101 1001 0000 0000 1101 1111 1111 0111 1111 1000
  1101 0101 1111 1000 1010 1001 0110 0100 1111 1111`

test('[M5] pass^1..4 of the recorded gpt-4o airline runs are the published .420 .273 .220 .200', () => {
  const counts = REWARDS.trim()
    .split(/\s+/)
    .map((trials) => ({ right: trials.replaceAll('0', '').length, judged: trials.length }))
  expect([1, 2, 3, 4].map((k) => passHatK(counts, k)?.toFixed(3))).toEqual([
    '0.420',
    '0.273',
    '0.220',
    '0.200',
  ])
  expect(counts.filter(({ right, judged }) => right > 0 && right < judged)).toHaveLength(26)
})
