import { rmSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { seededChance } from '../src/base/chance.ts'
import { openModels } from '../src/models/providers/open-models.ts'
import type { AgentRequest } from '../src/runner/agents/kinds.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import type { StoredTrial } from '../src/storage/store.ts'
import { type ModelServer, openModelServer } from './model-server/model-server.ts'
import { strict } from './model-server/strict.ts'
import { folderFor, outsideWith, paidAgent, RESUME, requestIn, storedOf } from './runner-testing.ts'

const STOPS = 3
const folders: string[] = []
let server: ModelServer | undefined
afterEach(() => server?.close())
afterAll(() => {
  vi.unstubAllEnvs()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
vi.stubEnv('STRICT_KEY', 'sk-strict-0123456789')

/** A run against a server that answers exact bytes: left in peace (`stopAfter` null), or stopped again and again. */
async function played(model: string, stopEvery: (() => number) | null, part: 'agent' | 'customer') {
  const folder = folderFor('bytes')
  folders.push(folder)
  let left = Number.POSITIVE_INFINITY
  let stop = (): void => undefined
  const opened = await openModelServer((asked) => {
    left -= 1
    if (left === 0) stop()
    return strict(asked)
  })
  server = opened
  const agent: AgentRequest = {
    id: 'strict',
    kind: 'model',
    protocol: 'declared',
    target: [model],
    sop: 'prompt',
    tools: 'ours',
    model: {
      baseUrl: opened.url,
      keyEnv: 'STRICT_KEY',
      ...(model.startsWith('anthropic') ? { reasoning: 'low' } : {}),
    },
  }
  const cases = ['lunchbox/cancel-in-time', 'lunchbox/torn-strap-with-photo']
  const selection = { ...requestIn(folder).selection, cases }
  const customer = { model, base_url: opened.url, key_env: 'STRICT_KEY' }
  const parties = part === 'agent' ? { agents: [agent] } : { customer }
  const request = requestIn(folder, { ...parties, selection, concurrency: 2 })
  let stops = 0
  for (;;) {
    const outside = outsideWith(paidAgent({ paid: [] }), { models: openModels({ env: process.env }) })
    stop = outside.stop
    left = stopEvery === null || stops === STOPS ? Number.POSITIVE_INFINITY : stopEvery()
    const result = await executeRun({ ...request, resume: RESUME }, outside)
    if (result.stopped !== undefined) {
      stops += 1
      continue
    }
    await opened.close()
    const trials = await storedOf(request.store, result.run)
    return { stops, trials: trials.map(untimed), asked: new Set(opened.asked.map(({ raw }) => raw)) }
  }
}

/** How long a call took is no part of a conversation. */
const untimed = ({ trial, transcript, score }: StoredTrial) => ({
  trial,
  score,
  transcript: transcript.replaceAll(/"took_ms":[\d.]+/g, '"took_ms":0'),
})

describe('a stopped run sends the model byte for byte what an undisturbed one sends', () => {
  test.each([
    ['openai:x', 'agent'],
    ['anthropic:x', 'agent'],
    ['openai:x', 'customer'],
  ] as const)('%s as the %s', async (model, part) => {
    const chance = seededChance(7)
    const peace = await played(model, null, part)
    const war = await played(model, () => 2 + chance.below(4), part)
    expect(war.stops).toBeGreaterThan(1)
    expect([...war.asked].filter((body) => !peace.asked.has(body))).toHaveLength(0)
    expect(war.trials).toEqual(peace.trials)
    // Else a customer that forgets what the model heard would pass.
    if (part === 'customer') expect(JSON.stringify(peace.trials)).toContain('\\"heard\\":[')
  })
})
