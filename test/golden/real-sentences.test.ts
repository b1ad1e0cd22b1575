import { expect, test } from 'vitest'
import { countClaims, isThere } from './real-sentences.ts'

/**
 * In-sample: the guards in `claimed.ts` were made after reading what an earlier version flagged in this
 * very file. So this only keeps it from getting worse; docs/spec/verdicts.md says what it does not show.
 */
test.skipIf(!isThere())(
  'claims of deeds in recorded conversations of gpt-4o (skipped where ../shared/data is absent)',
  () => {
    const { writes, handovers } = countClaims()
    expect(writes.claimed).toBeGreaterThan(80)
    expect(writes.flagged.length + handovers.flagged.length).toBeLessThanOrEqual(2)
  },
)
