import { describe, expect, test } from 'vitest'
import { aCase, aClause, aRunId, aStep, aTrialId } from '../../../test/support/base/ids.ts'
import {
  type CaseId,
  type ClauseId,
  isCaseId,
  isClauseId,
  isRunId,
  isStepId,
  isTrialId,
  type RunId,
  type StepId,
  type TrialId,
} from './ids.ts'

const takesStep = (id: StepId): string => id
const takesClause = (id: ClauseId): string => id
const takesCase = (id: CaseId): string => id
const takesRun = (id: RunId): string => id
const takesTrial = (id: TrialId): string => id

describe('an id', () => {
  test('is not taken for another, nor is a plain string taken for it', () => {
    // @ts-expect-error a clause for a step
    takesStep(aClause('4#2'))
    // @ts-expect-error a step for a clause
    takesClause(aStep('go/ask'))
    // @ts-expect-error a case for a step
    takesStep(aCase('desk/torn'))
    // @ts-expect-error a step for a case
    takesCase(aStep('go/ask'))
    // @ts-expect-error a case for a run
    takesRun(aCase('desk/torn'))
    // @ts-expect-error a trial for a run
    takesRun(aTrialId('nightly/oracle/desk/torn@0#0'))
    // @ts-expect-error a case for a trial
    takesTrial(aCase('desk/torn'))
    // @ts-expect-error a run for a trial
    takesTrial(aRunId('nightly'))
    // @ts-expect-error a string that no check has seen
    takesStep('go/ask')
    // @ts-expect-error a run for a case
    takesCase(aRunId('nightly'))
    expect(takesStep(aStep('go/ask'))).toBe('go/ask')
  })

  test('of a case has its pack in front', () => {
    expect(['desk/torn', 'desk/planned-1'].every(isCaseId)).toBe(true)
    expect(['', 'torn', 'desk/', 'desk/torn/more'].some(isCaseId)).toBe(false)
  })

  test('of a clause ends in the number of its sentence', () => {
    expect(['4#2', '4.1#12', 'top#1', 'über-uns-2#3'].every(isClauseId)).toBe(true)
    expect(['', '4', '4#', '#2', '4#0', '4#x', '4#2#3'].some(isClauseId)).toBe(false)
  })

  test('of a run is any word but none', () => {
    expect(['20260214t093000-5k2f', 'nightly', 'of.another_machine'].every(isRunId)).toBe(true)
    for (const wrong of ['', '../x', 'a/b', '--md', '.', 'a b', 'a\u001b[2J', 'a\n', '<b>', 'a'.repeat(201)])
      expect([wrong, isRunId(wrong)]).toEqual([wrong, false])
  })

  test('of a trial is any word but none', () => {
    expect(['nightly/oracle/desk/torn@2#0', 'audit/desk/torn', 'estimate'].every(isTrialId)).toBe(true)
    for (const wrong of ['', 'run/../../x', 'run/a\u0000', 'run/\u001b[2J'])
      expect([wrong, isTrialId(wrong)]).toEqual([wrong, false])
  })

  test('of a step has its scope in front', () => {
    expect(['go/ask', 'go/ask~2', 'wants-human/who.look'].every(isStepId)).toBe(true)
    expect(['', 'ask', '/ask', 'go/', 'go/ask/more', 'event 3'].some(isStepId)).toBe(false)
  })
})
