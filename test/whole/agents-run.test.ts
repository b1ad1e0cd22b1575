import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import { freePort, untilAnswered } from '../agents/free-port.ts'
import { openService } from '../agents/wires.ts'
import { ROOT } from '../architecture/source-files.ts'
import { sageIn } from '../sage-in.ts'
import { aRunId } from '../support/base/ids.ts'

/** `sage run` as people call it, with agents of their own; in this process, the store in a folder of its own. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-agents-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const sage = (words: readonly string[], workingFolder = folder) => sageIn(workingFolder, words)

const run = (...words: readonly string[]) =>
  sage(['run', '--json', '--store', join(folder, 'sage.db'), '--out', join(folder, 'out'), ...words])

const agents = (...lines: readonly string[]): void =>
  writeFileSync(
    join(folder, 'sage.yaml'),
    `packs: [lunchbox]\nagents:\n${lines.map((line) => `  - ${line}\n`).join('')}`,
  )

const CASE = ['--case', 'lunchbox/wants-a-person']
const FEW = [
  ...CASE,
  '--case',
  'lunchbox/torn-strap-with-photo',
  '--case',
  'lunchbox/stuck-parcel-and-a-cancel',
]

type Result = {
  trials: number
  judged: number
  faulted: number
  agents: { agent: string; kind: string; metrics: Record<string, { value: number | null; of?: number }> }[]
}
const resultOf = ({ out }: { out: string }): Result => JSON.parse(out)

describe('each example runs as its sage.yaml says', () => {
  /** The example's folder as it is, but for the port. */
  const example = (name: string, port?: number): void => {
    cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true })
    const file = join(folder, 'examples', name, 'sage.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      join(folder, 'sage.yaml'),
      port === undefined ? text : text.replace(/:86\d\d\//, `:${port}/`),
    )
  }
  const expectAllJudged = async (name: string, inFolder: string): Promise<void> => {
    const words = ['run', '--json', '--store', join(folder, 'sage.db'), '--out', join(folder, 'out')]
    // The toys close with work undone: the default gates rightly say so, and are not what is tested here.
    const said = await sage([...words, '--no-gates', ...FEW, '--config', join(folder, 'sage.yaml')], inFolder)
    expect({ name, exit: said.exit, err: said.err }).toMatchObject({ exit: 0 })
    const result = resultOf(said)
    expect(result.judged).toBe(result.trials)
    expect(result.trials).toBe((result.agents.length * FEW.length) / 2)
    for (const { kind, metrics } of result.agents) {
      expect(kind).toBe('agent')
      // A toy, but an honest one: it reports, and what it reports is compared.
      expect(metrics['report_missing']?.value).toBe(0)
      expect(metrics['intent_accuracy']?.value).toBeGreaterThan(0)
    }
  }

  test.each(['module', 'command'])('%s', async (name) => {
    example(name)
    await expectAllJudged(name, join(folder, 'examples', name))
  })

  test('mcp', async () => {
    example('mcp')
    // Packages are found from where the example really stands.
    await expectAllJudged('mcp', join(ROOT, 'examples/mcp'))
  })

  test('http-typescript', async () => {
    const { serve }: { serve: (port: number) => Server } = await import(
      join(ROOT, 'examples/http-typescript/server.ts')
    )
    const server = serve(0)
    await once(server, 'listening')
    try {
      example('http-typescript', (server.address() as AddressInfo).port)
      await expectAllJudged('http-typescript', folder)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  const python = spawnSync('python3', ['--version']).status === 0
  test.skipIf(!python)(`http-python${python ? '' : ' (skipped: there is no python3 here)'}`, async () => {
    const port = await freePort()
    const service = spawn('python3', [join(ROOT, 'examples/http-python/server.py'), String(port)], {
      stdio: 'ignore',
    })
    try {
      await untilAnswered(port)
      example('http-python', port)
      await expectAllJudged('http-python', folder)
    } finally {
      service.kill()
      await once(service, 'exit')
    }
  })
})

describe('wrong settings are said before the first trial, in words that help', () => {
  const wrong = async (line: string) => {
    agents(line)
    const { exit, err, out } = await sage(['run', '--store', join(folder, 'sage.db'), ...CASE])
    // Nothing was begun, so nothing is left that could be gone on with.
    expect(existsSync(join(folder, 'sage.db'))).toBe(false)
    return { exit, said: `${err}${out}` }
  }

  test('nothing answers at the address', async () => {
    const port = await freePort()
    const { exit, said } = await wrong(`{ id: mine, http: "http://127.0.0.1:${port}/turn" }`)
    expect(exit).toBe(3)
    expect(said).toContain(
      `Agent "mine" cannot be reached: nothing answers at http://127.0.0.1:${port} (ECONNREFUSED)`,
    )
    expect(said).toContain('Start the service first')
  })

  test('an address that is none', async () => {
    const { exit, said } = await wrong('{ id: mine, http: localhost }')
    expect([exit, said]).toEqual([2, expect.stringContaining('http:// or https://')])
  })

  test('no such program', async () => {
    const { exit, said } = await wrong('{ id: mine, command: pyton3 agent.py }')
    expect([exit, said]).toEqual([
      2,
      expect.stringContaining('Agent "mine" is the command "pyton3", and there is no such program.'),
    ])
  })

  test('no such module', async () => {
    const { exit, said } = await wrong('{ id: mine, module: ./nowhere.js }')
    expect([exit, said]).toEqual([2, expect.stringContaining('there is no such file')])
  })

  test('a module without the function', async () => {
    writeFileSync(join(folder, 'agent.mjs'), 'export const agent = () => ({})\n')
    const { exit, said } = await wrong('{ id: mine, module: ./agent.mjs }')
    expect([exit, said]).toEqual([2, expect.stringContaining('has no default export that is a function')])
  })

  test('a module that cannot be loaded', async () => {
    writeFileSync(join(folder, 'agent.mjs'), 'throw new TypeError("no database")\n')
    const { exit, said } = await wrong('{ id: mine, module: ./agent.mjs }')
    expect([exit, said]).toEqual([2, expect.stringContaining('cannot be loaded: no database')])
  })

  test('a missing key: which variable', async () => {
    const { exit, said } = await wrong('{ id: mine, http: "http://127.0.0.1:1/", key_env: MY_MISSING_KEY }')
    expect([exit, said]).toEqual([
      2,
      expect.stringContaining('needs the environment variable MY_MISSING_KEY'),
    ])
  })

  test('a mapping with mistakes: all of them, each with its place', async () => {
    writeFileSync(
      join(folder, 'map.yaml'),
      'tools:\n  getOrder: { is: lookup_oder }\n  log: { ignore: true }\n  pay: { is: refund }\n',
    )
    const line = '{ id: mine, module: ./agent.mjs, tools: own, mapping: ./map.yaml }'
    const { exit, said } = await wrong(line)
    expect(exit).toBe(2)
    expect(said).toMatch(/map\.yaml:2:19.*no pack of this run has a tool "lookup_oder"/)
    expect(said).toMatch(/map\.yaml:4:14.*no pack of this run has a tool "refund"/)
    expect(said).toContain('lookup_order')
  })

  test('a mapping that cannot be read', async () => {
    writeFileSync(
      join(folder, 'map.yaml'),
      'tools:\n  getOrder: { is: lookup_order, ignore: true }\n  x: { args: {} }\n',
    )
    const { exit, said } = await wrong('{ id: mine, module: ./agent.mjs, tools: own, mapping: ./map.yaml }')
    expect([exit, said]).toEqual([2, expect.stringContaining('map.yaml:2')])
  })
})

describe('protocols and tools', () => {
  const replying = (answer: string): void =>
    writeFileSync(join(folder, 'agent.mjs'), `export default (turn) => (${answer})\n`)

  test('observed: nothing is asked for; fields, intent and both gaps are not judged', async () => {
    replying(`turn.report_words === undefined ? { messages: ['What is your order number?'] } : null`)
    agents('{ id: mine, module: ./agent.mjs, protocol: observed }')
    const said = await run(...CASE)
    expect(said.exit).toBe(1)
    const metrics = resultOf(said).agents[0]?.metrics ?? {}
    for (const name of ['field_accuracy', 'intent_accuracy', 'execution_gap', 'execution_gap_conditional'])
      expect({ name, value: metrics[name]?.value }).toEqual({ name, value: null })
    expect(metrics['escalation_accuracy']?.value).toBe(0)
  })

  test('tools: own: calls come under the pack’s names, and nothing that rests on our desk is judged', async () => {
    replying(`turn.tools.length > 0 || turn.desk !== undefined ? null : {
      messages: ['A colleague takes over.'],
      reported: [
        { tool: 'getOrder', input: { number: 'LB-1054' }, ok: true, output: { state: 'on its way' } },
        { tool: 'trace', ok: true },
        { tool: 'escalate', input: { reason: 'asked_for_human', note: 'Wants a person.' }, ok: true },
      ],
      report: { intent: 'where_is_it', fields: {}, action: [{ act: 'claim-done', tool: 'hand_over' }] },
    }`)
    writeFileSync(
      join(folder, 'map.yaml'),
      `tools:
  getOrder: { is: lookup_order, arguments: { number: order_id } }
  escalate: { is: hand_over }
  trace: { ignore: true }
`,
    )
    agents('{ id: mine, module: ./agent.mjs, tools: own, mapping: ./map.yaml }')
    const said = await run(...CASE)
    expect({ exit: said.exit, err: said.err }).toMatchObject({ exit: 0 })
    const metrics = resultOf(said).agents[0]?.metrics ?? {}
    expect(metrics['intent_accuracy']?.value).toBe(1)
    for (const name of [
      'action_accuracy',
      'escalation_accuracy',
      'unsafe_actions',
      'outcome_accuracy',
      'free_goods',
    ])
      expect({ name, value: metrics[name]?.value }).toEqual({ name, value: null })
    const transcript = await onlyTranscript()
    expect(transcript).toContain('"tool":"lookup_order","input":{"order_id":"LB-1054"}')
    expect(transcript).toContain('"tools":"own"')
    expect(transcript).not.toContain('trace')
    expect(transcript).toContain('"ending":{"kind":"handed.over"}')
  })
})

async function onlyTranscript(): Promise<string> {
  const store = await openSqliteStore(join(folder, 'sage.db'))
  try {
    const [latest] = await store.runs()
    const transcripts: string[] = []
    for await (const { transcript } of store.trials(latest?.id ?? aRunId('none')))
      transcripts.push(transcript)
    expect(transcripts.length).toBe(1)
    return transcripts[0] ?? ''
  } finally {
    await store.close()
  }
}

describe('keys', () => {
  const KEY = 'sk-planted-0123456789abcdef'
  const TENANT = 'tenant-planted-42424242'

  /** Every byte that is left behind. */
  const everythingIn = (dir: string): string =>
    readdirSync(dir)
      .map((name) => join(dir, name))
      .map((path) => (statSync(path).isDirectory() ? everythingIn(path) : readFileSync(path, 'latin1')))
      .join('\n')

  test('are sent as headers, and stand in no store, transcript, report or output, even where the service repeats them', async () => {
    vi.stubEnv('MY_KEY', KEY)
    vi.stubEnv('MY_TENANT', TENANT)
    const service = await openService(async (_, response) => {
      response.writeHead(401, { 'content-type': 'text/plain' })
      response.end(`wrong key ${KEY} of ${TENANT}`)
      return 'answered'
    })
    agents(`{ id: mine, http: "${service.url}", key_env: MY_KEY, headers_env: { x-tenant: MY_TENANT } }`)
    const said = await run(...CASE)
    await service.close()
    expect(service.told()).toContain(`Bearer ${KEY}`)
    expect(service.told()).toContain(`"x-tenant":"${TENANT}"`)
    expect(resultOf(said).faulted).toBe(1)
    const left = `${everythingIn(folder)}${said.out}${said.err}`
    expect(left).toContain('wrong key ***')
    expect([left.includes(KEY), left.includes(TENANT)]).toEqual([false, false])
  })

  test('a command’s last words are kept without them', async () => {
    vi.stubEnv('MY_API_KEY', KEY)
    writeFileSync(
      join(folder, 'agent.mjs'),
      `console.error('cannot use ' + process.env.MY_API_KEY); process.exit(4)\n`,
    )
    agents('{ id: mine, command: [node, agent.mjs] }')
    const said = await run(...CASE)
    const left = `${everythingIn(folder)}${said.out}${said.err}`
    expect(left).toContain('exit code 4: cannot use ***')
    expect(left).not.toContain(KEY)
  })

  test('a module’s error is kept without them', async () => {
    vi.stubEnv('MY_API_KEY', KEY)
    writeFileSync(
      join(folder, 'agent.mjs'),
      `export default () => { throw new TypeError('no ' + process.env.MY_API_KEY) }\n`,
    )
    agents('{ id: mine, module: ./agent.mjs }')
    const said = await run(...CASE)
    const left = `${everythingIn(folder)}${said.out}${said.err}`
    expect(left).toContain('the module threw: TypeError: no ***')
    expect(left).not.toContain(KEY)
  })
})
