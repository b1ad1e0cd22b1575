import { expect, test } from 'vitest'
import { check } from './check.ts'
import { COMPLYING } from './pictures.ts'

test.each(Object.entries(COMPLYING))(
  '[D2, D10, D12, D13] %s: no rule broken, every turn right, the exact path',
  (_, picture) => {
    const score = check(picture)
    expect(score.state).toBe('judged')
    expect(score.problems).toEqual([])
    expect(score.turns.map(({ action_right }) => action_right)).toEqual(score.turns.map(() => true))
    expect(score.path?.alignment.filter(({ move }) => move !== 'match')).toEqual([])
    expect(score.path).toMatchObject({ exact: true, fitness: 1 })
    expect(score.divergence).toBeNull()
    expect(score.outcome).toBe('right')
    expect(score.money_at_risk).toBe(0)
    expect(score.policy.kept).toBe(score.policy.of)
    expect(score.turns.every(({ fields }) => fields !== null && fields.right === fields.of)).toBe(true)
  },
)
