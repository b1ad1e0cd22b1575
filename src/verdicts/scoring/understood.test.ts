import { expect, test } from 'vitest'
import { lunchbox } from '../../../test/golden/check.ts'
import { UNAVAILABLE } from '../../base/values/value.ts'
import { areAlike, reportedValue } from './understood.ts'

test('[D11] values that no guard tells apart are one: no photo is unavailable to one agent and false to another', () => {
  expect(areAlike(lunchbox.graph, 'has_photo', [UNAVAILABLE, reportedValue('false')])).toBe(true)
  expect(areAlike(lunchbox.graph, 'has_photo', [true, reportedValue('no')])).toBe(false)
})

test('[D11] a field that no guard compares has no aliases', () => {
  expect(areAlike(lunchbox.graph, 'new_address', ['5 rue des Lilas', UNAVAILABLE])).toBe(false)
})
