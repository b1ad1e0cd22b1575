import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { showError } from '../src/cli/terminal/show-error.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { plannedCases } from '../src/runner/packs/load-cases.ts'
import { readTable } from '../src/world/table-file.ts'
import { loadPackOnce } from './agents/contract.ts'
import { folderFor, LUNCHBOX } from './runner-testing.ts'
import { overhear } from './sage-in.ts'

const folder = folderFor('odd')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** In the soak as many as the export had that broke 0.1. */
const ROWS = process.env['SAGE_SOAK'] === '1' ? 600_000 : 100_000

describe('large', () => {
  const table = (rows: string) =>
    readTable(
      'orders',
      { key: 'id', columns: { id: 'string', total: 'number', day: 'date' }, rows: 'records/orders.csv' },
      {
        files: new Map([['records/orders.csv', rows]]),
        placeOf: () => ({ file: 'world.yaml', line: 1, column: 1 }),
      },
    )

  test('as many rows as a large export has are read', () => {
    const rows = Array.from({ length: ROWS }, (_, n) => `NL-${n},${n},2026-01-02`)
    const { table: read, problems } = table(`id,total,day\n${rows.join('\n')}\n`)
    expect([read.rows.size, problems]).toEqual([ROWS, []])
  })

  test('as many rows without their columns are a page of problems, and say how many rows are left', () => {
    const { problems } = table(`id\n${Array.from({ length: ROWS }, (_, n) => `NL-${n}`).join('\n')}\n`)
    expect(problems.length).toBeLessThan(300)
    expect(problems.at(-1)).toMatchObject({ code: 'too-many-problems' })
  })

  test('the cases of a run are planned once a pack, however many conversations are shown', async () => {
    const pack = await loadPackOnce()
    expect(plannedCases(pack, 'small', 1)).toBe(plannedCases(pack, 'small', 1))
    expect(plannedCases(pack, 'small', 2)).not.toBe(plannedCases(pack, 'small', 1))
  })
})

describe('odd', () => {
  test('a file of a pack that is a link is named', async () => {
    const pack = join(folder, 'desk')
    cpSync(LUNCHBOX, pack, { recursive: true })
    renameSync(join(pack, 'sop.md'), join(folder, 'elsewhere.md'))
    symlinkSync(join(folder, 'elsewhere.md'), join(pack, 'sop.md'))
    await expect(readPackFiles(pack)).rejects.toMatchObject({ code: 'pack-link', exit: 2 })
    await expect(readPackFiles(pack)).rejects.toThrow(/^sop\.md in /)
  })

  test('a link that is no part of a pack is passed over', async () => {
    const pack = join(folder, 'noted')
    cpSync(LUNCHBOX, pack, { recursive: true })
    mkdirSync(join(pack, 'notes'))
    writeFileSync(join(folder, 'todo.md'), 'x')
    symlinkSync(join(folder, 'todo.md'), join(pack, 'notes/todo.md'))
    expect((await readPackFiles(pack)).has('sop.md')).toBe(true)
  })

  test('too few open files is a sentence, not a stack', () => {
    const { said, terminal } = overhear()
    const error = Object.assign(new TypeError("EMFILE: too many open files, open '/x'"), { code: 'EMFILE' })
    expect(showError(error, terminal, { json: false, hide: (text) => text })).toBe(3)
    expect(said.err).toContain('ulimit -n')
    expect(said.err).not.toContain('    at ')
  })
})
