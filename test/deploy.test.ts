import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COMMANDS } from '../src/cli/command-table.ts'
import { ROOT } from './architecture/source-files.ts'
import { service, services, volumes } from './compose-file.ts'

/** compose.yaml, the Dockerfile and the proxy's settings must fit the commands, and one another. test/whole/team.test.ts starts the processes. */
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const ours = Object.entries(services).filter(([, { image }]) => image === 'sage')

/** Reads a command line as `sage` does, and does nothing. */
async function readLine([name, ...words]: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const entry = COMMANDS.find((one) => one.name === name)
  if (entry === undefined) throw new TypeError(`no command ${name}`)
  const command = new Command(entry.name).exitOverride().configureOutput({ writeErr: () => undefined })
  const define = await entry.load()
  define(command, () => () => undefined)
  await command.parseAsync(words, { from: 'user' })
  return command.opts()
}

describe('compose.yaml', () => {
  test('has a database, two workers, a studio and its proxy', () => {
    expect(Object.keys(services)).toEqual(['db', 'worker', 'studio', 'proxy'])
    expect([ours.map(([name]) => name), service('worker').deploy?.replicas]).toEqual([
      ['worker', 'studio'],
      2,
    ])
  })

  test.each(ours)('%s: its command is one of sage, on the database of this file', async (_, { command }) => {
    const { store } = await readLine(command)
    const { username, hostname, pathname, password } = new URL(z.string().parse(store))
    const { POSTGRES_USER, POSTGRES_DB } = z.record(z.string(), z.string()).parse(service('db').environment)
    expect([username, hostname, pathname, password]).toEqual([POSTGRES_USER, 'db', `/${POSTGRES_DB}`, ''])
  })

  test.each(['compose.yaml', 'docs/teams.md'])('the lines that %s shows are real', async (file) => {
    const shown = [...read(file).matchAll(/docker compose run --rm worker (.*)/g)].map(
      ([, line = '']) => line,
    )
    expect(shown.length).toBeGreaterThan(0)
    for (const line of shown) expect(await readLine(line.split(' '))).toHaveProperty('store')
  })

  test('a command that sage does not know is noticed', async () => {
    await expect(readLine(['worker', '--store', 'x', '--lanes', '3'])).rejects.toThrow(
      "unknown option '--lanes'",
    )
    await expect(readLine(['worker'])).rejects.toThrow('--store')
    await expect(readLine(['open', '--port', 'many'])).rejects.toThrow('whole number')
  })

  test('the password of the database is asked for, and is the same everywhere', () => {
    const given = read('compose.yaml').match(/PASSWORD[:=] ?.*/g) ?? []
    const fromOutside = /PASSWORD[:=] ?\$\{SAGE_DB_PASSWORD:\?choose a password for the database\}$/
    expect(given.filter((one) => fromOutside.test(one))).toHaveLength(3)
    // The fourth is the line that shows how to set it.
    expect(given).toHaveLength(4)
  })

  test('what it names is there', () => {
    for (const { volumes: mounted, depends_on } of Object.values(services)) {
      for (const one of mounted) {
        const [from = ''] = one.replace(/^\$\{SAGE_PROJECT:-\.\}/, '.').split(':')
        expect(from.startsWith('.') ? existsSync(join(ROOT, from)) : from in volumes, one).toBe(true)
      }
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name)
    }
  })
})

const compose = (...words: readonly string[]) =>
  spawnSync('docker', ['compose', ...words], {
    cwd: ROOT,
    env: { ...process.env, SAGE_DB_PASSWORD: 'any' },
    encoding: 'utf8',
  })

/** Most machines that test SAGE have no Docker Compose. */
test.skipIf(compose('version').status !== 0)('docker compose reads compose.yaml', () => {
  const { status, stderr } = compose('config', '--quiet')
  expect([status, stderr]).toEqual([0, ''])
})

describe('the studio behind the proxy', () => {
  const settings = read('deploy/studio.conf.template')

  test('shares the network of the proxy, which passes on to its port under its own name', async () => {
    const { port } = await readLine(service('studio').command)
    expect(service('studio').network_mode).toBe('service:proxy')
    expect(settings).toContain(`proxy_pass http://127.0.0.1:${port};`)
    expect(settings).toContain(`proxy_set_header Host 127.0.0.1:${port};`)
    expect(settings.match(/http:\/\/127\.0\.0\.1:\d+/g)).toEqual(
      Array.from({ length: 3 }, () => `http://127.0.0.1:${port}`),
    )
  })

  test('only the proxy is published, on this machine only', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) => ports.map((one) => [name, one]))
    expect(published).toEqual([['proxy', '127.0.0.1:8080:8080']])
    expect(settings).toContain('listen 8080;')
  })
})

test('the image starts sage, and holds what npm publishes', () => {
  const { bin } = z.object({ bin: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
  const file = read('Dockerfile')
  expect(file).toContain('ENTRYPOINT ["sage"]')
  expect(file).toContain(`ln -s /app/${bin['sage']} /usr/local/bin/sage`)
  expect(file).toContain('npm pack')
})
