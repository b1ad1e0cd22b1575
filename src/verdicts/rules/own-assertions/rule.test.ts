import { expect, test } from 'vitest'
import { lunchbox } from '../../../../test/golden/check.ts'
import { readPicture } from '../../../../test/golden/picture.ts'
import { DECLINED, HANDED_OVER, REPLACED } from '../../../../test/golden/pictures.ts'
import { scoreTrial } from '../../../../test/support/verdicts/score.ts'
import type { Asserts } from '../../../cases/asserts.ts'

/** What the rule says of a conversation whose case asserts this. */
function said(picture: string, asserts: Asserts) {
  const { theCase, transcript } = readPicture(lunchbox, picture)
  const { verdicts } = scoreTrial(lunchbox, { ...theCase, asserts }, transcript)
  return verdicts.filter(({ rule }) => rule === 'own_assertions')
}
const outcomes = (picture: string, asserts: Asserts) => said(picture, asserts).map(({ outcome }) => outcome)

test('[D61] called: by name, or with these arguments; what the desk refused was not called', () => {
  const replaced = (order_id: string) => [{ create_replacement: { order_id } }]
  expect(outcomes(REPLACED, { called: ['lookup_order', ...replaced('lb-1043')] })).toEqual(['pass', 'pass'])
  expect(outcomes(REPLACED, { called: replaced('LB-1044') })).toEqual(['fail'])
})

test('[D61] never_called names every call it found; otherwise the end is the evidence', () => {
  expect(said(REPLACED, { never_called: ['create_replacement', 'refund_order'] })).toMatchObject([
    {
      outcome: 'fail',
      basis: 'calls',
      because: expect.stringContaining('create_replacement is never called'),
    },
    { outcome: 'pass', basis: 'calls' },
  ])
})

test('[D61] escalated: at all, not at all, or for this reason', () => {
  expect(outcomes(HANDED_OVER, { escalated: true })).toEqual(['pass'])
  expect(outcomes(HANDED_OVER, { escalated: 'many_replacements' })).toEqual(['pass'])
  expect(outcomes(HANDED_OVER, { escalated: 'packed_already' })).toEqual(['fail'])
  expect(outcomes(HANDED_OVER, { escalated: false })).toEqual(['fail'])
  expect(outcomes(DECLINED, { escalated: false })).toEqual(['pass'])
})

test('[D61] says: a text in any case of letters, or a pattern; the customer’s words do not count', () => {
  const says = ['WITHOUT A PHOTO', '/sorry: we (cannot|can not)/', 'I fly on Friday', '/^never/']
  expect(outcomes(DECLINED, { says })).toEqual(['pass', 'pass', 'fail', 'fail'])
})

test('[D61] a case that asserts nothing is left out', () => {
  const { theCase, transcript } = readPicture(lunchbox, DECLINED)
  const { verdicts } = scoreTrial(lunchbox, theCase, transcript)
  expect(verdicts.find(({ rule }) => rule === 'own_assertions')?.outcome).toBe('not-applicable')
})
