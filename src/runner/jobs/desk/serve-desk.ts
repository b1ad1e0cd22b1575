import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { mcpServerFor } from '../../../conversation/desk/mcp-server.ts'
import type { DeskAddress } from '../../../conversation/protocol/wire.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { type HostPlace, openDeskHost } from '../../agents/shared/desk-host.ts'
import { type DeskCase, visitDesk } from './visit-desk.ts'

/** `sage desk`: the world of one case as an MCP server, until its visitors have gone. */
export type ServedDesk = {
  /** each conversation that came to an end */
  readonly onTranscript: (transcript: Transcript, nth: number) => Promise<void>
}

/** One session over standard input and output; done when the other side has closed it. */
export async function serveStdio(
  at: DeskCase,
  streams: { readonly input: Readable; readonly output: Writable },
  { onTranscript }: ServedDesk,
): Promise<void> {
  const { line, left, transcript } = await visitDesk(at, 'mcp-client')
  const server = mcpServerFor(line)
  const closed = new Promise<void>((resolve) => {
    streams.input.once('end', resolve)
    streams.input.once('close', resolve)
    streams.output.once('error', () => resolve())
  })
  await server.connect(new StdioServerTransport(streams.input, streams.output))
  await closed
  left()
  await onTranscript(await transcript, 1)
  await server.close()
}

export type HttpDesk = HostPlace & {
  /** undefined: one is made up */
  readonly token: string | undefined
  /** it closes after so many conversations; null: when `stop` says so */
  readonly sessionsMax: number | null
  readonly stop: AbortSignal
  readonly onOpen: (desk: DeskAddress) => void
}

/** Any number of sessions over streamable HTTP, each with a desk of its own. */
export async function serveHttp(at: DeskCase, desk: HttpDesk, { onTranscript }: ServedDesk): Promise<void> {
  const host = openDeskHost(desk)
  let nth = 0
  let ended = 0
  let allDone: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    allDone = resolve
    desk.stop.addEventListener('abort', () => resolve(), { once: true })
    if (desk.stop.aborted) resolve()
  })
  const told: Promise<void>[] = []
  const parted: Promise<void>[] = []
  const open = async () => {
    nth += 1
    const number = nth
    const visit = await visitDesk(at, 'mcp-client')
    parted.push(visit.parted)
    const kept = visit.transcript.then((transcript) => onTranscript(transcript, number))
    told.push(
      kept.finally(() => {
        ended += 1
        if (ended === desk.sessionsMax) allDone()
      }),
    )
    return visit
  }
  try {
    desk.onOpen(await host.receive(open, desk.token))
    await keepAlive(done)
    if (!desk.stop.aborted) await keepAlive(atMost(LINGER_MS, Promise.all(parted)))
  } finally {
    await host.close()
    await Promise.all(told)
  }
}

/** Whoever asks on after the last word should hear that it was the last, not that nobody is there. */
const LINGER_MS = 5_000

async function atMost(ms: number, wait: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  await Promise.race([wait, sleep(ms, undefined, { signal: late.signal }).catch(() => undefined)])
  late.abort()
}

/** The host itself keeps no process alive; this does, until it is done. */
async function keepAlive(done: Promise<void>): Promise<void> {
  const timer = setInterval(() => undefined, 60_000)
  await done
  clearInterval(timer)
}
