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

describe('an agent is read back from a stored run as it was written', () => {
  test.each([
    { reference: 'oracle' },
    { model: 'openai:small', temperature: 0, timeout_seconds: 9 },
    { http: 'http://x/turn', key_env: 'KEY', headers_env: { 'x-tenant': 'TENANT' }, options: { a: 1 } },
    { http: 'http://x/turn', tools: 'own', mapping: 'map.yaml', stateless: true },
    { mcp: 'node agent.js' },
    { command: ['node', 'agent.js'], timeout_seconds: 3 },
    { module: './agent.ts' },
  ])('%j', (settings) => {
    const agent = agentOf(settings)
    expect(storedAgent().parse(JSON.parse(JSON.stringify(agent)))).toEqual(agent)
  })

  test('of a kind that is not known here it can be shown, but not made', () => {
    const stored = { id: 'mine', protocol: 'declared', sop: 'prompt', tools: 'ours' }
    const parrot = storedAgent().parse({ ...stored, kind: 'parrot', target: ['x'] })
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
