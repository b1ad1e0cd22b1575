import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { sageIn } from './sage-in.ts'

/** A team's store: PostgreSQL, one server for all tests of this file. */
let server: PostgresServer
let folder = ''
beforeAll(async () => {
  server = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'sage-team-'))
  writeFileSync(join(folder, 'sage.yaml'), 'gates: []\nplanned: none\n')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const SECRET = /pass-word|pass%2Dword/

test('every reading command works on PostgreSQL as on a file, and no password is shown or stored', async () => {
  const place = server.url('cli')
  const run = ['run', '--pack', 'lunchbox', '--agent', 'classic', '--case', 'lunchbox/cancel-in-time', '--seed', '5']
  const words = (...more: readonly string[]) => [...more, '--store', place]
  const said: string[] = []
  const sage = async (...asked: readonly string[]) => {
    const answer = await sageIn(folder, asked)
    said.push(answer.out, answer.err)
    return answer
  }
  const onFile = JSON.parse((await sage(...run, '--json')).out)
  const [first, second] = [await sage(...words(...run, '--json')), await sage(...words(...run))]
  expect([first.exit, second.exit]).toEqual([0, 0])
  const stored = JSON.parse(first.out)
  expect(stored.agents).toEqual(onFile.agents)

  const listed = JSON.parse((await sage(...words('runs', '--json'))).out)
  expect(listed.runs.map(({ state }: { state: string }) => state)).toEqual(['finished', 'finished'])
  for (const asked of [
    ['runs', 'show', 'latest'],
    ['report', stored.run],
    ['compare', stored.run, 'latest'],
    ['doctor', '--offline'],
  ])
    expect(await sage(...words(...asked)), asked.join(' ')).toMatchObject({ exit: 0, err: '' })

  const linesOf = (file: string): string => gunzipSync(readFileSync(join(folder, file))).toString()
  const file = 'saved.jsonl.gz'
  await sage(...words('runs', 'export', stored.run, '-o', file))
  expect(SECRET.test(linesOf(file))).toBe(false)
  const elsewhere = ['--store', server.url('elsewhere')]
  expect(await sage('runs', 'import', file, ...elsewhere)).toMatchObject({ exit: 0 })
  await sage('runs', 'export', stored.run, '-o', 'again.jsonl.gz', ...elsewhere)
  expect(linesOf('again.jsonl.gz')).toBe(linesOf(file))
  expect(said.join('\n').match(/.{60}pass-word.{20}/g) ?? []).toEqual([])
})
