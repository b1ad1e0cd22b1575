import { describe, expect, test } from 'vitest'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf } from '../../src/base/values/reading.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { packLists } from './desks.ts'
import { loadList, measureLanguage, measurePolarity } from './measure-lists.ts'
import { measureSgd } from './measure-sgd.ts'
import { GROUPS, type Group, measureTalks } from './measure-talks.ts'
import { SGD, sgdIsThere, sgdMessages } from './sgd.ts'
import { talkMessages } from './talks.ts'
import { pooled } from './tally.ts'

/**
 * Floors a little below what is measured with the shipped weights: a change that reads worse fails here.
 */
const FLOORS: Readonly<Record<Group, readonly [precision: number, recall: number]>> = {
  request: [0.97, 0.93],
  propose: [0.97, 0.88],
  claim: [0.95, 0.85],
  decline: [0.97, 0.78],
  tell: [0.95, 0.7],
  'hand-over': [0.95, 0.95],
}

async function allLists(desks: Iterable<string>): Promise<(desk: string) => DeskLists> {
  const lists = new Map<string, DeskLists>()
  for (const desk of new Set(desks)) lists.set(desk, await packLists(desk))
  return (desk) => {
    const found = lists.get(desk)
    if (found === undefined) throw new RangeError(`no desk ${desk}`)
    return found
  }
}

describe('the lexical reader on talks', async () => {
  const messages = talkMessages()
  const figures = measureTalks(messages, await allLists(messages.map(({ desk }) => desk)))

  test.each(GROUPS)('%s keeps its floors', (group) => {
    const [precision, recall] = FLOORS[group]
    expect(figures.sure[group].precision).toBeGreaterThanOrEqual(precision)
    expect(figures.sure[group].recall).toBeGreaterThanOrEqual(recall)
  })

  test('pooled and unread', () => {
    const all = pooled(GROUPS.map((group) => figures.sure[group]))
    expect(all.precision).toBeGreaterThanOrEqual(0.94)
    expect(all.recall).toBeGreaterThanOrEqual(0.7)
    expect(figures.unread / figures.sentences).toBeLessThanOrEqual(0.1)
  })
})

describe('the lexical reader on lists', () => {
  test('tricky sentences: hardly a wrong polarity, little unread', async () => {
    const list = loadList('polarity')
    const figures = measurePolarity(list, await allLists(list.map(({ desk }) => desk)))
    expect(figures.wrong).toBeLessThanOrEqual(POLARITY_WRONG_MAX)
    expect(figures.unread / figures.sentences).toBeLessThanOrEqual(0.1)
  })

  test('es is recognised as such', async () => {
    const list = loadList('es')
    const figures = measureLanguage(list, await allLists(list.map(({ desk }) => desk)))
    expect(figures.detected).toBeGreaterThanOrEqual(list.length - 2)
  })

  test.each(['fr', 'de'])(
    '%s, which we do not read: hardly English, and nothing done or refused for sure',
    async (language) => {
      const list = loadList(language)
      const lists = await allLists(list.map(({ desk }) => desk))
      const readings = list.map(({ desk, text }) => readMessage(text, lists(desk), { seen: [] }))
      expect(readings.filter((reading) => reading.language === 'en').length).toBeLessThanOrEqual(2)
      const sure = readings.flatMap((reading) => actsOf(reading)).filter((act) => act.sure)
      expect([...new Set(sure.map(({ kind }) => kind))].sort()).toEqual(['courtesy', 'greet', 'request'])
    },
  )
})

const POLARITY_WRONG_MAX = 3

describe.runIf(sgdIsThere())('the lexical reader on services of people', () => {
  test('questions, proposals and claims; no failure is read as done, hardly a false goodbye', () => {
    const building: ReadonlySet<string> = new Set(SGD.building)
    const figures = measureSgd(sgdMessages('measured').filter(({ service }) => building.has(service)))
    expect(figures.request.precision).toBeGreaterThanOrEqual(0.94)
    expect(figures.request.recall).toBeGreaterThanOrEqual(0.72)
    expect(figures.propose.precision).toBeGreaterThanOrEqual(0.96)
    expect(figures.propose.recall).toBeGreaterThanOrEqual(0.83)
    expect(figures.claim.precision).toBeGreaterThanOrEqual(0.93)
    expect(figures.claim.recall).toBeGreaterThanOrEqual(0.8)
    expect(figures.failuresReadAsDone).toBe(0)
    expect(figures.falseGoodbyes / figures.others).toBeLessThan(0.01)
  })
})
