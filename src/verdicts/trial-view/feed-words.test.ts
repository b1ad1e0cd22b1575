import { expect, test } from 'vitest'
import type { AgentAct } from '../../base/values/acts.ts'
import type { ActionClass, JudgingWalk } from '../../graph/walk/walk-types.ts'
import { heardIn } from '../../transcript/heard-in.ts'
import { feedActs } from './feed-words.ts'
import type { SaidAct } from './said-acts.ts'
import type { AgentMessage } from './seen.ts'

const EMAIL: AgentAct = { act: 'request', field: 'email' }

/** What the walk was given of one guess at a question. */
function taken(
  judged: ActionClass,
  answered: readonly string[],
  counts: SaidAct['counts'],
): readonly AgentAct[] {
  const given: AgentAct[] = []
  const walk: JudgingWalk = {
    take: (event) => {
      if (event.type === 'said') given.push(...event.acts)
      return []
    },
    peek: () => judged,
    due: () => [],
    owed: () => [],
    ending: () => false,
    requests: () => [],
    relevant: () => [],
    forget: () => {},
  }
  const message: AgentMessage = {
    n: 3,
    turn: 0,
    heard: heardIn({ language: 'en', sentences: [] }, ''),
    acts: [],
    reported: [],
    against: [],
    claims: [],
    answered: new Set(answered),
  }
  feedActs(walk, message, [{ act: EMAIL, basis: 'read', counts, deeds: [] }], () => false)
  return given
}

test('[D43] a guess at a question that was not due, and that nobody heard, is no attempt at its field', () => {
  expect(taken('permitted', [], 'if-right')).toEqual([{ act: 'request' }])
  expect(taken('permitted', ['email'], 'if-right')).toEqual([EMAIL])
  expect(taken('due', [], 'if-right')).toEqual([EMAIL])
  expect(taken('permitted', [], 'always')).toEqual([EMAIL])
})
