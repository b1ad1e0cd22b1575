import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runLog } from '../src/cli/run/run-log.ts'
import { openTrace } from '../src/cli/run/run-trace.ts'
import { NO_COLOURS } from '../src/cli/terminal/terminal.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import { folderFor, outsideWith, paidAgent, requestIn, USD } from './runner-testing.ts'

/** What a run tells while it runs: to a log, and to a real collector on this machine. */
let folder = ''
beforeEach(() => {
  folder = folderFor('watch')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Payload = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              startTimeUnixNano: z.string().regex(/^\d+$/),
              endTimeUnixNano: z.string().regex(/^\d+$/),
              attributes: z.array(Attribute),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.infer<typeof Payload>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

async function collector(
  status = 200,
): Promise<{ server: Server; url: string; spans: Span[]; asked: string[] }> {
  const [spans, asked]: [Span[], string[]] = [[], []]
  const server = createServer(async (request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
    const sent = Payload.parse(JSON.parse(await text(request)))
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}`, spans, asked }
}

describe('spans', () => {
  const told = (span: Span): Record<string, unknown> =>
    Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

  test('a trial, its model calls and its tool calls, named as OpenTelemetry names them', async () => {
    const { server, url, spans, asked } = await collector()
    const trace = openTrace(url)
    const bill = { paid: [] as string[] }
    const result = await executeRun(
      requestIn(folder),
      outsideWith(paidAgent(bill), { onRunEvent: trace.watch }),
    )
    expect(await trace.finish()).toBeNull()
    server.close()
    const trials = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
    const calls = spans.filter(({ name }) => name === 'chat paid')
    const tools = spans.filter(({ name }) => name.startsWith('execute_tool '))
    expect([trials.length, calls.length, tools.length > 0]).toEqual([result.trials, bill.paid.length, true])
    expect(new Set(asked)).toEqual(new Set(['POST /v1/traces application/json']))
    expect(told(calls[0] as Span)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'test',
      'gen_ai.request.model': 'paid',
      'gen_ai.usage.input_tokens': '100',
      'gen_ai.usage.output_tokens': '10',
      'sage.usd': USD,
    })
    const parents = new Map(trials.map((span) => [span.spanId, span]))
    expect(
      [...calls, ...tools].every(
        ({ parentSpanId = '', traceId }) => parents.get(parentSpanId)?.traceId === traceId,
      ),
    ).toBe(true)
    expect(spans.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))).toBe(true)
    // What was said stays here.
    expect(JSON.stringify(spans)).not.toContain('order number')
  })

  test('a collector that refuses or is not there costs the run nothing but its spans, and a word', async () => {
    const { server, url } = await collector(503)
    for (const [address, why] of [
      [url, 'HTTP status 503'],
      ['http://127.0.0.1:1', 'fetch failed'],
    ] as const) {
      const trace = openTrace(address)
      const request = requestIn(folder)
      const result = await executeRun(
        request,
        outsideWith(paidAgent({ paid: [] }), { onRunEvent: trace.watch }),
      )
      expect([result.faulted, result.stopped]).toEqual([0, undefined])
      expect(await trace.finish()).toMatch(new RegExp(`^\\d+ spans could not be sent to .*${why}`))
    }
    server.close()
  })
})

test('a log is JSON line by line, whatever is said', async () => {
  let err = ''
  const terminal = {
    out: () => undefined,
    err: (line: string) => {
      err += line
    },
    live: true,
    columns: 80,
    paint: NO_COLOURS,
  }
  const log = runLog(terminal, Date.now)
  const result = await executeRun(
    requestIn(folder),
    outsideWith(paidAgent({ paid: [] }), { onRunEvent: log.watch }),
  )
  log.terminal.err('sage: one word\n')
  const lines = err
    .trimEnd()
    .split('\n')
    .map((line) => z.object({ time: z.iso.datetime(), type: z.string() }).loose().parse(JSON.parse(line)))
  const count = (type: string): number => lines.filter((line) => line.type === type).length
  expect([count('run.began'), count('run.ended'), count('trial.ended'), count('said')]).toEqual([
    1,
    1,
    result.trials,
    1,
  ])
  expect([count('usage.recorded') > 0, count('message.sent'), log.terminal.live]).toEqual([true, 0, false])
})
