import { describe, expect, test } from 'vitest'
import { resolveAgent } from '../settings/resolve-agents.ts'
import { AGENT_KINDS, kindOf, storedAgent } from './kinds.ts'

const resolved = (settings: Readonly<Record<string, unknown>>) =>
  resolveAgent(
    { id: 'mine', ...settings },
    { kinds: AGENT_KINDS, protocol: 'declared', replaces: false, workingFolder: '/desk', providers: {} },
  )
const agentOf = (settings: Readonly<Record<string, unknown>>) => {
  const found = resolved(settings)
  if ('wrong' in found) throw new TypeError(found.wrong.message)
  return found.agent
}

/** As version 0.1 stored an agent: the settings of all kinds together. */
const STORED_01 = {
  id: 'mine',
  protocol: 'declared',
  sop: 'prompt',
  tools: 'ours',
  mapping: null,
  stateless: false,
  model: {},
  options: {},
}
const OUTSIDE_01 = { folder: '/desk', headersEnv: {}, timeoutMs: 120_000 }

describe('an agent of a run that 0.1 stored is the one that the same settings mean now', () => {
  test.each([
    [{ reference: 'oracle' }, { kind: 'reference', target: ['oracle'] }],
    [
      { model: 'openai:small', temperature: 0, timeout_seconds: 9 },
      { kind: 'model', target: ['openai:small'], model: { temperature: 0, timeoutMs: 9000 } },
    ],
    [
      { http: 'http://x/turn', key_env: 'KEY', headers_env: { 'x-tenant': 'TENANT' }, options: { a: 1 } },
      {
        kind: 'http',
        target: ['http://x/turn'],
        model: { keyEnv: 'KEY' },
        options: { a: 1 },
        outside: { ...OUTSIDE_01, headersEnv: { 'x-tenant': 'TENANT' } },
      },
    ],
    [
      { http: 'http://x/turn', tools: 'own', mapping: 'map.yaml', stateless: true },
      {
        kind: 'http',
        target: ['http://x/turn'],
        tools: 'own',
        mapping: '/desk/map.yaml',
        stateless: true,
        outside: OUTSIDE_01,
      },
    ],
    [{ mcp: 'node agent.js' }, { kind: 'mcp', target: ['node agent.js'], outside: OUTSIDE_01 }],
    [
      { command: ['node', 'agent.js'], timeout_seconds: 3 },
      { kind: 'command', target: ['node', 'agent.js'], outside: { ...OUTSIDE_01, timeoutMs: 3000 } },
    ],
    [{ module: './agent.ts' }, { kind: 'module', target: ['/desk/agent.ts'], outside: OUTSIDE_01 }],
  ])('%j', (settings, stored) => {
    const agent = agentOf(settings)
    expect(storedAgent().parse({ ...STORED_01, ...stored })).toEqual(agent)
    expect(storedAgent().parse(JSON.parse(JSON.stringify(agent)))).toEqual(agent)
  })

  test('of a kind that is not known here it can be shown, but not made', () => {
    const parrot = storedAgent().parse({ ...STORED_01, kind: 'parrot', target: ['x'] })
    expect(parrot).toMatchObject({ kind: 'parrot', target: ['x'], tools: 'ours' })
    expect(() => kindOf(parrot)).toThrow('There is no agent kind "parrot".')
  })
})

describe('a combination that no agent can be is refused', () => {
  test.each([
    [{ reference: 'oracle', tools: 'own' }, 'reference-own-tools'],
    [{ model: 'openai:small', tools: 'own' }, 'model-own-tools'],
    [{ mcp: 'node agent.js', tools: 'own' }, 'mcp-own-tools'],
    [{ http: 'http://x/turn', mapping: 'map.yaml' }, 'mapping-unused'],
    [{ command: 'node agent.js', tools: 'ours', mapping: 'map.yaml' }, 'mapping-unused'],
  ])('%j', (settings, code) => expect(resolved(settings)).toMatchObject({ wrong: { code } }))
})
