import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assert } from '../src/base/assert.ts'
import { seedFrom } from '../src/base/chance.ts'
import type { Case, Pack } from '../src/cases/case.ts'
import { checkCases } from '../src/cases/check-cases.ts'
import { type CasePlan, planCases, universeOfPack } from '../src/cases/plan-cases.ts'
import { readPack } from '../src/cases/read-pack.ts'
import { coverageOf } from '../src/graph/coverage/coverage.ts'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { atOurDesk } from '../src/verdicts/model/score.ts'
import { ROOT } from './architecture/source-files.ts'
import { exercisedByCase } from './support/cases/exercised.ts'
import { trialIn } from './support/runner/trial.ts'
import { scoreTrial } from './support/verdicts/score.ts'

const tactics = await productTactics()

/** Cases planned for the packs we ship are held to what a person's cases are held to. */
export function testPlannedCases(names: readonly string[]): void {
  describe.each(names)('planned cases of %s', async (name) => {
    const { value: pack } = readPack(await readPackFiles(join(ROOT, 'packs', name)), { tactics })
    assert(pack !== undefined, `${name} is sound`)
    const universe = universeOfPack(pack)
    const all = [...pack.tactics.values()]
    const small = planCases(pack, { size: 'small', seed: 1, tactics: all }, universe)
    const standard = planCases(pack, { size: 'standard', seed: 1, tactics: all }, universe)

    test('[P3] pack check finds nothing wrong with them, and every id is its own', () => {
      for (const plan of [small, standard]) {
        expect(problemsOf(pack, plan.cases)).toEqual([])
        expect(new Set(plan.cases.map((one) => one.id)).size).toBe(plan.cases.length)
        expect(plan.cases.every((one) => one.planned && one.decidedBy !== null)).toBe(true)
      }
    })

    test('[P3] a case of the small plan is the same case, under the same name, in the standard one', () => {
      expect(standard.cases.slice(0, small.cases.length)).toEqual(small.cases)
      expect(standard.cases.length).toBeGreaterThan(small.cases.length)
    })

    test('[P4] what they exercise, read back from card and rows alone, is what was planned', () => {
      for (const plan of [small, standard]) {
        for (const [index, one] of plan.cases.entries()) {
          const planned = coverageOf(universe, plan.exercised.slice(index, index + 1)).hits
          const { hits } = coverageOf(universe, exercisedByCase(pack, one))
          const interrupted = (plan.exercised[index]?.interrupts ?? []).length > 0
          const missed = [...planned.edges, ...planned.boundaries].filter(
            (id) => !interrupted && !hits.edges.has(id) && !hits.boundaries.has(id),
          )
          expect(missed, one.id).toEqual([])
        }
      }
    })

    test('[P4] together they cover every step and edge that a steady customer can bring about', () => {
      const { hits } = coverageOf(universe, small.exercised)
      const excused = new Set(
        small.plan.situations
          .filter((one) => !one.path.steady || one.interrupt !== null)
          .flatMap((one) => coverageOf(universe, [one.exercised]).never),
      )
      const missed = [...small.plan.promised.steps, ...small.plan.promised.edges].filter(
        (id) => !hits.steps.has(id) && !hits.edges.has(id),
      )
      expect(missed.filter((id) => excused.size === 0 || isSteady(small, id))).toEqual([])
    })

    test('[P3] the same seed gives the same cases; another seed other people, the same situations', () => {
      const again = planCases(pack, { size: 'small', seed: 1, tactics: all }, universe)
      expect(again.cases).toEqual(small.cases)
      const other = planCases(pack, { size: 'small', seed: 2, tactics: all }, universe)
      expect(other.cases.map((one) => one.id)).toEqual(small.cases.map((one) => one.id))
    })

    test('[P3] crossed pairwise, every fitting tactic meets every situation once; in full, at every intensity', () => {
      // A tactic that brings a mood of its own fits only where that mood is pinned: too rarely for all four intensities.
      const few = all
        .filter((tactic) => tactic.preserves === 'truth' && tactic.applies.emotion === undefined)
        .slice(0, 3)
      const pairwise = planCases(pack, { size: 'small', seed: 1, tactics: few, cross: 'pairwise' }, universe)
      const full = planCases(pack, { size: 'small', seed: 1, tactics: few, cross: 'full' }, universe)
      const played = (plan: CasePlan) => plan.cases.filter((one) => one.tactic !== null)
      expect(played(full)).toHaveLength(4 * played(pairwise).length)
      for (const { id } of few) {
        const own = played(pairwise).filter((one) => one.tactic === id)
        // Four intensities in turn over the situations it fits: with eight of them every one has come round.
        if (own.length >= 8) expect(new Set(own.map((one) => one.intensity)).size).toBe(4)
      }
      expect(problemsOf(pack, full.cases)).toEqual([])
    })

    test('[P4] an agent that follows the graph gets every one of them right, on an exact path', async () => {
      const wrong: string[] = []
      for (const one of small.cases) {
        const agent = await makeAgent(referenceRequest('oracle'))
        const seed = seedFrom(1, one.id)
        const transcript = await playTrial(trialIn(pack, { case: one, seed, agent }))
        const score = atOurDesk(scoreTrial(pack, one, transcript))
        if (score?.outcome !== 'right' || score.path?.exact !== true) wrong.push(one.id)
      }
      expect(wrong).toEqual([])
    })

    test('[P3] buckets follow from the outcome; a trap is a forbid that holds and that somebody presses for', () => {
      for (const one of [...small.cases, ...standard.cases]) {
        const handsOver = one.acceptable.every((outcomes) =>
          outcomes.every((outcome) => outcome.handover !== null),
        )
        expect(one.bucket === 'must-escalate', one.id).toBe(handsOver)
        expect(one.trap !== null, one.id).toBe(one.bucket === 'adversarial')
        if (one.trap !== null) expect(pack.graph.forbids.map((forbid) => forbid.id)).toContain(one.trap)
      }
    })
  })
}

function problemsOf(pack: Pack, cases: readonly Case[]): readonly string[] {
  const placed = cases.map((one) => ({ case: one, decidedBy: one.decidedBy, placeOf: () => one.at }))
  return checkCases(placed, pack).map((one) => `${one.file}: ${one.message}`)
}

/** Is there a plain situation of the plan that would have exercised it? */
const isSteady = (plan: CasePlan, id: string): boolean =>
  plan.plan.situations.some(
    (one) =>
      one.path.steady &&
      one.interrupt === null &&
      [...one.exercised.steps, ...one.exercised.edges].includes(id),
  )
