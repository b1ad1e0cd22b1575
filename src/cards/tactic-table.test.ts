import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTactics } from './tactic-file.ts'
import { tacticTable } from './tactic-table.ts'

const root = new URL('../../', import.meta.url)
const names = readdirSync(new URL('tactics/', root))
const files = new Map(names.map((name) => [name, readFileSync(new URL(`tactics/${name}`, root), 'utf8')]))

test('docs/tactics.md is what the files say', async () => {
  const tactics = [...(readTactics(files).value?.values() ?? [])]
  await expect(tacticTable(tactics)).toMatchFileSnapshot(new URL('docs/tactics.md', root).pathname)
})
