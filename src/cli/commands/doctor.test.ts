import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { emptyFolder } from '../../../test/support/temp-folder.ts'

const folder = emptyFolder()

const doctor = (...words: readonly string[]) => sageIn(folder, ['doctor', '--offline', ...words])

test('on this machine nothing is wrong, and looking makes no store', async () => {
  const { out, exit } = await doctor('--json')
  expect([exit, JSON.parse(out).well]).toEqual([0, true])
  expect(JSON.parse(out).findings.map(({ check }: { check: string }) => check)).toEqual(
    expect.arrayContaining(['node', 'store', 'disk', 'clock', 'key OPENAI_API_KEY']),
  )
  expect((await doctor()).out).toMatch(
    /^check +state\nsettings +ok +no sage.yaml in this folder\nnode +ok +v2/,
  )
  expect(readdirSync(folder)).toEqual([])
})

test('something wrong is exit code 3, with what to do', async () => {
  writeFileSync(join(folder, 'x.db'), 'text '.repeat(1000))
  const { out, exit } = await doctor('--store', 'x.db')
  expect(exit).toBe(3)
  expect(out).toContain('Some checks failed.')
  expect(out).toContain('Choose another file with --store')
})

test('wrong settings are a finding, and the rest is looked at all the same', async () => {
  writeFileSync(join(folder, 'sage.yaml'), 'agnets: []\nstore: 7\n')
  const { out, exit } = await doctor()
  expect(exit).toBe(3)
  expect(out).toMatch(/^settings +wrong +sage.yaml has 2 errors: /m)
  expect(out).toMatch(/^disk +ok/m)
})

test('the store of sage.yaml, and the keys its agents need', async () => {
  writeFileSync(
    join(folder, 'sage.yaml'),
    'store: runs/mine.db\nproviders: { mine: { base_url: "http://127.0.0.1:9/v1", key_env: NOT_SET_HERE } }\n',
  )
  const { out, exit } = await doctor()
  expect(exit).toBe(0)
  expect(out).toContain('runs/mine.db does not exist yet')
  expect(out).toContain('sage.yaml needs it for provider mine: export NOT_SET_HERE=...')
})
