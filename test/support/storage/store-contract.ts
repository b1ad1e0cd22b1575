import { describe, expect, test } from 'vitest'
import type { RunId } from '../../../src/base/values/ids.ts'
import type {
  EventPage,
  NewRun,
  Store,
  StoredFork,
  StoredRating,
  StoredReview,
  StoredTrial,
} from '../../../src/storage/store.ts'
import { aCase, aRunId, aTrialId } from '../base/ids.ts'

const ONE = aRunId('one')
const TWO = aRunId('two')
const RUN = aRunId('x')

/** What every store must do; each implementation's test runs it. `open` gives a new handle on one and the same store. */
export type StorePlace = { readonly open: () => Promise<Store> }

type Check = (store: Store, place: StorePlace) => Promise<void>

export function describeStore(name: string, makePlace: () => Promise<StorePlace>): void {
  const on = (check: Check) => async () => {
    const place = await makePlace()
    const store = await place.open()
    try {
      await check(store, place)
    } finally {
      await store.close()
    }
  }
  describe(`${name}: runs`, () => {
    for (const [title, check] of Object.entries(RUNS)) test(title, on(check))
  })
  describe(`${name}: trials`, () => {
    for (const [title, check] of Object.entries(TRIALS)) test(title, on(check))
  })
  describe(`${name}: forks`, () => {
    for (const [title, check] of Object.entries(FORKS)) test(title, on(check))
  })
  describe(`${name}: pages of unfinished trials`, () => {
    for (const [title, check] of Object.entries(PAGES)) test(title, on(check))
  })
  describe(`${name}: ratings, calibrations, audits, reviews`, () => {
    for (const [title, check] of Object.entries(OPINIONS)) test(title, on(check))
  })
  describe(`${name}: several handles`, () => {
    for (const [title, check] of Object.entries(HANDLES)) test(title, on(check))
  })
}

export const aRun = (id: string, more: Partial<NewRun> = {}): NewRun => ({
  id: aRunId(id),
  startedAt: `2026-01-01T00:00:00.000Z`,
  finishedAt: null,
  header: '{"request":{}}',
  ...more,
})

export const aTrial = (run: string, n: number, more: Partial<StoredTrial> = {}): StoredTrial => ({
  run: aRunId(run),
  trial: aTrialId(`${run}/agent/pack/case-${n}@0#0`),
  agent: 'agent',
  pack: 'pack',
  case: aCase(`pack/case-${n}`),
  intensity: n % 4,
  repeat: 0,
  attempt: 0,
  state: 'judged',
  transcript: `{"n":1,"text":"${n}"}\n`,
  score: `{"n":${n}}`,
  facts: '{}',
  glance: { mark: 'passed', bucket: 'b', tactic: null, broke: '[]' },
  ...more,
})

const aFork = (run: string, sample: number, more: Partial<StoredFork> = {}): StoredFork => ({
  run: aRunId(run),
  fork: aTrialId(`${run}/agent/pack/case-1@0#0~5/agent#${sample}`),
  trial: aTrialId(`${run}/agent/pack/case-1@0#0`),
  agent: 'agent',
  at: 5,
  sample,
  state: 'judged',
  transcript: `{"n":1,"text":"${sample}"}\n`,
  facts: '{"unsafe":false}',
  ...more,
})

const aPage = (run: string, page: number, more: Partial<EventPage> = {}): EventPage => ({
  run: aRunId(run),
  trial: aTrialId(`${run}/agent/pack/case-1@0#0`),
  attempt: 0,
  page,
  events: `{"n":${page}}\n`,
  ...more,
})

const aRating = (run: string, more: Partial<StoredRating> = {}): StoredRating => ({
  run: aRunId(run),
  trial: aTrialId(`${run}/agent/pack/case-1@0#0`),
  judge: 'some:judge',
  n: 3,
  dimension: 'empathy',
  value: 0.7,
  quote: 'so sorry',
  because: null,
  promptHash: 'abc',
  at: '2026-01-02T00:00:00.000Z',
  ...more,
})

const aReview = (run: string, more: Partial<StoredReview> = {}): StoredReview => ({
  run: aRunId(run),
  trial: aTrialId(`${run}/agent/pack/case-1@0#0`),
  at: '2026-01-02T00:00:00.000Z',
  author: 'ada',
  kind: 'note',
  body: '{"text":"why?"}',
  ...more,
})

/** Text that breaks stores: other scripts, astral characters, a NUL, half a surrogate pair, quotes, line ends. */
const AWKWARD = '„Größe“ 退款 🧳 é\u0000 \ud800 \' " \\ \r\n\t ‮ \uffff'

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/** The code of the SageError a promise fails with. */
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

const RUNS: Readonly<Record<string, Check>> = {
  'a run comes back as it was stored, written by nobody': async (store) => {
    const run = aRun('one', { header: JSON.stringify({ note: AWKWARD }) })
    await store.createRun(run)
    expect(await store.run(ONE)).toEqual({ ...run, writer: null, heartbeat: null, imported: null })
    expect(await store.run(TWO)).toBeUndefined()
  },
  'an imported run stays marked': async (store) => {
    const imported = '2026-02-01T00:00:00.000Z'
    await store.createRun(aRun('one', { imported }))
    await store.finishRun(ONE, '2026-02-02T00:00:00.000Z')
    expect(await store.run(ONE)).toMatchObject({ imported })
  },
  'runs come oldest first': async (store) => {
    await store.createRun(aRun('b', { startedAt: '2026-01-02T00:00:00.000Z' }))
    await store.createRun(aRun('c', { startedAt: '2026-01-01T00:00:00.000Z' }))
    await store.createRun(aRun('a', { startedAt: '2026-01-02T00:00:00.000Z' }))
    expect((await store.runs()).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  },
  'a run of that name is refused, and the first one stays': async (store) => {
    await store.createRun(aRun('one', { header: '{"first":true}' }))
    expect(await failure(store.createRun(aRun('one')))).toBe('store-refused')
    expect((await store.run(ONE))?.header).toBe('{"first":true}')
  },
  'one writer has a run until it lets go': async (store) => {
    await store.createRun(aRun('one'))
    const claim = { at: '2026-01-01T00:00:01.000Z', insteadOf: null }
    expect(await store.claimRun(ONE, { ...claim, writer: 'me' })).toBe(true)
    expect(await store.claimRun(ONE, { ...claim, writer: 'you' })).toBe(false)
    expect(await store.run(ONE)).toMatchObject({ writer: 'me', heartbeat: claim.at })
    await store.releaseRun(ONE, 'you')
    expect((await store.run(ONE))?.writer).toBe('me')
    await store.releaseRun(ONE, 'me')
    expect(await store.claimRun(ONE, { ...claim, writer: 'you' })).toBe(true)
  },
  'a writer keeps its run by saying so, until it was taken or let go': async (store) => {
    await store.createRun(aRun('one'))
    await store.claimRun(ONE, { writer: 'me', at: '1', insteadOf: null })
    expect(await store.keepRun(ONE, 'me', '2')).toBe(true)
    expect(await store.keepRun(ONE, 'you', '3')).toBe(false)
    expect(await store.run(ONE)).toMatchObject({ writer: 'me', heartbeat: '2' })
    await store.claimRun(ONE, { writer: 'you', at: '4', insteadOf: 'me' })
    expect(await store.keepRun(ONE, 'me', '5')).toBe(false)
    await store.finishRun(ONE, '6')
    expect(await store.keepRun(ONE, 'me', '7')).toBe(false)
    expect(await store.keepRun(TWO, 'me', '7')).toBe(false)
    expect(await store.run(ONE)).toMatchObject({ writer: null, heartbeat: null })
  },
  'a dead writer’s run is taken over by name, once': async (store) => {
    await store.createRun(aRun('one'))
    await store.claimRun(ONE, { writer: 'dead', at: '1', insteadOf: null })
    expect(await store.claimRun(ONE, { writer: 'a', at: '2', insteadOf: 'other' })).toBe(false)
    expect(await store.claimRun(ONE, { writer: 'a', at: '2', insteadOf: 'dead' })).toBe(true)
    expect(await store.claimRun(ONE, { writer: 'b', at: '2', insteadOf: 'dead' })).toBe(false)
  },
  'no run, no claim': async (store) => {
    expect(await store.claimRun(ONE, { writer: 'me', at: '1', insteadOf: null })).toBe(false)
  },
  'a finished run has its end and no writer': async (store) => {
    await store.createRun(aRun('one'))
    await store.claimRun(ONE, { writer: 'me', at: '1', insteadOf: null })
    await store.finishRun(ONE, '2026-01-01T01:00:00.000Z')
    expect(await store.run(ONE)).toMatchObject({
      finishedAt: '2026-01-01T01:00:00.000Z',
      writer: null,
      heartbeat: null,
    })
  },
  'a header can be changed': async (store) => {
    await store.createRun(aRun('one'))
    await store.changeHeader(ONE, '{"mixed":true}')
    expect((await store.run(ONE))?.header).toBe('{"mixed":true}')
  },
  'deleting a run takes all of it and nothing else': async (store) => {
    for (const id of ['one', 'two']) {
      await store.createRun(aRun(id))
      await store.saveTrials([aTrial(id, 1)])
      await store.saveForks([aFork(id, 1)])
      await store.appendPages([aPage(id, 1)])
      await store.saveRatings([aRating(id)])
      await store.addReview(aReview(id))
    }
    await store.deleteRun(ONE)
    const left = async (id: RunId) => [
      await store.run(id),
      ...(await store.trialKeys(id)),
      ...(await store.pages(id)),
      ...(await collect(store.ratings(id))),
      ...(await store.reviews(id)),
      ...(await collect(store.forks(id))),
    ]
    expect(await left(ONE)).toEqual([undefined])
    expect(await left(TWO)).toHaveLength(6)
  },
}

const TRIALS: Readonly<Record<string, Check>> = {
  'a trial comes back as it was stored, whatever its words': async (store) => {
    const transcript = `${JSON.stringify({ text: AWKWARD })}\n`
    const trial = aTrial('one', 1, { transcript, agent: 'Größe 🧳', attempt: 2, repeat: 7 })
    await store.createRun(aRun('one'))
    await store.saveTrials([trial])
    expect(await store.trial(trial.trial)).toEqual(trial)
    expect(await collect(store.trials(ONE))).toEqual([trial])
  },
  'a transcript of 10 MB comes back': async (store) => {
    const transcript = `${JSON.stringify({ text: 'ü🧳 '.repeat(1_700_000) })}\n`
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1, { transcript })])
    const found = await store.trial(aTrial('one', 1).trial)
    expect(found?.transcript === transcript).toBe(true)
  },
  'trials come in the order they were stored, over page borders': async (store) => {
    await store.createRun(aRun('one'))
    await store.createRun(aRun('two'))
    for (const n of range(20)) {
      await store.saveTrials(range(25).map((k) => aTrial('one', n * 100 + k)))
      await store.saveTrials([aTrial('two', n)])
    }
    const wanted = range(20).flatMap((n) => range(25).map((k) => `{"n":${n * 100 + k}}`))
    expect((await collect(store.trials(ONE))).map(({ score }) => score)).toEqual(wanted)
    expect((await store.trialKeys(ONE)).map((key) => key.case)).toHaveLength(500)
  },
  'a key is a trial without what is long': async (store) => {
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1)])
    const { transcript: _, score: _score, facts: _facts, glance: _glance, ...key } = aTrial('one', 1)
    expect(await store.trialKeys(ONE)).toEqual([key])
  },
  'a trial stored twice is one, the first; one of another run is another': async (store) => {
    await store.createRun(aRun('one'))
    await store.createRun(aRun('two'))
    await store.saveTrials([aTrial('one', 1), aTrial('one', 1, { score: '{"late":true}' })])
    await store.saveTrials([aTrial('one', 1, { score: '{"later":true}', state: 'faulted' })])
    await store.saveTrials([aTrial('two', 1, { trial: aTrial('one', 1).trial })])
    expect((await collect(store.trials(ONE))).map(({ score }) => score)).toEqual(['{"n":1}'])
    expect(await store.countTrials(TWO)).toEqual({ judged: 1, voided: 0, faulted: 0 })
  },
  'a faulted trial gives way, and stands at a new place': async (store) => {
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1, { state: 'faulted' }), aTrial('one', 2)])
    const before = await store.trialPage(ONE, { place: 0, limit: 10 })
    await store.saveTrials([aTrial('one', 1)])
    const news = await store.trialsAfter(ONE, { place: before.at(-1)?.place ?? 0, limit: 10 })
    expect(news.map(({ trial, state }) => [trial, state])).toEqual([[aTrial('one', 1).trial, 'judged']])
    expect(await store.countTrials(ONE)).toEqual({ judged: 2, voided: 0, faulted: 0 })
  },
  'a batch is stored whole or not at all': async (store) => {
    await store.createRun(aRun('one'))
    const batch = [aTrial('one', 1), aTrial('gone', 2), aTrial('one', 3)]
    expect(await failure(store.saveTrials(batch))).toBe('run-gone')
    expect(await store.trialKeys(ONE)).toEqual([])
    await store.saveTrials([])
    await store.saveTrials([aTrial('one', 1)])
    expect(await store.trialKeys(ONE)).toHaveLength(1)
  },
  'pages of trials can be filtered, and go on where they ended': async (store) => {
    await store.createRun(aRun('one'))
    await store.saveTrials(
      range(60).map((n) =>
        aTrial('one', n, {
          agent: n % 2 === 0 ? 'even' : 'odd',
          state: n % 3 === 0 ? 'voided' : 'judged',
        }),
      ),
    )
    const filter = { agent: 'even', state: 'judged' } as const
    const first = await store.trialPage(ONE, { place: 0, limit: 15, ...filter })
    const rest = await store.trialPage(ONE, { place: first.at(-1)?.place ?? 0, limit: 15, ...filter })
    const numbers = [...first, ...rest].map((each) => Number(each.case.replace('pack/case-', '')))
    expect(numbers).toEqual(range(60).filter((n) => n % 2 === 0 && n % 3 !== 0))
    expect([first.length, rest.length]).toEqual([15, 5])
    expect(await store.countTrials(ONE, filter)).toEqual({ judged: 20, voided: 0, faulted: 0 })
    expect(await store.countTrials(ONE, { case: aCase('pack/case-3'), pack: 'pack' })).toMatchObject({
      voided: 1,
    })
    expect(await store.trialPage(ONE, { place: 0, limit: 5, pack: 'other' })).toEqual([])
    const [line] = await store.trialsAfter(ONE, { place: 0, limit: 1, case: aCase('pack/case-7') })
    expect([line?.score, line !== undefined && 'transcript' in line]).toEqual(['{"n":7}', false])
  },
  'numbers can be counted anew; the conversation stays': async (store) => {
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1), aTrial('one', 2)])
    const { trial } = aTrial('one', 1)
    const changed = {
      state: 'faulted',
      score: '{"again":true}',
      facts: '{"f":1}',
      glance: { mark: 'fault', bucket: 'c', tactic: 'anger', broke: '["x"]' },
    } as const
    await store.updateScores(ONE, [{ trial, ...changed }])
    expect(await store.trial(trial)).toEqual(aTrial('one', 1, changed))
    expect(await store.trial(aTrial('one', 2).trial)).toEqual(aTrial('one', 2))
  },
  'what lists show of a trial comes with its place, without its score': async (store) => {
    const old = aTrial('one', 2, { glance: null })
    await store.createRun(aRun('one'))
    await store.saveTrials([aTrial('one', 1), old])
    const page = await store.trialPage(ONE, { place: 0, limit: 5 })
    expect(page.map(({ glance }) => glance)).toEqual([aTrial('one', 1).glance, null])
    expect(page.some((row) => 'score' in row || 'facts' in row)).toBe(false)
    expect(await store.trial(old.trial)).toEqual(old)
  },
  'sums are kept with the last trial that is in them, and go with the run': async (store, { open }) => {
    await store.createRun(aRun('one'))
    expect(await store.sums(ONE)).toEqual({ revision: 0, last: 0, kept: null })
    await store.saveTrials([aTrial('one', 1), aTrial('one', 2)])
    const { revision, last } = await store.sums(ONE)
    const kept = { counting: 'all, as of today', place: last, body: '{"n":2}' }
    expect(await store.keepSums(ONE, kept, revision)).toBe(true)
    await store.saveTrials([aTrial('one', 3)])
    const other = await open()
    const then = await other.sums(ONE)
    await other.close()
    expect(then).toMatchObject({ revision, kept })
    expect(then.last).toBeGreaterThan(last)
    const more = { ...kept, place: then.last, body: '{"n":3}' }
    expect(await store.keepSums(ONE, more, revision)).toBe(true)
    expect((await store.sums(ONE)).kept).toEqual(more)
    await store.deleteRun(ONE)
    await store.createRun(aRun('one'))
    expect(await store.sums(ONE)).toEqual({ revision: 0, last: 0, kept: null })
  },
  'who changes a trial that was counted forgets the sums, and nobody keeps older ones': async (store) => {
    await store.createRun(aRun('one'))
    await store.createRun(aRun('two'))
    await store.saveTrials([aTrial('one', 1), aTrial('one', 2, { state: 'faulted' }), aTrial('two', 1)])
    const counted = async (run: RunId) => {
      const { revision, last } = await store.sums(run)
      return { revision, sums: { counting: 'all', place: last, body: '{}' } }
    }
    const before = await counted(ONE)
    const others = await counted(TWO)
    expect(await store.keepSums(TWO, others.sums, others.revision)).toBe(true)
    for (const change of [
      () => store.saveTrials([aTrial('one', 2)]),
      () => store.updateScores(ONE, [aTrial('one', 1)]),
    ]) {
      const now = await counted(ONE)
      expect(await store.keepSums(ONE, now.sums, now.revision)).toBe(true)
      await change()
      expect(await store.sums(ONE)).toMatchObject({ revision: now.revision + 1, kept: null })
      expect(await store.keepSums(ONE, now.sums, now.revision)).toBe(false)
    }
    expect(await store.keepSums(ONE, before.sums, before.revision)).toBe(false)
    expect((await store.sums(TWO)).kept).toEqual(others.sums)
    // Stored again, or of no trial: nothing changes.
    const { revision } = await store.sums(ONE)
    await store.saveTrials([aTrial('one', 1), aTrial('one', 2)])
    await store.updateScores(ONE, [aTrial('one', 9)])
    expect((await store.sums(ONE)).revision).toBe(revision)
    expect(await store.keepSums(ONE, { ...before.sums, place: 1_000_000 }, revision)).toBe(false)
  },
  'no trial is found where none is': async (store) => {
    expect([
      await store.trial(aTrialId('x')),
      await store.trialKeys(RUN),
      await collect(store.trials(RUN)),
    ]).toEqual([undefined, [], []])
    expect(await store.countTrials(RUN)).toEqual({ judged: 0, voided: 0, faulted: 0 })
  },
}

const PAGES: Readonly<Record<string, Check>> = {
  'pages come back by trial, attempt and page': async (store) => {
    await store.createRun(aRun('one'))
    const pages = [aPage('one', 10), aPage('one', 9, { attempt: 1 }), aPage('one', 2), aPage('one', 1)]
    await store.appendPages([...pages, aPage('one', 1, { trial: aTrialId('a'), events: `{"t":"🧳"}\n` })])
    expect((await store.pages(ONE)).map(({ trial, attempt, page }) => [trial, attempt, page])).toEqual([
      ['a', 0, 1],
      [aPage('one', 1).trial, 0, 1],
      [aPage('one', 1).trial, 0, 2],
      [aPage('one', 1).trial, 0, 10],
      [aPage('one', 1).trial, 1, 9],
    ])
    expect((await store.pages(ONE))[0]?.events).toBe(`{"t":"🧳"}\n`)
  },
  'a page is written once: the whole call is refused, the first stays': async (store) => {
    await store.createRun(aRun('one'))
    await store.appendPages([aPage('one', 1)])
    const again = [aPage('one', 2), aPage('one', 1, { events: 'other' })]
    expect(await failure(store.appendPages(again))).toBe('store-refused')
    expect(await store.pages(ONE)).toEqual([aPage('one', 1)])
  },
  'storing the finished trial takes its pages away, of all attempts, and no other': async (store) => {
    await store.createRun(aRun('one'))
    await store.appendPages([aPage('one', 1), aPage('one', 1, { attempt: 1 })])
    await store.appendPages([aPage('one', 1, { trial: aTrialId('under way') })])
    await store.saveTrials([aTrial('one', 1)])
    expect((await store.pages(ONE)).map(({ trial }) => trial)).toEqual(['under way'])
  },
  'pages of a trial can be dropped': async (store) => {
    await store.createRun(aRun('one'))
    await store.appendPages([aPage('one', 1), aPage('one', 2), aPage('one', 1, { trial: aTrialId('other') })])
    await store.dropPages(ONE, aPage('one', 1).trial)
    expect((await store.pages(ONE)).map(({ trial }) => trial)).toEqual(['other'])
  },
}

const FORKS: Readonly<Record<string, Check>> = {
  'forks come back as they were stored, of one trial or of all, and by their id': async (store) => {
    await store.createRun(aRun('one'))
    const other = aFork('one', 1, { fork: aTrialId('x'), trial: aTrialId('other') })
    await store.saveForks([aFork('one', 1), other, aFork('one', 2)])
    expect(await collect(store.forks(ONE))).toEqual([aFork('one', 1), other, aFork('one', 2)])
    expect(await collect(store.forks(ONE, { trial: aTrialId('other') }))).toEqual([other])
    expect(await store.fork(other.fork)).toEqual(other)
    expect(await store.fork(aTrialId('nothing'))).toBeUndefined()
  },
  'a fork is no trial': async (store) => {
    await store.createRun(aRun('one'))
    await store.saveForks([aFork('one', 1)])
    expect(await store.trialKeys(ONE)).toEqual([])
    expect(await store.countTrials(ONE)).toEqual({ judged: 0, voided: 0, faulted: 0 })
  },
  'stored twice, the first fork stays; only a faulted one is replaced; its pages are deleted': async (
    store,
  ) => {
    await store.createRun(aRun('one'))
    const { fork } = aFork('one', 1)
    await store.appendPages([aPage('one', 0, { trial: fork }), aPage('one', 0)])
    await store.saveForks([aFork('one', 1, { state: 'faulted' })])
    await store.saveForks([aFork('one', 1, { facts: '{"first":true}' })])
    await store.saveForks([aFork('one', 1, { facts: '{"second":true}' })])
    expect((await collect(store.forks(ONE))).map(({ facts }) => facts)).toEqual(['{"first":true}'])
    expect(await store.pages(ONE)).toEqual([aPage('one', 0)])
  },
  'hundreds of forks come in the order they were stored': async (store) => {
    await store.createRun(aRun('one'))
    await store.saveForks(range(250).map((sample) => aFork('one', sample)))
    expect((await collect(store.forks(ONE))).map(({ sample }) => sample)).toEqual(range(250))
  },
}

const OPINIONS: Readonly<Record<string, Check>> = {
  'a rating comes back as it was given, or not given': async (store) => {
    await store.createRun(aRun('one'))
    const given = aRating('one', { quote: AWKWARD, n: 2 })
    const refused = aRating('one', { value: null, quote: '', because: '', n: 4 })
    await store.saveRatings([refused, given])
    expect(await collect(store.ratings(ONE))).toEqual([given, refused])
  },
  'the latest rating of a key holds, also when clocks ran backwards; all are kept': async (store) => {
    await store.createRun(aRun('one'))
    const first = aRating('one', { at: '2026-02-01T00:00:00.000Z' })
    const second = aRating('one', { value: 0.2, promptHash: 'def' })
    const others = [aRating('one', { judge: 'z' }), aRating('one', { n: 5 })]
    await store.saveRatings([first, ...others])
    await store.saveRatings([second])
    expect(await collect(store.ratings(ONE))).toEqual([second, others[1], others[0]])
    expect(await collect(store.ratingHistory(ONE))).toEqual([first, second, others[1], others[0]])
  },
  'thousands of ratings come trial by trial': async (store) => {
    await store.createRun(aRun('one'))
    const trials = range(30).map((n) => `t${String(n).padStart(2, '0')}`)
    const rows = range(80).flatMap((n) =>
      trials.map((trial) => aRating('one', { trial: aTrialId(trial), n })),
    )
    await store.saveRatings(rows)
    const found = await collect(store.ratings(ONE))
    expect(found.map(({ trial }) => trial)).toEqual(trials.flatMap((trial) => range(80).map(() => trial)))
    expect((await collect(store.ratings(ONE, { trial: aTrialId('t07') }))).map(({ n }) => n)).toEqual(
      range(80),
    )
  },
  'calibrations are kept, oldest first': async (store) => {
    const calibration = { judge: 'a:b', promptHash: 'h', dimension: 'empathy', at: '2', result: '{"k":1}' }
    await store.saveCalibration(calibration)
    await store.saveCalibration({ ...calibration, at: '1', result: '{"k":2}' })
    expect((await store.calibrations()).map(({ result }) => result)).toEqual(['{"k":1}', '{"k":2}'])
    expect((await store.calibrations())[0]).toEqual(calibration)
  },
  'of a pack the audit stored last holds': async (store) => {
    const audit = { pack: 'a', packHash: 'h', rules: 1, at: '2', result: '{"planted":1}' }
    await store.saveAudit(audit)
    await store.saveAudit({ ...audit, pack: 'b' })
    const later = { ...audit, packHash: 'other', rules: 2, at: '1', result: '{"planted":2}' }
    await store.saveAudit(later)
    expect([await store.lastAudit('a'), await store.lastAudit('c')]).toEqual([later, undefined])
  },
  'reviews are kept, oldest first': async (store) => {
    await store.createRun(aRun('one'))
    const reviews = [aReview('one', { author: AWKWARD }), aReview('one', { at: '2025', kind: 'rating' })]
    for (const review of reviews) await store.addReview(review)
    expect(await store.reviews(ONE)).toEqual(reviews)
    expect(await store.reviews(TWO)).toEqual([])
  },
}

const HANDLES: Readonly<Record<string, Check>> = {
  'what one handle stored another sees at once': async (store, place) => {
    const other = await place.open()
    await store.createRun(aRun('one'))
    await other.saveTrials([aTrial('one', 1)])
    expect(await store.trialKeys(ONE)).toHaveLength(1)
    await other.close()
    expect(await store.trialKeys(ONE)).toHaveLength(1)
  },
  'what was stored is there after closing and opening': async (store, place) => {
    const writer = await place.open()
    await writer.createRun(aRun('one'))
    await writer.saveTrials([aTrial('one', 1)])
    await writer.close()
    const reader = await place.open()
    expect([await reader.run(ONE), await store.run(ONE)].map((run) => run?.id)).toEqual(['one', 'one'])
    await reader.close()
  },
  'many writings of several handles at once all arrive': async (store, place) => {
    await store.createRun(aRun('one'))
    const handles = await Promise.all(range(4).map(() => place.open()))
    await Promise.all(
      handles.flatMap((handle, k) =>
        range(25).map(async (n) => {
          await handle.appendPages([aPage('one', n, { trial: aTrialId(`t${k}`) })])
          await handle.saveTrials([aTrial('one', k * 100 + n)])
        }),
      ),
    )
    for (const handle of handles) await handle.close()
    expect(await store.countTrials(ONE)).toEqual({ judged: 100, voided: 0, faulted: 0 })
    expect(await store.pages(ONE)).toHaveLength(100)
  },
  'a reader in the middle of a run is not disturbed by a writer': async (store, place) => {
    await store.createRun(aRun('one'))
    await store.saveTrials(range(250).map((n) => aTrial('one', n)))
    const writer = await place.open()
    const seen: string[] = []
    for await (const { trial } of store.trials(ONE)) {
      seen.push(trial)
      if (seen.length === 50) await writer.saveTrials(range(250).map((n) => aTrial('one', 1000 + n)))
    }
    await writer.close()
    expect(seen).toHaveLength(500)
    expect(new Set(seen).size).toBe(500)
  },
}
