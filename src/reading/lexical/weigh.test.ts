import { describe, expect, test } from 'vitest'
import { WORKSHOP } from '../../../test/support/reading/lexical.ts'
import { shippedModel } from './model.ts'
import { readMessage } from './read-message.ts'
import { WEIGHED } from './weighed.ts'

const sureKinds = (text: string, certain = shippedModel().limits.certain): readonly string[] => {
  const shipped = shippedModel()
  const model = { ...shipped, limits: { ...shipped.limits, certain } }
  return readMessage(text, WORKSHOP, { seen: [] }, model)
    .sentences.flatMap(({ acts }) => acts)
    .filter(({ sure, place }) => sure && place !== null)
    .map(({ kind, place }) => `${kind} ${place?.name}`)
}
const everywhere = (limit: number) =>
  Object.fromEntries(WEIGHED.map((kind) => [kind, limit])) as Record<(typeof WEIGHED)[number], number>

describe('weighing the evidence of an act', () => {
  test('what is asked outright by its own name is sure', () => {
    expect(sureKinds('Could you tell me the job number, please?')).toEqual(['request job_no'])
  })

  test('at a limit that no chance reaches nothing is sure, at nought every placed act is', () => {
    const text = 'I have cancelled your repair job.'
    expect(sureKinds(text, everywhere(1))).toEqual([])
    expect(sureKinds(text, everywhere(0))).toContain('claim-done cancel_job')
  })

  test('a language without figures is not weighed', () => {
    const text = 'He cancelado su encargo de reparación.'
    expect(sureKinds(text, everywhere(0))).toEqual(sureKinds(text, everywhere(1)))
  })
})
