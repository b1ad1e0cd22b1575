import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { openStore, storePlace } from '../../src/storage/open/open-store.ts'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import { CLI, ensureBuilt } from '../built.ts'
import { fallAsleep } from '../kill-asleep.ts'
import { killAndResume } from '../kill-run.ts'
import { folderFor } from '../runner-testing.ts'
import { sageIn } from '../sage-in.ts'

/**
 * The built command line: kill -9 at random moments, ten times. What a run comes to does not depend on it. `npm run soak`
 * kills fifty times.
 */
beforeAll(ensureBuilt)

test('killed ten times, no trial is lost, doubled or another one, and no reply that was stored is paid for again', async () => {
  let kills = 0
  for (let seed = 1; kills < 10; seed += 1) {
    const killing = { cli: CLI, seed, killsMax: 10 - kills, trials: 2, lanes: 3 }
    const killed = await killAndResume(killing)
    kills += killed.kills
    expect(killed).toMatchObject({ sameTrials: true, sameNumbers: true, doubled: 0 })
    expect(killed.paidAgain).toBeLessThanOrEqual(killed.kills * killing.lanes)
  }
})

test('killed in the middle of forks: no trial is another one, no fork lost or doubled, no stored reply paid for again', async () => {
  const killing = { cli: CLI, seed: 5, killsMax: 3, trials: 1, lanes: 3, forks: 2 }
  const killed = await killAndResume(killing)
  expect(killed.kills).toBeGreaterThan(0)
  expect(killed.forks).toBeGreaterThan(0)
  expect(killed).toMatchObject({ sameTrials: true, sameForks: true, doubled: 0 })
  expect(killed.paidAgain).toBeLessThanOrEqual(killed.kills * killing.lanes)
})

test('a process that slept while another took its run stops, says so, and nothing is doubled or paid for again', async () => {
  const woken = await fallAsleep(CLI)
  expect(woken).toMatchObject({ code: 3, sameTrials: true, sameNumbers: true })
  expect(woken.says).toMatch(/was taken over by another process, .*\n.*sage runs shows/)
  // What it was waiting for when it fell asleep was paid for and not stored.
  expect(woken.paidAgain).toBeLessThanOrEqual(woken.lanes)
})

test('an import that is killed while it stores leaves nothing that is shown, and the next one is whole', async () => {
  const folder = folderFor('import')
  try {
    const chat = (id: number) =>
      JSON.stringify({
        id: `chat-${id}`,
        messages: [
          { role: 'user', content: 'Where is my order?' },
          { role: 'assistant', content: 'It is on its way.' },
        ],
      })
    writeFileSync(join(folder, 'chats.jsonl'), Array.from({ length: 1500 }, (_, id) => chat(id)).join('\n'))
    const file = join(folder, '.sage/sage.db')
    const importing = spawn(process.execPath, [CLI, 'import', 'chats.jsonl'], { cwd: folder })
    const over = once(importing, 'close')
    const before = await untilStored(file)
    importing.kill('SIGKILL')
    await over
    expect(before).toBeGreaterThan(0)
    const runs = async () => JSON.parse((await sageIn(folder, ['runs', '--json'])).out).runs
    expect(await runs()).toEqual([])
    expect((await sageIn(folder, ['report', 'latest'])).exit).toBe(2)
    expect((await sageIn(folder, ['import', 'chats.jsonl'])).exit).toBe(0)
    expect(await runs()).toMatchObject([{ trials: { judged: 1500 } }])
    const store = await openSqliteStore(file)
    expect(await store.runs()).toHaveLength(1)
    await store.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Waits until some trials of an unfinished run are stored: how many. */
async function untilStored(file: string): Promise<number> {
  for (;;) {
    await sleep(20)
    if (!existsSync(file)) continue
    const store = await openStore(storePlace(file, '/'), 'read').catch(() => null)
    const [run] = (await store?.runs()) ?? []
    const stored = run === undefined ? 0 : ((await store?.trialKeys(run.id)) ?? []).length
    await store?.close()
    if (stored > 0) return stored
  }
}
