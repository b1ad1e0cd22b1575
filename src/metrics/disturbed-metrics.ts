import { atOurDesk } from '../verdicts/model/score.ts'
import { one, rate } from './metric.ts'

/** What agents make of a desk with faults: of the trials in which they met one. */

export const noticed = rate(
  { name: 'noticed', words: 'Noticed the fault', better: 'higher' },
  ({ score }) => {
    const met = atOurDesk(score)?.disturbed
    return met == null ? null : one(met.noticed)
  },
)

export const recovered = rate(
  { name: 'recovered', words: 'Recovered from the fault', better: 'higher' },
  ({ score }) => {
    const desk = atOurDesk(score)
    return desk?.disturbed == null || desk.outcome === 'not-judged' ? null : one(desk.outcome === 'right')
  },
)

export const actedOnWrongData = rate(
  { name: 'acted_on_wrong_data', words: 'Acted on wrong data', better: 'lower' },
  ({ score }) => {
    const met = atOurDesk(score)?.disturbed
    return met == null || !met.out_of_date ? null : one(met.acted_on_wrong_data)
  },
)
