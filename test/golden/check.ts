import { expect } from 'vitest'
import { assert } from '../../src/base/assert.ts'
import type { Pack } from '../../src/cases/case.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { atOurDesk, type DeskScore, type TrialScore, type Verdict } from '../../src/verdicts/model/score.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { type Picture, readPicture } from './picture.ts'

export const lunchbox: Pack = await loadPack('packs/lunchbox')
export const examplePack: Pack = await loadPack('test/golden/example-pack')

/** rule -> evidence of its fails */
export function failsIn(verdicts: readonly Verdict[]): Readonly<Record<string, readonly number[]>> {
  const fails: Record<string, readonly number[]> = {}
  for (const verdict of verdicts) {
    if (verdict.outcome === 'fail')
      fails[verdict.rule] = [...(fails[verdict.rule] ?? []), ...verdict.evidence].sort((a, b) => a - b)
  }
  return fails
}

/** Scores a picture and holds it against its marks: exactly the marked fails, on exactly the marked lines. */
export function check(picture: string, pack: Pack = lunchbox): DeskScore {
  const score = atOurDesk(checkTrial(picture, pack))
  assert(score !== undefined, 'the picture shows a trial that is judged')
  return score
}

/** The same of a trial that is voided or faulted. */
export const checkTrial = (picture: string, pack: Pack = lunchbox): TrialScore =>
  checkPicture(readPicture(pack, picture), pack)

export function checkPicture(picture: Picture, pack: Pack): TrialScore {
  const { theCase, transcript, fails, expected } = picture
  const score = scoreTrial(pack, theCase, transcript)
  const marked = Object.fromEntries(
    [...fails].map(([rule, events]) => [rule, [...new Set(events)].sort((a, b) => a - b)]),
  )
  expect(failsIn(score.verdicts)).toEqual(marked)
  for (const [rule, outcome] of expected) {
    const found = score.verdicts.filter((verdict) => verdict.rule === rule)
    expect({ rule, outcomes: found.map((verdict) => verdict.outcome) }).toEqual({
      rule,
      outcomes: found.map(() => outcome),
    })
    expect(found.length, `${rule} has a verdict`).toBeGreaterThan(0)
  }
  return score
}
