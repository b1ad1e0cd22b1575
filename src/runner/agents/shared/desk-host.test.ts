import { request } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callDesk, callMcp, mcpClient } from '../../../../test/agents/wires.ts'
import type { Json } from '../../../base/values/json.ts'
import { openLine } from '../../../conversation/desk/line.ts'
import type { AgentView } from '../../../conversation/protocol/agent.ts'
import { type DeskHost, openDeskHost } from './desk-host.ts'

const VIEW: AgentView = {
  sop: 'Be kind.',
  today: '2026-03-10',
  tools: [{ name: 'look', description: 'looks', parameters: { type: 'object', properties: {} } }],
  heard: [],
  answered: [],
  protocol: 'declared',
  form: { intents: ['help'], fields: [], topics: [] },
}

function host(): DeskHost {
  const opened = openDeskHost()
  onTestFinished(() => opened.close())
  return opened
}

/** A line that answers with its own name. */
async function onTheAir(at: DeskHost, name: string) {
  const calls: Json[] = []
  const { line, end } = openLine({
    call: (tool, input) => {
      calls.push({ tool, input })
      return { ok: true, output: { desk: name } }
    },
  })
  end.open(VIEW)
  const { desk, close } = await at.serve(line)
  return { desk, end, calls, close }
}

const LOOK = { tool: 'look', input: {} }
const ask = (address: string, headers: Record<string, string>, path = '/tools') =>
  fetch(`${address}${path}`, { headers })

describe('a desk over plain HTTP', () => {
  test('each token reaches its own trial, hundreds at once on one port', async () => {
    const at = host()
    const desks = await Promise.all(Array.from({ length: 300 }, (_, nth) => onTheAir(at, `desk ${nth}`)))
    expect(new Set(desks.map(({ desk }) => desk.address)).size).toBe(1)
    const answers = await Promise.all(desks.map(({ desk }) => callDesk(desk, LOOK)))
    expect(answers).toEqual(desks.map((_, nth) => ({ ok: true, output: { desk: `desk ${nth}` } })))
    expect(desks.every(({ calls }) => calls.length === 1)).toBe(true)
  })

  test('it listens on this machine only', async () => {
    const { desk } = await onTheAir(host(), 'a')
    expect(new URL(desk.address).hostname).toBe('127.0.0.1')
  })

  test('more than a megabyte is 413 on every route', async () => {
    const { desk } = await onTheAir(host(), 'a')
    for (const path of ['/call', '/mcp']) {
      const headers = { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ tool: 'look', input: { text: 'x'.repeat(3_000_000) } })
      const answer = await fetch(`${desk.address}${path}`, { method: 'POST', headers, body }).catch(
        () => null,
      )
      // The connection may be closed while the rest is still being sent.
      expect([path, answer === null || answer.status === 413]).toEqual([path, true])
    }
    const small = await fetch(`${desk.address}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.token}` },
      body: '{',
    })
    expect(small.status).toBe(400)
  })

  test('another name for this machine is turned away', async () => {
    const { desk } = await onTheAir(host(), 'a')
    const { port } = new URL(desk.address)
    const status = (name: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: name, authorization: `Bearer ${desk.token}` }
        const sent = request({ host: '127.0.0.1', port, path: '/tools', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.once('error', reject)
        sent.end()
      })
    expect(await status(`127.0.0.1:${port}`)).toBe(200)
    expect(await status(`localhost:${port}`)).toBe(200)
    expect(await status(`evil.example:${port}`)).toBe(403)
    expect(await status('127.0.0.1.evil.example')).toBe(403)
  })

  test('no token, a wrong token and a web page are turned away', async () => {
    const { desk } = await onTheAir(host(), 'a')
    expect((await ask(desk.address, {})).status).toBe(401)
    expect((await ask(desk.address, { authorization: 'Bearer guess' })).status).toBe(401)
    const mine = { authorization: `Bearer ${desk.token}` }
    expect((await ask(desk.address, mine)).status).toBe(200)
    expect((await ask(desk.address, { ...mine, origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask(desk.address, mine, '/elsewhere')).status).toBe(404)
  })

  test('a call that is none is refused in words', async () => {
    const { desk, calls } = await onTheAir(host(), 'a')
    const response = await fetch(`${desk.address}/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.token}` },
      body: 'not json',
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'bad_request', message: 'Send {"tool": "...", "input": {...}}.' },
    ])
    expect(calls).toEqual([])
  })

  test('between turns and after the end nothing is called, and the caller hears why', async () => {
    const { desk, end, calls, close } = await onTheAir(host(), 'a')
    end.shut()
    expect(await callDesk(desk, LOOK)).toMatchObject({ ok: false, output: { error: 'not_your_turn' } })
    end.end()
    expect(await callDesk(desk, LOOK)).toMatchObject({ ok: false, output: { error: 'trial_over' } })
    close()
    expect(await callDesk(desk, LOOK)).toMatchObject({ error: 'trial_over' })
    expect(calls).toEqual([])
  })

  test('a report comes in as a call, and what cannot be read is refused', async () => {
    const { desk, end } = await onTheAir(host(), 'a')
    const report = { intent: 'help', fields: {}, action: [] }
    expect(await callDesk(desk, { tool: 'report_step', input: { intent: 7 } })).toMatchObject({ ok: false })
    expect(end.report()).toEqual({ unreadableReport: expect.any(String) })
    expect(await callDesk(desk, { tool: 'report_step', input: report })).toMatchObject({ ok: true })
    expect(end.report()).toEqual({ report })
  })
})

describe('a desk over MCP', () => {
  test('lists its tools, answers calls and carries the SOP', async () => {
    const { desk } = await onTheAir(host(), 'a')
    const client = await mcpClient(desk)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['look', 'report_step'])
    expect(client.getInstructions()).toContain('Be kind.')
    expect(await callMcp(client, 'look')).toEqual({ ok: true, output: { desk: 'a' } })
    await client.close()
  })

  test('without its token there is no session, and another trial’s token opens none of this one', async () => {
    const at = host()
    const [a, b] = await Promise.all([onTheAir(at, 'a'), onTheAir(at, 'b')])
    await expect(mcpClient({ ...a.desk, token: 'guess' })).rejects.toThrow(/401|Authorization/)
    const client = await mcpClient(b.desk)
    expect(await callMcp(client, 'look')).toEqual({ ok: true, output: { desk: 'b' } })
    expect(a.calls).toEqual([])
    await client.close()
  })

  test('fifty sessions at once, each at its own desk', async () => {
    const at = host()
    const desks = await Promise.all(Array.from({ length: 50 }, (_, nth) => onTheAir(at, `desk ${nth}`)))
    const clients = await Promise.all(desks.map(({ desk }) => mcpClient(desk)))
    const answers = await Promise.all(clients.map((client) => callMcp(client, 'look')))
    expect(answers.map(({ output }) => output)).toEqual(desks.map((_, nth) => ({ desk: `desk ${nth}` })))
    await Promise.all(clients.map((client) => client.close()))
  })

  test('with one token there are a hundred sessions; those whose conversation is over make room', async () => {
    const at = host()
    const lines: ReturnType<typeof openLine>[] = []
    const desk = await at.receive(async () => {
      const made = openLine({ call: () => ({ ok: true, output: {} }) })
      lines.push(made)
      return { line: made.line, left: () => undefined }
    })
    const opened = await Promise.allSettled(Array.from({ length: 120 }, () => mcpClient(desk)))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(lines).toHaveLength(100)
    await expect(mcpClient(desk)).rejects.toThrow(/100 sessions are open/)
    lines[50]?.end.end()
    await (await mcpClient(desk)).close()
    const hello = {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
    }
    const other = await fetch(desk.mcp, { ...hello, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
    expect([other.status, lines.length]).toEqual([404, 101])
    for (const one of opened) if (one.status === 'fulfilled') await one.value.close()
  })

  test('a client that calls after the trial ended is told so', async () => {
    const { desk, end, calls, close } = await onTheAir(host(), 'a')
    const client = await mcpClient(desk)
    end.end()
    close()
    expect(await callMcp(client, 'look')).toEqual({
      ok: false,
      output: { error: 'trial_over', message: 'This trial is over; no more calls are taken.' },
    })
    await expect(mcpClient(desk)).rejects.toThrow(/trial_over/)
    expect(calls).toEqual([])
    await client.close()
  })
})
