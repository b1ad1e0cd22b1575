import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { DESKS, testAudits } from '../audits.ts'
import { sageIn } from '../sage-in.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()

testAudits(DESKS)

test('--plan writes the cases that show what the pack’s own do not; with them nothing is left to plan', async () => {
  cpSync(join(packageRoot(), 'packs/lunchbox'), join(folder, 'bare'), { recursive: true })
  const audit = (...more: readonly string[]) =>
    sageIn(folder, ['audit', 'bare', '--voice', 'lexicon', '--oracle-trials', '20', ...more])
  const planned = join(folder, 'bare/cases/planned.yaml')
  const first = await audit('--plan', planned, '--json')
  const needed = JSON.parse(first.out).needs_planned
  expect([first.exit, needed.length > 0]).toEqual([0, true])
  expect(first.err).toMatch(/^\d+ faults planted\n20 conversations of the oracle\n$/)
  expect(readFileSync(planned, 'utf8').match(/^- id: /gm)?.length).toBe(needed.length)
  expect(JSON.parse((await sageIn(folder, ['pack', 'check', 'bare', '--json'])).out).problems).toEqual([])
  const again = await audit('--plan', 'bare/cases/more.yaml')
  expect([again.exit, again.out]).toEqual([0, expect.stringContaining('Nothing to plan')])
})
