import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { beforeAll, expect, test } from 'vitest'
import { assert } from '../../src/base/assert.ts'
import type { Pack } from '../../src/cases/case.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { readRunHeader } from '../../src/runner/runs/run-header.ts'
import { createLedger, type RunLedger } from '../../src/runner/runs/run-ledger.ts'
import { openStudioData } from '../../src/runner/studio/studio-data.ts'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import type { Store, StoredRun, StoredTrial } from '../../src/storage/store.ts'
import { readFacts } from '../../src/storage/stored-facts.ts'
import { writeGlance } from '../../src/storage/stored-glance.ts'
import { readTranscript } from '../../src/transcript/read-transcript.ts'
import { sageIn } from '../sage-in.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { scoreTrial } from '../support/verdicts/score.ts'

/** One run of every pack (its traps: with all cases, 1,182 trials, it holds too, and takes minutes), counted while it was played. What was stored of it is compared with its transcripts, scored again. */
const PACKS = readdirSync(join(packageRoot(), 'packs'))
const AGENTS = ['forgetful(0.3)', 'people-pleaser']

const folder = tempFolder()
const file = () => join(folder, '.sage/sage.db')
beforeAll(async () => {
  writeFileSync(join(folder, 'sage.yaml'), 'planned: none\n')
  const flags = [
    ...PACKS.flatMap((pack) => ['--pack', pack]),
    ...AGENTS.flatMap((agent) => ['--agent', agent]),
  ]
  const { exit, err } = await sageIn(folder, ['run', '--bucket', 'adversarial', '--trials', '1', ...flags])
  expect(exit, err).toBeLessThan(2)
})

async function inStore<Result>(work: (store: Store, run: StoredRun) => Promise<Result>): Promise<Result> {
  const store = await openSqliteStore(file())
  try {
    const [run] = await store.runs()
    assert(run !== undefined, 'the run is stored')
    return await work(store, run)
  } finally {
    await store.close()
  }
}

/** Everything the numbers read of a score comes from the transcript alone. */
async function fromTranscripts(store: Store, run: StoredRun): Promise<RunLedger> {
  const packs = new Map<string, Pack>()
  for (const id of PACKS) packs.set(id, await loadPack(join(packageRoot(), 'packs', id)))
  const ledger = createLedger(readRunHeader(run).catastrophes)
  for await (const trial of store.trials(run.id)) {
    const facts = { ...readFacts(trial), score: scoredAgain(trial, packs) }
    expect(trial.glance, trial.trial).toEqual(writeGlance(facts))
    ledger.add(trial.trial, facts)
  }
  return ledger
}

function scoredAgain(
  { trial, pack: id, case: caseId, transcript }: StoredTrial,
  packs: ReadonlyMap<string, Pack>,
) {
  const pack = packs.get(id)
  const theCase = pack?.cases.find((each) => each.id === caseId)
  assert(pack !== undefined && theCase !== undefined, `${trial} has its case`)
  return scoreTrial(pack, theCase, readTranscript(transcript, trial).events)
}

/** What people see of a run that has ended. */
async function seen() {
  const report = (await sageIn(folder, ['report', 'latest', '--json'])).out
  const pages = await inStore(async (store, { id }) => {
    const data = openStudioData(store, { workingFolder: folder, clock: () => 0 })
    // Lists show what was read after a moment; here all of it is wanted.
    await data.rows(id)
    return [
      await data.progress(id),
      await data.report(id),
      await data.matrix(id, {}, { offset: 0, limit: 50 }),
      await data.leagues(),
      await data.heat('lunchbox', id, null),
    ]
  })
  return { report, pages }
}

const storedNumbers = () => inStore(async (store, { id }) => (await store.sums(id)).kept?.body)

test('what was stored is what the transcripts give, for every pack and agent', async () => {
  await inStore(async (store, run) => {
    const { kept, last } = await store.sums(run.id)
    const again = await fromTranscripts(store, run)
    expect(again.trials()).toBeGreaterThan(PACKS.length * AGENTS.length)
    expect(kept?.place).toBe(last)
    expect(kept?.body).toBe(JSON.stringify(again.numbers()))
  })
})

test('a process that died before it could store them, and a changed trial, cost whoever asks next a count', async () => {
  const [before, stored] = [await seen(), await storedNumbers()]
  await inStore(async (store, { id }) => {
    const [line] = await store.trialsAfter(id, { place: 0, limit: 1 })
    assert(line !== undefined, 'a trial is stored')
    await store.updateScores(id, [line])
  })
  expect(await storedNumbers()).toBeUndefined()
  expect(await seen()).toEqual(before)
  expect(await storedNumbers()).toBe(stored)
})

test('report and pages of a closed run parse no score', async () => {
  const before = await seen()
  // Behind the store's back: whoever reads a score or facts now fails.
  const database = new Database(file())
  database.exec(`update trials set score = 'no score', facts = 'no facts'`)
  database.close()
  expect(await seen()).toEqual(before)
  const [a = '', b = ''] = AGENTS
  expect((await sageIn(folder, ['compare', 'latest', 'latest', '--agent', a, '--with', b])).exit).toBe(3)
})
