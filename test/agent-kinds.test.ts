import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { pricesOf } from '../src/metrics/prices.ts'
import { noModels } from '../src/models/no-models.ts'
import { type AgentKinds, agentKinds, kindOf, storedAgent } from '../src/runner/agents/kinds.ts'
import { agentKind } from '../src/runner/agents/shared/agent-kind.ts'
import {
  type CustomAgent,
  customKind,
  oursOnly,
  storedBase,
} from '../src/runner/agents/shared/agent-request.ts'
import { baseOf } from '../src/runner/agents/shared/agent-settings.ts'
import { estimateRun } from '../src/runner/engine/estimate-run.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import { loadCases } from '../src/runner/packs/load-cases.ts'
import { sageConfig } from '../src/runner/settings/config-file.ts'
import { resolveRun } from '../src/runner/settings/resolve-run.ts'
import { RunFlags } from '../src/runner/settings/run-flags.ts'
import { readRunInputs } from '../src/runner/settings/run-inputs.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { situationsOf } from '../src/runner/trial/plan-trials.ts'
import { storedOf } from './runner-testing.ts'

/** A kind of agent is one declaration: this one is not in kinds.ts and goes everywhere. */
type Parrot = CustomAgent & { readonly loud: boolean }
const NAME = customKind('parrot')

const parrot = agentKind({
  name: NAME,
  target: z.string().min(1).describe('the words it says'),
  settings: { loud: z.boolean().optional() },
  docs: null,
  word: 'parrot:words',
  recognise: (word) => (word.startsWith('parrot:') ? 'parrot' : null),
  resolve: (written) => ({
    agent: { ...baseOf(written), kind: NAME, tools: 'ours', loud: written.settings.loud ?? false },
  }),
  whereTextGoes: () => ({ to: 'program', command: 'a parrot' }),
  stored: z
    .object({
      ...storedBase,
      ...oursOnly,
      kind: z.literal('parrot').transform(() => NAME),
      loud: z.boolean(),
    })
    .readonly(),
  load:
    async () =>
    ({ target: [words], loud }: Parrot) => ({
      make: () => ({
        reply: async () => ({ messages: [loud ? words.toUpperCase() : words], calls: [] }),
      }),
    }),
})
const KINDS: AgentKinds = [parrot]

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-kinds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const requested = async (flags: Partial<RunFlags>, kinds: AgentKinds = KINDS): Promise<RunRequest> =>
  resolveRun(
    await readRunInputs(
      RunFlags.parse({ suite: 'smoke', case: ['lunchbox/wants-a-person'], ...flags }),
      folder,
      kinds,
    ),
  )

test('a word on the command line is recognised', async () => {
  const { agents } = await requested({ agent: ['parrot:hello', 'oracle'] })
  expect(agents).toEqual([
    {
      id: 'parrot',
      kind: 'parrot',
      protocol: 'declared',
      sop: 'prompt',
      tools: 'ours',
      target: ['parrot:hello'],
      loud: false,
    },
    kindOf({ kind: 'reference' }).stored.parse(agents[1]),
  ])
  await expect(requested({ agent: ['parrot:hello'] }, [])).rejects.toThrow('parrot')
  await expect(requested({ agent: ['hm'] })).rejects.toMatchObject({
    hint: expect.stringContaining('For your own agent use parrot:words, provider:model, a service URL'),
  })
})

test('sage.yaml has its keys, and no others', async () => {
  const schema = JSON.stringify(
    z.toJSONSchema(sageConfig(agentKinds(KINDS)), { io: 'input', unrepresentable: 'any' }),
  )
  expect([schema.includes('"loud"'), schema.includes('the words it says')]).toEqual([true, true])
  writeFileSync(join(folder, 'sage.yaml'), 'agents: [{ id: polly, parrot: cracker, loud: true }]\n')
  expect((await requested({})).agents).toMatchObject([{ id: 'polly', target: ['cracker'], loud: true }])
  writeFileSync(join(folder, 'sage.yaml'), 'agents: [{ id: polly, parrot: cracker, laud: true }]\n')
  await expect(requested({})).rejects.toThrow('The settings of this run have errors')
  writeFileSync(join(folder, 'sage.yaml'), 'agents: [{ id: polly, parrot: cracker, loud: very }]\n')
  await expect(requested({})).rejects.toThrow('The settings of this run have errors')
})

test('the estimate says where its text goes', async () => {
  const request = await requested({ agent: ['parrot:hello'] })
  const situations = situationsOf(await loadCases(request.selection, request.seed), request.selection)
  const { parties } = await estimateRun(request, situations, { prices: pricesOf([]), kinds: KINDS })
  expect(parties[0]).toMatchObject({ party: 'agent parrot', to: 'a program of yours: a parrot', usd: null })
})

test('it is made, plays a trial and is stored', async () => {
  writeFileSync(join(folder, 'sage.yaml'), 'agents: [{ id: polly, parrot: cracker, loud: true }]\n')
  const request = await requested({})
  const { run } = await executeRun(request, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
    clock: Date.now,
    models: noModels,
    kinds: KINDS,
  })
  const [trial] = await storedOf(request.store, run)
  expect([trial?.agent, trial?.transcript.includes('CRACKER')]).toEqual(['polly', true])
  expect(request.agents.map((agent) => storedAgent(KINDS).parse(JSON.parse(JSON.stringify(agent))))).toEqual(
    request.agents,
  )
})

test('two kinds may share a setting only if it means the same', () => {
  const other = { ...parrot, name: 'crow', settings: { loud: z.number().optional() } }
  expect(() => sageConfig([parrot, other])).toThrow('kind crow declares the setting loud differently')
})
