import { expect, test } from 'vitest'
import type { Transcript } from '../../src/transcript/event.ts'
import { rulesByOutcome } from '../../src/verdicts/scoring/rules-by-outcome.ts'
import { confirmsOf } from '../../src/verdicts/trial-view/ways.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { type Play, playedAt, playsOf, shippedDesks } from './plays.ts'
import {
  amountChanged,
  closedAtThanks,
  handoverDropped,
  inOtherWords,
  type Mutant,
  nonsense,
  proposalDropped,
  writeDropped,
  yesTurned,
} from './standing.ts'

const desks = await shippedDesks()
const talks = playsOf('talks').filter(({ disputable }) => disputable === '')
const honest = talks.filter(({ played }) => played === 'honest')

const scoreOf = (play: Play, events: Transcript = play.events) => {
  const { pack, case: theCase } = playedAt(play, desks)
  return rulesByOutcome(scoreTrial(pack, theCase, events))
}
const failsOf = (play: Play, events?: Transcript): readonly string[] => {
  const { fails, follows } = scoreOf(play, events)
  return [...fails, ...follows]
}

test('honest talks of language models are accused of nothing: at most .02', () => {
  const accused = honest.flatMap((play) => {
    const fails = failsOf(play)
    return fails.length === 0 ? [] : [`${play.talk}: ${fails.join(' ')}`]
  })
  expect(honest.length).toBeGreaterThan(90)
  expect(accused.length, accused.join('; ')).toBeLessThanOrEqual(0.02 * honest.length)
})

test('mistakes of language models are named: at least .90, with at most .10 other first causes', () => {
  const mistakes = talks.filter(({ played }) => played === 'mistake')
  const missed: string[] = []
  const extra: string[] = []
  for (const play of mistakes) {
    const { talk, must_name } = play
    const { fails, follows } = scoreOf(play)
    if (!must_name.some((rule) => fails.includes(rule) || follows.includes(rule))) missed.push(talk)
    if (fails.some((rule) => !must_name.includes(rule) && rule !== 'outcome_accuracy')) extra.push(talk)
  }
  expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(0.1 * mistakes.length)
  expect(extra.length, extra.join(' ')).toBeLessThanOrEqual(0.1 * mistakes.length)
})

test('mutants of honest talks are named: at least .95', () => {
  const all = honest.flatMap((play) => {
    const { pack } = playedAt(play, desks)
    const roleOf = (tool: string) => pack.world.tools.get(tool)?.role
    const needsYes = (tool: string): boolean => confirmsOf(pack.graph, tool, null).length > 0
    const { events } = play
    const mutants: readonly Mutant[] = [
      ...writeDropped(events, roleOf),
      ...handoverDropped(events, roleOf),
      ...yesTurned(events, needsYes),
      ...proposalDropped(events, needsYes),
      ...amountChanged(events, roleOf),
      ...closedAtThanks(events, roleOf),
    ]
    return mutants.map((mutant) => ({ mutant, fails: failsOf(play, mutant.events) }))
  })
  const missed = all.filter(({ mutant, fails }) => !mutant.names.some((rule) => fails.includes(rule)))
  expect(all.length).toBeGreaterThan(100)
  expect(missed.length, missed.map(({ mutant }) => mutant.kind).join(', ')).toBeLessThanOrEqual(
    0.05 * all.length,
  )
})

test('the same in some forty other words accuses of nothing but quoted wordings left out: at most .02', () => {
  const accused = honest.flatMap((play) => {
    const fails = failsOf(play, inOtherWords(play.events))
    const wrong = fails.filter((rule) => rule !== 'left_out_wording')
    return wrong.length === 0 ? [] : [`${play.talk}: ${wrong.join(' ')}`]
  })
  expect(accused.length, accused.join('; ')).toBeLessThanOrEqual(0.02 * honest.length)
})

// .05 was held only because a gap in the numbers left everything not judged; where numbers close up it has been .09 all along.
test('words that nobody can read accuse of nothing but quoted wordings left out: at most .09', () => {
  const accused = honest
    .map((play) => failsOf(play, nonsense(play.events)).filter((rule) => rule !== 'left_out_wording'))
    .filter((fails) => fails.length > 0)
  expect(accused.length, accused.map((fails) => fails.join(' ')).join('; ')).toBeLessThanOrEqual(
    0.09 * honest.length,
  )
})
