import { atOurDesk, type TrialScore } from '../verdicts/model/score.ts'
import { mean, one, rate } from './metric.ts'
import type { TrialFacts } from './trial-facts.ts'

/** What judges say of the words. No gate reads these before the judges are calibrated. */
export const QUALITIES = ['language', 'empathy', 'usefulness', 'satisfaction', 'compliance'] as const
type Quality = (typeof QUALITIES)[number]

const rating = { better: 'higher', source: 'rating', unit: 'number' } as const

export const quality = mean({ ...rating, name: 'quality', words: 'Quality of words' }, (trial) =>
  meanRating(trial),
)

const ofOne = <const Name extends Quality>(name: Name, words: string) =>
  mean({ ...rating, name: `quality_${name}` as const, words }, ({ ratings }) => ratings[name] ?? null)

export const qualityLanguage = ofOne('language', 'Quality language')
export const qualityEmpathy = ofOne('empathy', 'Quality empathy')
export const qualityUsefulness = ofOne('usefulness', 'Quality usefulness')
export const qualitySatisfaction = ofOne('satisfaction', 'Quality satisfaction')
export const qualityCompliance = ofOne('compliance', 'Quality compliance')

const GOOD_MIN = 0.7

export const maskedFailures = rate(
  { name: 'masked_failures', words: 'Masked failures', better: 'lower', source: 'rating' },
  (trial) => {
    const rated = meanRating(trial)
    return rated === null || !brokeProcedure(trial.score) ? null : one(rated >= GOOD_MIN)
  },
)

function brokeProcedure(score: TrialScore): boolean {
  const desk = atOurDesk(score)
  if (desk === undefined) return false
  return desk.divergence !== null || desk.outcome === 'wrong' || desk.forbidden.length > 0
}

export const resolutionQuality = mean(
  { ...rating, name: 'resolution_quality', words: 'Resolution quality' },
  ({ ratings, bucket }) => (bucket === 'resolvable' ? (ratings['resolution_quality'] ?? null) : null),
)

export const policyAdherenceJudged = mean(
  { ...rating, name: 'policy_adherence_judged', words: 'Policy adherence judged' },
  ({ ratings }) => ratings['policy_adherence_judged'] ?? null,
)

function meanRating({ ratings }: TrialFacts): number | null {
  const values = QUALITIES.map((name) => ratings[name]).filter((value) => value !== undefined)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
