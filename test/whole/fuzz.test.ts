import { expect, test } from 'vitest'
import { fuzz } from '../fuzz/fuzz.ts'

// 2,000 mutations, with a limit of ten seconds each: npm run soak.
test('200 mutations of transcripts, exports, packs, settings and labels: no stack, no strange exit code or file', async () => {
  const { findings, mutations } = await fuzz(200, 1, 'quick')
  expect(findings.filter(({ what }) => !/^\d+ ms/.test(what))).toEqual([])
  expect(mutations).toBeGreaterThanOrEqual(200)
})
