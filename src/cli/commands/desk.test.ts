import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { callMcp, mcpClient } from '../../../test/agents/wires.ts'
import { overhear } from '../../../test/sage-in.ts'
import { emptyFolder } from '../../../test/support/temp-folder.ts'
import { runProgram } from '../program.ts'

const folder = emptyFolder()
afterEach(() => vi.unstubAllEnvs())

function sage(...words: readonly string[]) {
  const { said, terminal } = overhear()
  return { said, exit: runProgram(words, { terminal, workingFolder: folder }) }
}

test('a desk over HTTP says where it is, and one conversation later what the rules say', async () => {
  vi.stubEnv('MY_DESK_TOKEN', 'a-token-of-my-own')
  const words = ['--http', '--sessions', '1', '--token-env', 'MY_DESK_TOKEN', '-o', 'kept', '--json']
  const { said, exit } = sage('desk', 'lunchbox/wants-a-person', '--protocol', 'declared', ...words)
  const address = (): string => /MCP: +(\S+)/.exec(said.err)?.[1] ?? ''
  await expect.poll(address, { timeout: 60_000 }).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  expect(said.err).not.toContain('a-token-of-my-own')
  const client = await mcpClient({ address: '', mcp: address(), token: 'a-token-of-my-own' })
  await callMcp(client, 'next_customer_message')
  await callMcp(client, 'hand_over', { reason: 'asked_for_human', note: 'Tom wants a person.' })
  await callMcp(client, 'reply_to_customer', { text: 'A colleague takes over.' })
  await callMcp(client, 'next_customer_message')
  expect(await exit).toBe(0)
  expect(JSON.parse(said.out)).toMatchObject({
    conversations: [
      { case: 'lunchbox/wants-a-person', ending: { kind: 'handed.over' }, score: { state: 'judged' } },
    ],
  })
  expect(said.err).toContain('lunchbox/wants-a-person: ')
  const [kept = ''] = readdirSync(join(folder, 'kept'))
  expect(readFileSync(join(folder, 'kept', kept), 'utf8')).toContain('"tool":"hand_over"')
})

test.each([
  ['an unknown case', ['desk', 'lunchbox/nobody'], 'has no case "lunchbox/nobody"'],
  [
    'a token that is not set',
    ['desk', 'lunchbox/wants-a-person', '--http', '--token-env', 'NOT_SET'],
    'NOT_SET is not set',
  ],
  ['a protocol that is none', ['desk', 'lunchbox/wants-a-person', '--protocol', 'guessed'], 'declared'],
])('%s', async (_, words, message) => {
  const { said, exit } = sage(...words)
  expect(await exit).toBe(2)
  expect(said.err).toContain(message)
})

test('a port that is taken', async () => {
  const { createServer } = await import('node:net')
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : 0)
  const { said, exit } = sage('desk', 'lunchbox/wants-a-person', '--http', '--port', port)
  expect([await exit, said.err]).toEqual([2, expect.stringContaining(`cannot listen on 127.0.0.1:${port}`)])
  taken.close()
})

test('a desk other machines can reach says so', async () => {
  vi.stubEnv('MY_DESK_TOKEN', 'a-token-of-my-own')
  const words = ['--http', '--host', '0.0.0.0', '--token-env', 'MY_DESK_TOKEN', '--sessions', '1']
  const { said, exit } = sage('desk', 'lunchbox/wants-a-person', ...words)
  await expect.poll(() => said.err, { timeout: 60_000 }).toContain('Ctrl-C')
  expect(said.err).toContain('Other machines can reach this address')
  const mcp = (/MCP: +(\S+)/.exec(said.err)?.[1] ?? '').replace('0.0.0.0', '127.0.0.1')
  const client = await mcpClient({ address: '', mcp, token: 'a-token-of-my-own' })
  await (client.transport as unknown as { terminateSession: () => Promise<void> }).terminateSession()
  expect(await exit).toBe(0)
})
