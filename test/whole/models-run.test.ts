import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunId } from '../../src/base/values/ids.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import { loadPackOnce } from '../agents/contract.ts'
import { acting } from '../model-server/acting.ts'
import { type ModelServer, openModelServer } from '../model-server/model-server.ts'
import { playing } from '../model-server/playing.ts'
import type { Asked, Script } from '../model-server/scripted.ts'
import { sageIn } from '../sage-in.ts'
import { answerFor, readPrompt } from '../support/verdicts/judging-model.ts'

/** `sage run` with models, as people start it, against a real server that is scripted. */
const KEY = 'sk-planted-0123456789-do-not-keep'
let folder = ''
let server: ModelServer

const sage = (...words: readonly string[]) => sageIn(folder, words)

async function open(script: Script): Promise<void> {
  server = await openModelServer(script)
}

const config = (text: string): void => writeFileSync(join(folder, 'sage.yaml'), text)
const CASE = ['--case', 'lunchbox/torn-strap-with-photo'] as const

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-models-'))
  vi.stubEnv('PLANTED_KEY', KEY)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
  await server?.close()
})

const lastOf = ({ messages }: Asked): string => {
  const last = messages.at(-1)
  return last?.role === 'user' ? last.text : ''
}

const mine = (agent: string, rest = ''): void =>
  config(
    `providers:\n  mine: { base_url: "${server.url}", key_env: PLANTED_KEY }\nagents:\n  - ${agent}\n${rest}`,
  )

/** Every byte below the folder, whatever the file. */
const bytesIn = (path: string): string =>
  readdirSync(path, { withFileTypes: true })
    .map((entry) =>
      entry.isDirectory() ? bytesIn(join(path, entry.name)) : readFileSync(join(path, entry.name), 'latin1'),
    )
    .join('\n')

async function transcriptsOf(run: RunId): Promise<string> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  let all = ''
  for await (const { transcript } of store.trials(run)) all += transcript
  await store.close()
  return all
}

describe('sage run with a model', () => {
  test('holds the conversation, books what it cost, and sends its settings and key', async () => {
    const pack = await loadPackOnce()
    const play = playing(pack)
    await open(async (asked) => ({
      ...(await play(asked)),
      usage: { input: 1000, output: 20, cached: 900, reasoning: 5, cost: 0.001 },
    }))
    mine(
      '{ id: small, model: "mine:small", temperature: 0.25, seed: 7, reasoning: low, max_output_tokens: 900 }',
    )
    const { exit, out } = await sage('run', ...CASE, '--json')
    expect(exit).toBe(0)
    const result = JSON.parse(out)
    expect(result).toMatchObject({ judged: 1, faulted: 0, agents: [{ agent: 'small', kind: 'agent' }] })
    expect(result.agents[0].metrics.resolution).toMatchObject({ hits: 1, of: 1 })
    expect(result.agents[0].metrics.cost_usd.value).toBeGreaterThan(0)
    const [first] = server.asked
    expect(JSON.parse(first?.raw ?? '{}')).toMatchObject({
      model: 'small',
      temperature: 0.25,
      seed: 7,
      max_tokens: 900,
      reasoning_effort: 'low',
    })
    expect(first?.headers['authorization']).toBe(`Bearer ${KEY}`)
    expect(first?.system).toContain(pack.graph.sop.text.trim())
    expect(first?.tools).toContain('report_step')
  })

  test('no key is in the store, a report, a log or a message, not even where the server repeats it', async () => {
    await open(() => ({
      fault: {
        kind: 'status',
        status: 401,
        body: { error: { message: `Incorrect API key provided: ${KEY}.`, type: 'x' } },
      },
    }))
    mine('{ id: small, model: "mine:small" }')
    vi.stubEnv('SAGE_LOG', 'json')
    const { exit, out, err } = await sage('run', ...CASE)
    expect(exit).toBe(3)
    const kept = `${out}\n${err}\n${bytesIn(folder)}`
    expect(kept).toContain('key-refused')
    expect(kept).not.toContain(KEY)
    expect(out).toMatch(
      /^Faults: {2}\d+ x mine:small: key-refused \(HTTP 401: Incorrect API key provided: \*\*\*\.\)$/m,
    )
  })

  test.each([
    ['prompt', true, true],
    ['lookup', false, true],
    ['none', false, false],
    ['steps', 'part', false],
  ] as const)('sop: %s', async (mode, whole, hasLookUp) => {
    const pack = await loadPackOnce()
    await open(playing(pack))
    mine(`{ id: small, model: "mine:small", sop: ${mode} }`)
    const { exit, out } = await sage('run', ...CASE, '--json')
    expect([exit, JSON.parse(out).faulted]).toEqual([0, 0])
    const text = pack.graph.sop.text.trim()
    expect(server.asked.every(({ system }) => system.includes(text))).toBe(whole === true)
    expect(server.asked[0]?.tools.includes('search_handbook')).toBe(hasLookUp)
    const sentence = 'Ask for the order number and look the order up before you promise anything.'
    expect(server.asked[0]?.system.includes(sentence)).toBe(whole !== false)
    if (whole === 'part') {
      const photo = server.asked.findIndex(({ system }) => system.includes('Ask for the photo.'))
      expect(photo).toBeGreaterThan(0)
      expect(server.asked[photo]?.system).not.toContain(sentence)
    }
  })

  test('observed: nothing is asked for but service, and a model may say what the words did', async () => {
    const pack = await loadPackOnce()
    const play = playing(pack)
    const greets = {
      s: 1,
      form: 'courtesy',
      acts: [{ kind: 'greet', place: null, polarity: 'positive', sure: true }],
    }
    await open((asked) =>
      asked.model === 'reader' ? { text: JSON.stringify({ sentences: [greets] }) } : play(asked),
    )
    mine('{ id: small, model: "mine:small" }', 'reader: { model: "mine:reader" }\n')
    const { exit, out } = await sage('run', ...CASE, '--protocol', 'observed', '--no-gates', '--json')
    expect([exit, JSON.parse(out).judged]).toEqual([0, 1])
    expect(server.asked.some(({ tools }) => tools.includes('report_step'))).toBe(false)
    const read = server.asked.filter(({ model }) => model === 'reader')
    expect(read.length).toBeGreaterThan(1)
    const transcript = await transcriptsOf(JSON.parse(out).run)
    const readings = [...transcript.matchAll(/"type":"message.read"[^\n]*"by":"mine:reader"/g)]
    const said = [...transcript.matchAll(/"from":"agent"/g)]
    expect([readings.length, said.length > 1]).toEqual([said.length, true])
    expect(JSON.parse(out).versions.reader).toMatch(/^mine:reader, prompt \d+$/)
  })

  test('stopped by a key that was withdrawn, a run goes on later and pays for no answer twice', async () => {
    const play = playing(await loadPackOnce())
    let answered = 0
    const stopAfter = { answers: 2 }
    await open(async (asked) => {
      if (answered >= stopAfter.answers) return { fault: { kind: 'status', status: 401 } }
      answered += 1
      return play(asked)
    })
    mine('{ id: small, model: "mine:small" }')
    const stopped = await sage('run', ...CASE, '--json')
    expect([stopped.exit, JSON.parse(stopped.out).faulted]).toEqual([3, 1])
    stopAfter.answers = Number.POSITIVE_INFINITY
    const { run } = JSON.parse(stopped.out)
    const resumed = await sage('run', '--resume', run, '--json')
    expect(JSON.parse(resumed.out)).toMatchObject({ judged: 1, faulted: 0 })
    const transcript = await transcriptsOf(run)
    expect([...transcript.matchAll(/"type":"usage.recorded"/g)].length).toBe(answered)
    expect(transcript).toContain('"kind":"agent.closed"')
  })

  test('a customer played by a model: it hears and words in one call a turn, and does not decide', async () => {
    const pack = await loadPackOnce()
    const play = playing(pack)
    const theCase = pack.cases.find(({ id }) => id === CASE[1])
    if (theCase === undefined) throw new TypeError('no such case')
    const act = acting(pack, theCase)
    await open((asked) => (asked.model === 'actor' ? act(asked) : play(asked)))
    mine('{ id: small, model: "mine:small" }')
    const { out } = await sage('run', ...CASE, '--customer', 'mine:actor', '--json')
    expect(JSON.parse(out)).toMatchObject({ judged: 1, voided: 0, faulted: 0 })
    const transcript = await transcriptsOf(JSON.parse(out).run)
    expect(transcript).toContain('"customer":"mine:actor"')
    expect(transcript).not.toContain('message.understood')
    expect(transcript).toMatch(/"type":"message.read".*"by":"lexical"/)
    expect(transcript).toMatch(/"role":"customer","model":"mine:actor"/)
    const actor = server.asked.filter(({ model }) => model === 'actor')
    // All turns but the opening, which a person wrote.
    expect(actor).toHaveLength([...transcript.matchAll(/"from":"customer"/g)].length - 1)
    expect([actor.length > 1, actor.some(({ tools }) => tools.length > 0)]).toEqual([true, false])
    // Neither the SOP nor a tool's answer reaches whoever plays the customer.
    expect(
      actor.some(({ raw }) => raw.includes('replacements_this_year') || raw.includes('whatever the story')),
    ).toBe(false)
  })

  test('what a model says beside the customer’s card is not said, and no second call is paid', async () => {
    const play = playing(await loadPackOnce())
    const said = {
      hears: [{ is: 'asks', name: 'no_such_field', sure: true }],
      says: [1, 2].map((reply) => ({ reply, text: 'Thanks, goodbye! My number is 12345.' })),
    }
    await open((asked) => (asked.model === 'actor' ? { text: JSON.stringify(said) } : play(asked)))
    mine('{ id: small, model: "mine:small" }')
    const { out } = await sage('run', ...CASE, '--customer', 'mine:actor', '--json')
    const transcript = await transcriptsOf(JSON.parse(out).run)
    expect(transcript).toContain('"heard":[{"is":"asks","name":null,"sure":false}]')
    expect(transcript).not.toMatch(/12345|no_such_field/)
  })
})

describe('wrong settings are said before anything is asked', () => {
  test.each([
    [
      '{ id: a, model: "opnai:gpt" }',
      /There is no provider "opnai"/,
      /Did you mean "openai"\?.*openrouter.*ollama/s,
    ],
    ['{ id: a, model: "gpt" }', /"gpt" is not a model name/, /provider/],
    ['oracle\njudges: ["opnai:gpt"]', /There is no provider "opnai"/, /Did you mean "openai"/],
    ['oracle\ncustomer: { model: "opnai:gpt" }', /There is no provider "opnai"/, /Did you mean "openai"/],
    [
      '{ id: a, model: "openai:gpt", key_env: NO_SUCH_KEY }',
      /no key for openai:gpt.*NO_SUCH_KEY/s,
      /environment/,
    ],
  ])('%s', async (agent, what, hint) => {
    await open(() => ({}))
    mine(agent)
    const { exit, err } = await sage('run', ...CASE)
    expect(exit).toBe(2)
    expect(err).toMatch(what)
    expect(err).toMatch(hint)
    expect(server.asked).toEqual([])
    expect(existsSync(join(folder, '.sage'))).toBe(false)
  })
})

describe('sage run with a model as judge', () => {
  test('rates what was said once a trial, shows no names, and books what that cost', async () => {
    const play = playing(await loadPackOnce())
    await open((asked) =>
      asked.model === 'judge'
        ? {
            text: answerFor(readPrompt(lastOf(asked)).asked, () => 4),
            usage: { input: 900, output: 90, cost: 0.002 },
          }
        : play(asked),
    )
    mine('{ id: quokka-9, model: "mine:quokka-9" }', 'judges: ["mine:judge"]\n')
    const { exit, out } = await sage('run', ...CASE, '--json')
    expect(exit).toBe(0)
    const { agents, usage, validity } = JSON.parse(out)
    expect(agents[0].metrics.quality.n).toBe(1)
    expect(agents[0].metrics.resolution_quality.value).toBeGreaterThan(0)
    expect(usage.find(({ role }: { role: string }) => role === 'judge')).toMatchObject({
      model: 'mine:judge',
      calls: 1,
      usd: 0.002,
    })
    expect(validity.judges).toMatchObject([{ judge: 'mine:judge', calibrated: false }])
    const judged = server.asked.filter(({ model }) => model === 'judge')
    expect(judged.length).toBe(1)
    expect(judged[0]?.raw).not.toContain('quokka')
  })

  test('that fails on every call costs the run its ratings and nothing else', async () => {
    const play = playing(await loadPackOnce())
    await open((asked) =>
      asked.model === 'judge' ? { fault: { kind: 'status', status: 401, body: {} } } : play(asked),
    )
    mine('{ id: quokka-9, model: "mine:quokka-9" }', 'judges: ["mine:judge"]\n')
    const { exit, out } = await sage('run', ...CASE, '--json')
    const { judged, faulted, agents } = JSON.parse(out)
    expect([exit, judged, faulted]).toEqual([0, 1, 0])
    expect(agents[0].metrics.resolution).toMatchObject({ hits: 1, of: 1 })
    expect(agents[0].metrics.quality).toMatchObject({ value: null })
    const said = await sage('run', ...CASE)
    expect(said.out).toMatch(
      /^Judge: {3}mine:judge rated nothing \(judge-silent\); retry with npx sage-desk score \S+ --judge/m,
    )
  })
})

describe('examples/models', () => {
  test('two dozen models over one endpoint: one key, one command, a leaderboard', async () => {
    await open(playing(await loadPackOnce()))
    cpSync(join(packageRoot(), 'examples/models'), folder, { recursive: true })
    const yaml = readFileSync(join(folder, 'sage.yaml'), 'utf8')
    config(`providers: { openrouter: { base_url: "${server.url}", key_env: PLANTED_KEY } }\n${yaml}`)
    const { exit, out } = await sage('run', '--pack', 'lunchbox', ...CASE)
    expect(exit).toBe(0)
    const ids = [...yaml.matchAll(/^ {2}- \{ id: (\S+),/gm)].map(([, id]) => id ?? '')
    expect(ids.length).toBe(24)
    for (const id of ids) expect(out).toContain(id)
    expect(new Set(server.asked.map(({ model }) => model)).size).toBe(24)
  })

  test('a dry run says what it would cost, as far as list prices say, and who sends what', async () => {
    cpSync(join(packageRoot(), 'examples/models'), folder, { recursive: true })
    const { exit, out } = await sage('run', '--dry-run', '--pack', 'lunchbox', ...CASE)
    expect(exit).toBe(0)
    expect(out).toMatch(/cost: at least \d+\.\d\d USD; unknown for \d+ parties/)
    expect(out).toMatch(/^gpt-5, gpt-5-mini, .*, minimax-m2 send to openrouter: the SOP, /m)
    expect(out).toMatch(/^agent claude-sonnet-4\.5 .* \d+\.\d\d USD$/m)
  })
})

test('sage score --judge --config reads providers and prices from another file', async () => {
  await open(async (asked) => ({ text: answerFor(readPrompt(lastOf(asked)).asked, () => 4) }))
  config('agents: [oracle]\n')
  await sage('run', ...CASE, '--no-gates')
  const unknown = await sage('score', 'latest', '--judge', 'house:judge')
  expect([unknown.exit, unknown.err.includes('house')]).toEqual([2, true])
  writeFileSync(
    join(folder, 'nightly.yaml'),
    `providers: { house: { base_url: "${server.url}" } }\nprices: [{ model: "house:judge", as_of: "2026-01-01", input: 1, output: 1 }]\n`,
  )
  const { exit, out, err } = await sage(
    ...['score', 'latest', '--judge', 'house:judge', '--config', 'nightly.yaml', '--json'],
  )
  expect(exit, err).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ usage: [{ model: 'house:judge', usd: expect.any(Number) }] })
  expect((await sage('score', 'latest', '--judge', 'lexical', '--config', 'none.yaml')).exit).toBe(2)
})
