import { expect, test } from 'vitest'
import { scoreTrial } from '../support/verdicts/score.ts'
import { lunchbox } from './check.ts'
import { readPicture } from './picture.ts'
import { PLANTS } from './planted.ts'

test.each(PLANTS)('[D2] planted: $rule', (plant) => {
  const { theCase, transcript } = readPicture(lunchbox, plant.picture)
  const { verdicts } = scoreTrial(lunchbox, theCase, transcript)
  const fired = verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)
  expect([...new Set(fired)].sort()).toEqual([plant.rule, ...plant.also].sort())
})
