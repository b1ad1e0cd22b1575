import { describe, expect, test } from 'vitest'
import type { Branded } from './branded.ts'
import { isStepId, type StepId } from './ids.ts'
import { aStep } from './ids-testing.ts'

const takesStep = (id: StepId): string => id

describe('an id', () => {
  test('is not taken for another, nor is a plain string taken for it', () => {
    type Other = Branded<string, 'Other'>
    const other = 'go/ask' as Other
    // @ts-expect-error one id for another
    takesStep(other)
    // @ts-expect-error a string that no check has seen
    takesStep('go/ask')
    expect(takesStep(aStep('go/ask'))).toBe('go/ask')
  })

  test('of a step has its scope in front', () => {
    expect(['go/ask', 'go/ask~2', 'wants-human/who.look'].every(isStepId)).toBe(true)
    expect(['', 'ask', '/ask', 'go/', 'go/ask/more', 'event 3'].some(isStepId)).toBe(false)
  })
})
