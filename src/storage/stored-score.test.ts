import { expect, test } from 'vitest'
import { FAULTED, OWN_TOOLS, score, VOIDED } from '../../test/support/metrics/trials.ts'
import { readScore } from './stored-score.ts'

test.each([score(), VOIDED, FAULTED, OWN_TOOLS])(
  'a score is read back as it was written: $state',
  (written) => {
    expect(readScore(JSON.stringify(written), 't')).toEqual(written)
  },
)

test('what is no score of ours says so', () => {
  expect(() => readScore('{"state":"judged","world":"own","outcome":"right"}', 't1')).toThrow(/t1/)
})
