import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '../tools/soak/disturbed-run.ts'
import { folderFor } from './runner-testing.ts'
import { sageIn } from './sage-in.ts'

/** The soak itself takes minutes and is run by hand: that its settings stand is seen here. */
test('the settings of the disturbed runs are a run of three cases', async () => {
  const folder = folderFor('soak-settings')
  writeFileSync(join(folder, 'sage.yaml'), SETTINGS('http://127.0.0.1:1/v1', 2))
  const { exit, err, out } = await sageIn(folder, ['run', '--dry-run', '--json'])
  rmSync(folder, { recursive: true, force: true })
  expect([exit, err]).toEqual([0, ''])
  expect(JSON.parse(out).trials).toBe(6)
})
