import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'

const bin = join(ROOT, 'node_modules/knip/bin/knip.js')

test('no unused file, export or dependency (knip.json says what is an entry)', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [bin, '--no-progress', '--reporter', 'compact'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: expect.any(String) })
})
