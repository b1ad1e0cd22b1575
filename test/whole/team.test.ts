import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownVersion } from '../../src/cli/terminal/own-version.ts'
import { CallQueues } from '../../src/models/call-queues.ts'
import type { OwnProviders } from '../../src/models/known-providers.ts'
import { noModels } from '../../src/models/no-models.ts'
import { openModels } from '../../src/models/providers/open-models.ts'
import { REAL_TIMING } from '../../src/models/providers/real-timing.ts'
import { serveWorker } from '../../src/runner/workers/serve-worker.ts'
import { openStore, openTeam, storePlace } from '../../src/storage/open/open-store.ts'
import { CLI, ensureBuilt } from '../built.ts'
import { service } from '../compose-file.ts'
import { openModelServer } from '../model-server/model-server.ts'
import { strict } from '../model-server/strict.ts'
import { PASSWORD, type PostgresServer, startPostgres } from '../postgres-server.ts'
import { sageIn } from '../sage-in.ts'
import { aRunId, aTrialId } from '../support/base/ids.ts'
import { aRun } from '../support/storage/store-contract.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { disturbTeam, startTeam } from '../team-run.ts'

/** A team's store: PostgreSQL, one server for all tests of this file. */
let server: PostgresServer
const folder = tempFolder()
beforeAll(async () => {
  ensureBuilt()
  server = await startPostgres()
  writeFileSync(join(folder, 'sage.yaml'), 'gates: { defaults: off }\nplanned: none\n')
})
afterAll(() => server.stop())

const SECRET = /pass-word|pass%2Dword/

test('every reading command works on PostgreSQL as on a file, and no password is shown or stored', async () => {
  const place = server.url('cli')
  const run =
    'run --pack lunchbox --agent people-pleaser --case lunchbox/cancel-in-time --seed 5 --local'.split(' ')
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

/** The role of docs/teams.md, made by the statements that stand there. */
async function makeLooker(schema: string): Promise<{ readonly user: string; readonly password: string }> {
  const looker = { user: `looker_${schema}`, password: 'looks-only' }
  const page = readFileSync(new URL('../../docs/teams.md', import.meta.url), 'utf8')
  const statements = page.match(/^(?:create role|grant|alter default privileges) .*;$/gm) ?? []
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  for (const statement of statements)
    await client.query(
      statement
        .replace('schema sage', `schema ${schema}`)
        .replace(/\blooker\b/, looker.user)
        .replace("'...'", `'${looker.password}'`),
    )
  await client.end()
  expect(statements).toHaveLength(4)
  return looker
}

test('a user who may only read looks at everything, and is told why nothing is written', async () => {
  const place = server.url('looked_at')
  const one = '--pack lunchbox --agent people-pleaser --case lunchbox/cancel-in-time --local'.split(' ')
  expect(await sageIn(folder, ['run', ...one, '--store', place])).toMatchObject({ exit: 0 })
  const { user, password } = await makeLooker('looked_at')
  const store = ['--store', place.replace(/\/\/[^@]*@/, `//${user}:${password}@`)]
  for (const asked of [
    ['runs'],
    ['report', 'latest'],
    ['compare', 'latest', 'latest'],
    ['runs', 'export', 'latest', '-o', 'looked.jsonl.gz'],
    ['doctor', '--offline'],
  ])
    expect(await sageIn(folder, [...asked, ...store]), asked.join(' ')).toMatchObject({ exit: 0 })
  for (const asked of [
    ['run', ...one],
    ['worker', '--once'],
    ['runs', 'prune', '--keep', '0', '--yes'],
  ]) {
    const { exit, err } = await sageIn(folder, [...asked, ...store])
    expect([exit, err], asked.join(' ')).toEqual([2, expect.stringContaining('This user may not write to')])
  }
})

test('sage runs prune leaves a finished run alone that workers have again', async () => {
  const place = server.url('prune')
  const { store, team } = await openTeam(place)
  const at = '2026-01-01T00:00:00.000Z'
  for (const id of ['gone', 'resumed', 'stays']) await store.createRun(aRun(id, { finishedAt: at }))
  await team.submit(aRunId('resumed'), { trials: 1, version: '1', usd: null, minutes: null })
  const { out, exit } = await sageIn(folder, ['runs', 'prune', '--keep', '0', '--json', '--store', place])
  expect([exit, JSON.parse(out)]).toEqual([2, { old: ['gone', 'stays'], deleted: [] }])
  await sageIn(folder, ['runs', 'prune', '--keep', '1', '--yes', '--store', place])
  expect((await store.runs()).map(({ id }) => id)).toEqual(['resumed', 'stays'])
  await store.close()
})

test('a submitted run is played by workers and comes to what one process comes to', async () => {
  const place = server.url('workers')
  const run = ['run', '--pack', 'lunchbox', '--agent', 'people-pleaser', '--json']
  const alone = JSON.parse((await sageIn(folder, run)).out)
  const watching = sageIn(folder, [...run, '--store', place])
  await expect
    .poll(async () => (await sageIn(folder, ['runs', '--store', place, '--json'])).out)
    .toContain('running')
  const workers = await Promise.all(
    [1, 2].map(() => sageIn(folder, ['worker', '--once', '--store', place, '--concurrency', '4', '--json'])),
  )
  const together = await watching
  expect([together.exit, ...workers.map(({ exit }) => exit)]).toEqual([0, 0, 0])
  const result = JSON.parse(together.out)
  expect({ trials: result.trials, agents: result.agents }).toEqual({
    trials: alone.trials,
    agents: alone.agents,
  })
  const stored = workers.map(({ out }) => JSON.parse(out).stored)
  expect(stored[0] + stored[1]).toBe(alone.trials)
  expect(together.err).toContain('no worker is running. Start one or more: sage worker --store postgres://')
  expect(together.err).toContain('2 workers, 8 conversations at a time')
})

test('the processes of compose.yaml, started without containers, play a run; the studio shows it as a user who may only read', async () => {
  const place = storePlace(server.url('compose'), folder)
  const start = (name: string, store = place, password = PASSWORD) => {
    const words = service(name).command.map((word) =>
      word.replace('postgres://sage@db/sage', store).replace(/^4400$/, '0'),
    )
    const env = { ...process.env, PGPASSWORD: password }
    return spawn(process.execPath, [CLI, ...words], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  }
  const started = [start('worker'), start('worker')]
  try {
    const one = ['--pack', 'lunchbox', '--agent', 'people-pleaser', '--case', 'lunchbox/cancel-in-time']
    const { out, exit } = await sageIn(folder, ['run', ...one, '--json', '--store', place])
    expect(exit).toBe(0)
    const looker = await makeLooker('compose')
    const studio = start('studio', place.replace('//postgres@', `//${looker.user}@`), looker.password)
    started.push(studio)
    const link = await new Promise<string>((found, lost) => {
      let said = ''
      studio.stderr.on('data', (more: Buffer) => {
        said += more.toString()
        if (said.includes('Ctrl-C')) found(said.match(/http:\S+/)?.[0] ?? '')
      })
      studio.once('exit', () => lost(new TypeError(`the studio ended: ${said}`)))
    })
    const entered = await fetch(link, { redirect: 'manual' })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const shown = await fetch(new URL('/api/runs', link), { headers: { cookie } })
    const { run } = JSON.parse(out)
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(run)])
    const report = await fetch(new URL(`/api/report?run=${run}`, link), { headers: { cookie } })
    expect([report.status, await report.json()]).toMatchObject([200, { run }])
    // Without the token nobody sees anything.
    expect((await fetch(new URL('/api/runs', link))).status).toBe(403)
    // Nor from another address than loopback, where the studio is reached through a proxy.
    await behindProxy(new URL(link).port, async (outside) => {
      expect((await fetch(new URL('/api/runs', outside))).status).toBe(403)
      expect((await fetch(new URL('/api/runs', outside), { headers: { cookie } })).status).toBe(200)
    })
  } finally {
    await Promise.all(
      started.map(async (one) => {
        const ended = once(one, 'exit')
        if (one.kill('SIGTERM')) await ended
      }),
    )
  }
})

/** What deploy/studio.conf.template does, on an address of this machine that others reach, if it has one. */
async function behindProxy(port: string, work: (outside: string) => Promise<void>): Promise<void> {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: `127.0.0.1:${port}` }
    const passed = request({ port, path: asked.url, method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    asked.pipe(passed)
  })
  proxy.listen(0, '0.0.0.0')
  await once(proxy, 'listening')
  const address = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  const bound = proxy.address()
  try {
    await work(`http://${address ?? '127.0.0.1'}:${typeof bound === 'object' ? bound?.port : ''}`)
  } finally {
    proxy.close()
  }
}

test('killed workers and a database that restarts: no trial is lost, doubled or another one', async () => {
  const work = { cli: CLI, server, schema: 'kills', seeds: [1], trials: 2, workers: 2, lanes: 3 }
  const came = await disturbTeam({ ...work, kills: 4, restarts: 2, cutOffMs: 0 })
  expect(came).toMatchObject({
    kills: 4,
    restarts: 2,
    sameTrials: true,
    sameNumbers: true,
    doubled: 0,
    setAside: 0,
  })
  expect(came.paidAgain).toBeLessThanOrEqual((came.kills + came.restarts * work.workers) * work.lanes)
})

const KILLER = `
export const stateless = true
export default async function agent(turn) {
  if (JSON.stringify(turn.heard).includes('cancel')) process.kill(process.pid, 'SIGKILL')
  return { messages: ['What is your order number?'] }
}
`

test('a trial that kills its workers is set aside after three of them, and said; the others are played', async () => {
  const place = server.url('poison')
  const [cases, store] = [
    ['lunchbox/cancel-in-time', 'lunchbox/came-last-week'],
    ['--store', place],
  ]
  const words = [
    ...cases.flatMap((each) => ['--case', each]),
    '--pack',
    'lunchbox',
    '--agent',
    './killer.mjs',
  ]
  writeFileSync(join(folder, 'killer.mjs'), KILLER)
  const watching = sageIn(folder, ['run', ...words, '--protocol', 'observed', ...store])
  const team = startTeam({ cli: CLI, folder, store: place, workers: 1, lanes: 2 })
  const { exit, out } = await watching
  await team.stop()
  // One of two trials is more than the share of faults that a result can bear.
  expect([exit, out]).toEqual([3, expect.stringContaining('1 faulted')])
  expect(out).toContain('Faults:  1 x set aside: 3 workers died while they played it')
  const opened = await openStore(storePlace(place, folder), 'read')
  const [run] = await opened.runs()
  const stored = await opened.trialsAfter(run?.id ?? aRunId('none'), { place: 0, limit: 9, state: 'faulted' })
  const last = (await opened.trial(stored[0]?.trial ?? aTrialId('none')))?.transcript
    .trimEnd()
    .split('\n')
    .slice(-2)
  await opened.close()
  expect(last?.join()).toMatch(/"fault.raised".*set aside: 3 workers.*"machinery.failed"/)
  expect(stored.map((each) => each.score)).toEqual([
    expect.stringContaining('set aside: 3 workers died while they played it'),
  ])
})

test('a worker without the key of a model refuses the run and says why', async () => {
  const place = server.url('keys')
  const stop = new AbortController()
  const words = ['run', '--pack', 'lunchbox', '--case', 'lunchbox/cancel-in-time', '--agent', 'openai:some']
  const opened = await openTeam(storePlace(place, folder))
  const queues = new CallQueues(REAL_TIMING)
  const deps = { clock: Date.now, signal: stop.signal, version: ownVersion(), queues }
  const worker = { name: 'poor', lanes: 1, once: false, onEvent: () => undefined }
  const models = (providers: OwnProviders) => openModels({ env: {}, providers })
  const serving = serveWorker(opened, worker, { ...deps, models })
  const heard: string[] = []
  const watching = sageIn(folder, [...words, '--store', place], { err: (text) => void heard.push(text) })
  await expect.poll(() => heard.join('')).toMatch(/worker poor does not play this run\. .*OPENAI_API_KEY/)
  stop.abort()
  await serving
  const [submitted] = await opened.team.submissions()
  await opened.team.withdraw(submitted?.run ?? aRunId('none'))
  expect(await watching).toMatchObject({ exit: 1 })
  await opened.store.close()
})

test('a pause that a provider asks of one worker is kept by one that joins later', async () => {
  const place = server.url('pause')
  const pauseMs = 3000
  const asked: number[] = []
  const models = await openModelServer((one) => {
    asked.push(performance.now())
    const tooMany = { kind: 'status', status: 429, headers: { 'retry-after-ms': String(pauseMs) } } as const
    return asked.length === 1 ? { ...strict(one), fault: tooMany } : strict(one)
  })
  const project = mkdtempSync(join(tmpdir(), 'sage-pause-'))
  writeFileSync(
    join(project, 'sage.yaml'),
    `providers: { mine: { base_url: "${models.url}" } }
agents: [{ id: some, model: "mine:x" }]
packs: [lunchbox]
cases: [lunchbox/cancel-in-time, lunchbox/came-last-week]
planned: none
gates: { defaults: off }
`,
  )
  const worker = (lanes: number) =>
    sageIn(project, ['worker', '--once', '--store', place, '--concurrency', String(lanes)])
  const opened = await openTeam(storePlace(place, project))
  try {
    const watching = sageIn(project, ['run', '--json', '--store', place])
    await expect.poll(async () => (await opened.team.submissions()).length).toBe(1)
    const first = worker(1)
    await expect.poll(async () => (await opened.team.providerNews()).map(({ cuts }) => cuts)).toEqual([1])
    const second = worker(4)
    expect(await Promise.all([watching, first, second])).toMatchObject([
      { exit: 0 },
      { exit: 0 },
      { exit: 0 },
    ])
    const [refused = 0, next = 0] = asked
    expect(next - refused).toBeGreaterThanOrEqual(pauseMs)
  } finally {
    await opened.store.close()
    await models.close()
    rmSync(project, { recursive: true, force: true })
  }
})

test('a worker whose module agent is another file refuses the run and says why', async () => {
  const place = server.url('modules')
  const agent = join(folder, 'talker.mjs')
  const says = (words: string): void =>
    writeFileSync(agent, `export default async () => ({ messages: ['${words}'] })\n`)
  says('What is your order number?')
  const heard: string[] = []
  const words = ['--pack', 'lunchbox', '--case', 'lunchbox/cancel-in-time', '--agent', './talker.mjs']
  const run = ['run', ...words, '--protocol', 'observed', '--json', '--store', place]
  const watching = sageIn(folder, run, { err: (text) => void heard.push(text) })
  const opened = await openTeam(storePlace(place, folder))
  await expect.poll(async () => (await opened.team.submissions()).length).toBe(1)
  says('Something else.')
  const stop = new AbortController()
  const serve = () => {
    const queues = new CallQueues(REAL_TIMING)
    const deps = { clock: Date.now, signal: stop.signal, version: ownVersion(), queues }
    const worker = { name: `other-${heard.length}`, lanes: 1, once: true, onEvent: () => undefined }
    return serveWorker(opened, worker, { ...deps, models: () => noModels })
  }
  const refusing = serve()
  await expect
    .poll(() => heard.join(''))
    .toContain('the module of agent talker is not the same on this machine')
  says('What is your order number?')
  await serve()
  expect((await watching).exit).toBe(0)
  stop.abort()
  await refusing
  await opened.store.close()
})

test('a run that was submitted and closed is reopened, and comes to the same', async () => {
  const place = server.url('reopened')
  const one = ['--pack', 'lunchbox', '--agent', 'people-pleaser', '--case', 'lunchbox/cancel-in-time']
  const run = ['run', ...one, '--json', '--store', place]
  const opened = await openTeam(storePlace(place, folder))
  const child = spawn(process.execPath, [CLI, ...run], {
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await expect.poll(async () => (await opened.team.submissions()).length).toBe(1)
  child.kill('SIGTERM')
  expect(await ended).toEqual([143, null])
  const [submitted] = await opened.team.submissions()
  const again = sageIn(folder, [...run, '--resume', submitted?.run ?? ''])
  expect(await sageIn(folder, ['worker', '--once', '--store', place])).toMatchObject({ exit: 0 })
  const reopened = await again
  expect([reopened.exit, JSON.parse(reopened.out).run]).toEqual([0, submitted?.run])
  const alone = JSON.parse((await sageIn(folder, run.slice(0, -2))).out)
  expect(JSON.parse(reopened.out).agents).toEqual(alone.agents)
  // Once more when all is done: the stored result, and nothing is played.
  const shown = await sageIn(folder, [...run, '--resume', submitted?.run ?? ''])
  expect(JSON.parse(shown.out).agents).toEqual(alone.agents)
  await opened.store.close()
})
