import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunResult } from '../src/report/result/run-result.ts'
import { readRunHeader, writeRunHeader } from '../src/runner/runs/run-header.ts'
import { findRun } from '../src/runner/runs/stored-trials.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../src/storage/store.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

/** E9: a run is read again beside its first readings, and runs of different readers do not compare. */
const folder = tempFolder()
let store: Store
let first = ''

const sage = (...words: readonly string[]) => sageIn(folder, words)

beforeAll(async () => {
  const words = ['--pack', 'lunchbox', '--agent', 'people-pleaser', '--bucket', 'adversarial', '--json']
  first = RunResult.parse(JSON.parse((await sage('run', ...words)).out)).run
  store = await openSqliteStore(join(folder, '.sage/sage.db'))
})
afterAll(() => store.close())

test('the same reader reads the same: no message differs, no verdict changes, nothing is lost', async () => {
  const again = JSON.parse((await sage('score', first, '--reader', 'lexical', '--json')).out)
  expect(again).toMatchObject({ of: first, kept: 0, misheard: 0 })
  expect(again.messages.of).toBeGreaterThan(0)
  expect(again.messages.hits).toBe(0)
  for await (const trial of store.trials((await findRun(store, again.run)).id)) {
    const { events } = readTranscript(trial.transcript, trial.trial)
    const said = events.filter((event) => event.type === 'message.sent' && event.from === 'agent')
    expect(events.filter(({ type }) => type === 'message.read')).toHaveLength(2 * said.length)
  }
  const compared = JSON.parse((await sage('compare', first, again.run, '--json')).out)
  expect(compared.metrics.unsafe_actions).toMatchObject({ difference: 0 })
})

test('runs of two readers do not compare, and the refusal names the way out', async () => {
  const other = JSON.parse((await sage('score', first, '--reader', 'lexical', '--json')).out).run
  const run = await findRun(store, other)
  const header = readRunHeader(run)
  await store.changeHeader(
    run.id,
    writeRunHeader({ ...header, versions: { ...header.versions, reader: 'openai:gpt-9, prompt 1' } }),
  )
  const refused = await sage('compare', first, other)
  expect(refused.exit).toBe(2)
  expect(refused.err).toContain('sage score')
  expect(refused.err).toContain('--reader openai:gpt-9')
})

test('a run that does not exist is wrong usage', async () => {
  expect((await sage('score', 'nowhere', '--reader', 'lexical')).exit).toBe(2)
})
