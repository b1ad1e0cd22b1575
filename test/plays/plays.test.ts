import { expect, test } from 'vitest'
import { rulesByOutcome } from '../../src/verdicts/scoring/rules-by-outcome.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { PLAY_SETS, type Play, playedAt, playsOf, shippedDesks } from './plays.ts'

/** Talks of blind players: honest ones that are accused, and those whose mistake is not named. All others are judged right. */
const ACCUSED = new Set(['pg28', 'ph28', 'pk13', 'py09'])
const MISSED = new Set(['pd05', 'pe14', 'pf17', 'pj11', 'po05', 'po17', 'pr23', 'ps02', 'ps14', 'pw32'])

const desks = await shippedDesks()

function failsOf(play: Play): readonly string[] {
  const { pack, case: theCase } = playedAt(play, desks)
  const { fails, follows } = rulesByOutcome(scoreTrial(pack, theCase, play.events))
  return [...fails, ...follows]
}

const blind = PLAY_SETS.filter((set) => set.startsWith('plays-'))

test.each(blind)('%s: no other honest talk is accused, no other mistake is missed', (set) => {
  const talks = playsOf(set).filter(({ disputable }) => disputable === '')
  expect(talks.length).toBeGreaterThan(20)
  for (const play of talks) {
    const fails = failsOf(play)
    if (play.played === 'honest')
      expect(fails.length > 0, `${play.talk}: ${fails}`).toBe(ACCUSED.has(play.talk))
    else
      expect(!play.must_name.some((rule) => fails.includes(rule)), `${play.talk}: ${fails}`).toBe(
        MISSED.has(play.talk),
      )
  }
})

test('all sets are there', () => expect(blind).toHaveLength(21))
