import { expect, test } from 'vitest'
import { aRunId, aTrialId } from '../../../../test/support/base/ids.ts'
import type { EventPage } from '../../../storage/store.ts'
import { createPageWriter } from './journal.ts'

const page = (trial: string): EventPage => ({
  run: aRunId('r'),
  trial: aTrialId(trial),
  attempt: 0,
  page: 0,
  events: '',
})

test('what becomes ready together is written together, and nobody goes on before it is written', async () => {
  const commits: string[][] = []
  const writer = createPageWriter({
    appendPages: async (pages) => {
      commits.push(pages.map(({ trial }) => trial))
    },
  })
  await Promise.all(['a', 'b', 'c'].map((trial) => writer.write(page(trial))))
  await writer.write(page('d'))
  expect(commits).toEqual([['a', 'b', 'c'], ['d']])
})

test('what comes while one commit is on its way goes with the next', async () => {
  const commits: number[] = []
  let release = (): void => undefined
  const writer = createPageWriter({
    appendPages: async (pages) => {
      commits.push(pages.length)
      if (commits.length === 1)
        await new Promise<void>((go) => {
          release = go
        })
    },
  })
  const first = writer.write(page('a'))
  await new Promise((turn) => setImmediate(turn))
  const later = Promise.all(['b', 'c'].map((trial) => writer.write(page(trial))))
  release()
  await Promise.all([first, later])
  expect(commits).toEqual([1, 2])
})

test('a store that refuses is heard by everybody who waited, and by nobody else', async () => {
  let full = true
  const writer = createPageWriter({
    appendPages: async () => {
      if (full) throw new TypeError('full')
    },
  })
  const refused = await Promise.allSettled(['a', 'b'].map((trial) => writer.write(page(trial))))
  full = false
  await writer.write(page('c'))
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
