import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runLog } from '../src/cli/run/run-log.ts'
import { NO_COLOURS } from '../src/cli/terminal/terminal.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import { folderFor, outsideWith, paidAgent, requestIn } from './runner-testing.ts'

/** What a run tells while it runs. */
let folder = ''
beforeEach(() => {
  folder = folderFor('watch')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a log is JSON line by line, whatever is said', async () => {
  let err = ''
  const terminal = {
    out: () => undefined,
    err: (line: string) => {
      err += line
    },
    live: true,
    columns: 80,
    paint: NO_COLOURS,
  }
  const log = runLog(terminal, Date.now)
  const result = await executeRun(
    requestIn(folder),
    outsideWith(paidAgent({ paid: [] }), { onRunEvent: log.watch }),
  )
  log.terminal.err('sage: one word\n')
  const lines = err
    .trimEnd()
    .split('\n')
    .map((line) => z.object({ time: z.iso.datetime(), type: z.string() }).loose().parse(JSON.parse(line)))
  const count = (type: string): number => lines.filter((line) => line.type === type).length
  expect([count('run.began'), count('run.ended'), count('trial.ended'), count('said')]).toEqual([
    1,
    1,
    result.trials,
    1,
  ])
  expect([count('usage.recorded') > 0, count('message.sent'), log.terminal.live]).toEqual([true, 0, false])
})
