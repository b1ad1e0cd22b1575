import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { assert } from '../src/base/assert.ts'
import { noModels } from '../src/models/no-models.ts'
import type { AgentRequest } from '../src/runner/agents/kinds.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import type { RunDeps } from '../src/runner/engine/run-deps.ts'
import { exportRun } from '../src/runner/runs/export-run.ts'
import { importRun } from '../src/runner/runs/import-run.ts'
import { writeRunHeader } from '../src/runner/runs/run-header.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { folderFor, LUNCHBOX, outsideWith, PAID, paidAgent, RESUME, requestIn } from './runner-testing.ts'
import { sageIn } from './sage-in.ts'

const folder = folderFor('imported')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const AT = '2026-01-02T00:00:00.000Z'
const CASES = { selection: { ...requestIn(folder).selection, cases: ['lunchbox/cancel-in-time'] } }

/** A file that names what it likes, imported into a store of its own. */
async function imported(name: string, request: RunRequest): Promise<string> {
  const store = join(folder, `${name}.db`)
  const file = join(folder, `${name}.jsonl.gz`)
  const header = JSON.parse(
    writeRunHeader({
      request,
      versions: { packs: {}, rules: 1, reader: 'lexical' },
      catastrophes: [],
      files: {},
      mixed: [],
      planned: 1,
    }),
  )
  const lines = [
    { type: 'run', format: 1, run: name, started_at: AT, finished_at: null, header },
    { type: 'end', trials: 0, forks: 0, pages: 0, ratings: 0, reviews: 0, calibrations: 0 },
  ]
  writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  const opened = await openSqliteStore(store)
  await importRun(opened, file, AT)
  await opened.close()
  return store
}

const deps = (over: Partial<RunDeps> = {}): RunDeps => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
  clock: Date.now,
  models: noModels,
  ...over,
})
const named = (run: string) => ({ ...RESUME, run, force: true })

describe('an imported run is data', () => {
  const marker = join(folder, 'was-here')
  const hostile: AgentRequest = { ...PAID, id: 'evil', target: ['/bin/sh', '-c', `id > ${marker}`] }

  test('a command that only the file names is never started, whatever is answered', async () => {
    const store = await imported('evil', requestIn(folder, { ...CASES, agents: [hostile] }))
    const request = requestIn(folder, { store, resume: named('evil') })
    const running = executeRun(request, deps({ confirm: async () => true }))
    await expect(running).rejects.toMatchObject({ code: 'imported-run', exit: 2 })
    await expect(running).rejects.toThrow(/agent "evil"/)
    expect(existsSync(marker)).toBe(false)
  })

  test('under a name of ours the command of our settings is started, after a yes', async () => {
    const store = await imported(
      'same-id',
      requestIn(folder, { ...CASES, agents: [{ ...hostile, id: 'paid' }] }),
    )
    const request = requestIn(folder, { store, resume: named('same-id') })
    const asked: string[] = []
    await expect(executeRun(request, deps())).rejects.toThrow(/agent paid starts paid/)
    const made = outsideWith(paidAgent({ paid: [] }))
    const confirm = async (_: string, lines: readonly string[]) => {
      asked.push(...lines)
      return true
    }
    const result = await executeRun(request, { ...made, confirm })
    expect([result.run, result.judged, asked]).toEqual(['same-id', 1, ['agent paid starts paid']])
    expect(existsSync(marker)).toBe(false)
  })

  test('addresses and keys of a customer come from our settings too', async () => {
    const customer = { model: 'openai:x', base_url: 'http://127.0.0.1:9/v1', key_env: 'SECRET' }
    const store = await imported('customer', requestIn(folder, { ...CASES, agents: [PAID], customer }))
    const request = requestIn(folder, { store, resume: named('customer') })
    await expect(executeRun(request, deps({ confirm: async () => true }))).rejects.toThrow(
      /customer openai:x/,
    )
    const ours = executeRun({ ...request, customer: { model: 'openai:x' } }, deps())
    await expect(ours).rejects.toThrow(/customer asks openai:x, with the key in OPENAI_API_KEY/)
  })

  test('a folder of the file is not read: the pack is ours', async () => {
    const selection = { ...CASES.selection, packs: ['/etc/lunchbox'] as const }
    const store = await imported('pack', requestIn(folder, { selection, agents: [PAID] }))
    const request = requestIn(folder, { store, resume: named('pack') })
    const made = outsideWith(paidAgent({ paid: [] }), { confirm: async () => true })
    expect(await executeRun(request, made)).toMatchObject({ judged: 1 })
    const other = {
      ...request,
      selection: { ...request.selection, packs: [join(LUNCHBOX, './northline')] as const },
    }
    const again = await imported('pack2', requestIn(folder, { selection, agents: [PAID] }))
    await expect(executeRun({ ...other, store: again, resume: named('pack2') }, made)).rejects.toThrow(
      /pack "lunchbox"/,
    )
  })

  test('--resume without a name does not take it', async () => {
    const store = await imported('unnamed', requestIn(folder, { ...CASES, agents: [hostile] }))
    const request = requestIn(folder, { ...CASES, store, resume: RESUME })
    const result = await executeRun(request, outsideWith(paidAgent({ paid: [] })))
    expect(result.run).not.toBe('unnamed')
  })

  test('it is marked in every list, and exported as it came', async () => {
    const store = await imported('marked', requestIn(folder, { ...CASES, agents: [PAID] }))
    const listed = await sageIn(folder, ['runs', '--store', store])
    expect(listed.out).toContain('unfinished, imported')
    const opened = await openSqliteStore(store)
    const run = (await opened.runs())[0]
    assert(run !== undefined, 'it was imported')
    await exportRun(opened, run, join(folder, 'again.jsonl.gz'))
    expect(await importRun(opened, join(folder, 'again.jsonl.gz'), AT)).toMatchObject({ imported: false })
    await opened.close()
  })
})

describe('a hostile file', () => {
  const store = join(folder, 'hostile.db')
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, gzipSync(text))
    return path
  }
  const end = JSON.stringify({
    type: 'end',
    trials: 0,
    forks: 0,
    pages: 0,
    ratings: 0,
    reviews: 0,
    calibrations: 0,
  })
  const run = (id: string) =>
    JSON.stringify({ type: 'run', format: 1, run: id, started_at: AT, finished_at: AT, header: {} })

  test.each(['../../../tmp/x', 'a/b', '--md=x', 'a\u001b[2J', '<b>', 'a\nb', ''])(
    'run id %j is refused',
    async (id) => {
      const path = file('id.jsonl.gz', `${run(id)}\n${end}\n`)
      expect(await sageIn(folder, ['runs', 'import', path, '--store', store])).toMatchObject({ exit: 2 })
    },
  )

  test('a bomb is refused while it is unpacked, by import and by score', async () => {
    const path = join(folder, 'bomb.jsonl.gz')
    writeFileSync(path, gzipSync(Buffer.alloc(300e6, 0x61)))
    for (const command of [
      ['runs', 'import', path, '--store', store],
      ['score', path],
    ]) {
      const { exit, err } = await sageIn(folder, command)
      expect([exit, err]).toEqual([2, expect.stringContaining('is too large')])
      expect(err).not.toContain('    at ')
    }
  })
})
