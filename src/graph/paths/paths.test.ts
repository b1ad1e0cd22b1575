import { describe, expect, test } from 'vitest'
import { aStep } from '../../../test/support/base/ids.ts'
import { LOOPING, RETURNS, spaceOfSteps } from '../../../test/support/graph/plan.ts'
import { ABSENT, REFUSED } from '../../base/values/value.ts'
import { type TruePath, truePaths } from './paths.ts'
import { witnessOf } from './paths-witness.ts'

const listed = (steps: string): readonly TruePath[] => {
  const paths = truePaths(spaceOfSteps(steps))
  return paths.kind === 'all' ? paths.paths : expect.unreachable()
}
const said = (paths: readonly TruePath[]) =>
  paths.map((path) => path.steps.map((id) => id.slice('broken/'.length)).join(' '))

describe('true paths', () => {
  test('[P1] every path of a small procedure, and how each ends', () => {
    const paths = listed(RETURNS)
    expect(said(paths)).toEqual([
      'ask has no done',
      'ask has look known no done',
      'ask has look known window photo proof sure send done',
      'ask has look known window photo proof sure',
      'ask has look known window photo proof no done',
      'ask has look known window late done',
    ])
    expect(paths.map((path) => path.ending)).toEqual(['end', 'end', 'end', 'withdrawn', 'end', 'end'])
  })

  test('[P1] a witness gives claims, rows, answers, and days as dates from today', () => {
    const space = spaceOfSteps(RETURNS)
    const late = listed(RETURNS).at(-1)
    const witness = late && witnessOf(space, late)
    expect(witness?.claims.get('intent')).toBe('broken')
    expect(witness?.values.get('derived.days')).toBeGreaterThan(100)
    expect(witness?.rows.get('order')?.get('delivered_on')).toMatch(/^2025-/)
    const [refused, unknown, sent, withdrawn] = listed(RETURNS).map((path) => witnessOf(space, path))
    expect(refused?.claims.get('order_id')).toBe(REFUSED)
    expect(unknown?.rows.get('order')).toBeNull()
    expect([...(sent?.confirms.values() ?? [])]).toEqual([true])
    expect([...(withdrawn?.confirms.values() ?? [])]).toEqual([false])
  })

  test('[P1] ways whose guards contradict each other are no paths: windows over one date, in days and in hours', () => {
    const paths = listed(`
      ask: { learn: order_id, attempts_max: 2, cites: "1#1,1#2", next: look }
      look: { check: order, tool: look, cites: "1#1", next: first }
      first: { decide: [ { when: "derived.days <= 10", to: second }, { otherwise: done } ], cites: "1#1" }
      second: { decide: [ { when: "derived.hours > 240", to: never }, { when: "records.order.delivered_on == absent", to: never }, { otherwise: done } ], cites: "1#1" }
      never: { tell: decline, about: late, cites: "1#1", next: done }
      done: { end: true }
    `)
    expect(said(paths)).toEqual(['ask look first second done', 'ask look first done'])
  })

  test('[P1] `same` is kept: who proves to be the owner has the e-mail of the record', () => {
    const steps = `
      ask: { learn: order_id, attempts_max: 2, cites: "1#1,1#2", next: look }
      look: { check: order, tool: look, cites: "1#1", next: who }
      who: { check: owner, tool: who, cites: "1#1", next: mail }
      mail: { learn: email, attempts_max: 2, cites: "1#1", next: mine }
      mine: { decide: [ { when: "derived.mine == true", to: yes }, { otherwise: no } ], cites: "1#1" }
      yes: { tell: inform, about: found, cites: "1#1", next: done }
      no: { tell: decline, about: late, cites: "1#1", next: done }
      done: { end: true }
    `
    const space = spaceOfSteps(steps)
    const [owner, stranger] = listed(steps).map((path) => witnessOf(space, path))
    expect(owner?.claims.get('email')).toBe(owner?.rows.get('owner')?.get('email'))
    expect(stranger?.claims.get('email')).not.toBe(stranger?.rows.get('owner')?.get('email'))
  })

  test('[P1] a loop is walked 0 times, once and to its bound, never in between', () => {
    const paths = listed(LOOPING)
    const rounds = paths.map((path) => path.steps.filter((id) => /\/who(~\d)?$/.test(id)).length - 1)
    expect([...new Set(rounds)].sort()).toEqual([0, 1, 3])
    // One steady customer makes it 0 times or all the way; once takes a change of mind.
    expect(paths.filter((path) => path.steady).map((path) => path.ways.length)).toEqual([1, 2, 8])
    const once = paths.find(
      (path) => path.steps.includes(aStep('broken/yes')) && path.steps.includes(aStep('broken/who~2')),
    )
    const witness = once && witnessOf(spaceOfSteps(LOOPING), once)
    expect(witness?.later.map(({ field, round }) => [field, round])).toEqual([['order_id', 2]])
    expect(witness?.bound.map((row) => row.columns === null)).toEqual([true, false])
    expect(witness?.later[0]?.value).not.toBe(witness?.claims.get('order_id'))
  })

  test('[P1] above the limit the answer is "too many", without walking them all', () => {
    const fork = (n: number) => `
      a${n}: { learn: pieces, cites: "1#1,1#2", next: d${n} }
      d${n}: { choice: agent, decide: [ { when: "true", to: x${n} }, { when: "true", to: y${n} } ], cites: "1#1" }
      x${n}: { tell: inform, about: found, cites: "1#1", next: a${n + 1} }
      y${n}: { tell: decline, about: late, cites: "1#1", next: a${n + 1} }`
    const steps = `${Array.from({ length: 60 }, (_, n) => fork(n)).join('')}\n      a60: { end: true }`
    const space = spaceOfSteps(steps)
    expect(truePaths(space)).toEqual({ kind: 'too-many', over: 10_000 })
    expect(truePaths(space, { pathsMax: 7 })).toEqual({ kind: 'too-many', over: 7 })
  })

  test('[V2b] a member of an absent row is absent, and an empty column is found where the table allows it', () => {
    const steps = `
      ask: { learn: order_id, attempts_max: 2, cites: "1#1,1#2", next: look }
      look: { check: order, tool: look, cites: "1#1", next: gone }
      gone: { decide: [ { when: "records.order == absent", to: total }, { otherwise: empty } ], cites: "1#1" }
      total: { decide: [ { when: "records.order.total == absent", to: done }, { otherwise: never } ], cites: "1#1" }
      empty: { decide: [ { when: "records.order.total == absent", to: never }, { when: "records.order.delivered_on == absent && records.order.total != absent", to: done }, { otherwise: done } ], cites: "1#1" }
      never: { tell: decline, about: late, cites: "1#1", next: done }
      done: { end: true }
    `
    const paths = listed(steps)
    expect(paths.some((path) => path.steps.includes(aStep('broken/never')))).toBe(false)
    expect(paths).toHaveLength(3)
    const space = spaceOfSteps(steps)
    const empty = paths.map((path) => witnessOf(space, path)?.rows.get('order')?.get('delivered_on'))
    expect(empty).toEqual([undefined, ABSENT, expect.stringMatching(/^20/)])
  })
})
