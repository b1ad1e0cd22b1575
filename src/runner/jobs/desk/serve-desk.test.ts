import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { describe, expect, test } from 'vitest'
import { lunchbox } from '../../../../test/agents/trial.ts'
import { callMcp, mcpClient } from '../../../../test/agents/wires.ts'
import type { DeskAddress } from '../../../conversation/protocol/wire.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { serveHttp, serveStdio } from './serve-desk.ts'
import type { DeskCase } from './visit-desk.ts'

async function deskCase(): Promise<DeskCase> {
  const pack = await lunchbox()
  const theCase = pack.cases.find(({ id }) => id.endsWith('/wants-a-person'))
  if (theCase === undefined) throw new TypeError('no such case')
  return { pack, case: theCase, intensity: 1, seed: 1, protocol: 'observed', sop: 'prompt' }
}

/** Two PassThroughs as a client's transport: one JSON message a line. */
function pipeTransport(input: PassThrough, output: PassThrough) {
  const transport = {
    onmessage: (_message: unknown): void => undefined,
    start: async (): Promise<void> => {
      let partial = ''
      output.setEncoding('utf8').on('data', (text: string) => {
        const lines = (partial + text).split('\n')
        partial = lines.pop() ?? ''
        for (const line of lines) transport.onmessage(JSON.parse(line))
      })
    },
    send: async (message: unknown): Promise<void> => void input.write(`${JSON.stringify(message)}\n`),
    close: async (): Promise<void> => void input.end(),
  }
  return transport
}

const endingOf = (transcript: Transcript | undefined) => {
  const last = transcript?.at(-1)
  return last?.type === 'conversation.ended' ? last.ending : null
}

describe('sage desk', () => {
  test('over stdio: a customer speaks, tools answer, a handover ends it; the transcript is kept', async () => {
    const kept: Transcript[] = []
    const [input, output] = [new PassThrough(), new PassThrough()]
    const serving = serveStdio(
      await deskCase(),
      { input, output },
      { onTranscript: async (events) => void kept.push(events) },
    )
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(pipeTransport(input, output) as never)
    const { output: first } = await callMcp(client, 'next_customer_message')
    expect(first).toEqual({ messages: [expect.stringContaining('real person')], over: false })
    expect(await callMcp(client, 'lookup_order', { order_id: 'LB-1054' })).toMatchObject({ ok: true })
    await callMcp(client, 'hand_over', { reason: 'asked_for_human', note: 'Wants a person.' })
    await callMcp(client, 'reply_to_customer', { text: 'A colleague takes over.' })
    expect(await callMcp(client, 'next_customer_message')).toEqual({ ok: true, output: { over: true } })
    expect(await callMcp(client, 'lookup_order', { order_id: 'LB-1054' })).toMatchObject({
      ok: false,
      output: { error: 'trial_over' },
    })
    await client.close()
    await serving
    expect(endingOf(kept[0])).toEqual({ kind: 'handed.over' })
  })

  test('over HTTP: each session has a desk of its own; one that leaves early is still judged', async () => {
    const kept = new Map<number, Transcript>()
    let opened: (desk: DeskAddress) => void = () => undefined
    const opening = new Promise<DeskAddress>((resolve) => {
      opened = resolve
    })
    const serving = serveHttp(
      await deskCase(),
      {
        host: '127.0.0.1',
        port: 0,
        token: 'a-token-of-mine',
        sessionsMax: 2,
        stop: new AbortController().signal,
        onOpen: opened,
      },
      { onTranscript: async (events, nth) => void kept.set(nth, events) },
    )
    const desk = await opening
    expect(desk.token).toBe('a-token-of-mine')
    const [first, second] = [await mcpClient(desk), await mcpClient(desk)]
    await callMcp(first, 'open_search', { parcel_id: 'PX-7054' })
    await callMcp(first, 'hand_over', { reason: 'asked_for_human', note: 'Wants a person.' })
    await callMcp(first, 'reply_to_customer', { text: 'A colleague takes over.' })
    // What the first did to its desk is not to be seen at the second's.
    expect(kept.get(1)?.some(({ type }) => type === 'world.changed')).toBe(true)
    expect(await callMcp(first, 'next_customer_message')).toMatchObject({ output: { over: true } })
    await callMcp(second, 'next_customer_message')
    await (second.transport as unknown as { terminateSession: () => Promise<void> }).terminateSession()
    await serving
    expect(kept.get(2)?.some(({ type }) => type === 'world.changed')).toBe(false)
    expect([endingOf(kept.get(1)), endingOf(kept.get(2))]).toEqual([
      { kind: 'handed.over' },
      { kind: 'agent.failed', code: 'agent-left' },
    ])
    await first.close().catch(() => undefined)
  })

  test('over HTTP: the last client still hears that it is over', async () => {
    let opened: (desk: DeskAddress) => void = () => undefined
    const opening = new Promise<DeskAddress>((resolve) => {
      opened = resolve
    })
    const serving = serveHttp(
      await deskCase(),
      {
        host: '127.0.0.1',
        port: 0,
        token: undefined,
        sessionsMax: 1,
        stop: new AbortController().signal,
        onOpen: opened,
      },
      { onTranscript: async () => undefined },
    )
    const client = await mcpClient(await opening)
    await callMcp(client, 'next_customer_message')
    await callMcp(client, 'hand_over', { reason: 'asked_for_human', note: 'Wants a person.' })
    await callMcp(client, 'reply_to_customer', { text: 'A colleague takes over.' })
    expect(await callMcp(client, 'next_customer_message')).toEqual({ ok: true, output: { over: true } })
    await serving
    await client.close().catch(() => undefined)
  })
})
