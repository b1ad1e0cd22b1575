import { expect, test } from 'vitest'
import { overhear } from '../../../test/sage-in.ts'
import { openPauseBoard } from './pause-board.ts'

test('a pause is beside the progress until it is over; an absurd one is said on stderr, once a minute', () => {
  let now = 0
  const { said, terminal } = overhear({ live: true })
  const board = openPauseBoard(terminal, () => now)
  expect(board.say()).toBe('')
  board.note({ provider: 'openai', ms: 20_000, askedMs: 20_000 })
  expect([board.say(), said.err]).toEqual(['  openai pauses 20 s', ''])
  now = 20_000
  expect(board.say()).toBe('')
  for (let n = 0; n < 3; n += 1) board.note({ provider: 'openai', ms: 0, askedMs: 2e12 })
  expect(said.err).toBe('sage: openai asked for a pause of 2000000000 s, which is ignored.\n')
})

test('in a log a long pause is said', () => {
  const { said, terminal } = overhear()
  const board = openPauseBoard(terminal, () => 0)
  board.note({ provider: 'mine', ms: 120_000, askedMs: 600_000 })
  expect(said.err).toBe('sage: mine asked for a pause of 600 s, and is asked again after 120 s.\n')
})
