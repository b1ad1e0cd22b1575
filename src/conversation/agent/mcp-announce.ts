import type { Dispatcher } from 'undici'
import { EXIT, SageError } from '../../base/error.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import { type DeskAddress, WIRE_FORMAT } from '../protocol/wire.ts'
import { afterTrouble } from './http-failures.ts'
import { type Posted, postJson } from './http-post.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Tells a service where the desk of a new trial stands. What it answers is of no interest: it comes, or it is late. */
export type Announcement = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly dispatcher: Dispatcher
  readonly wait: (ms: number, stop: AbortSignal) => Promise<void>
  readonly aside: PartyChannel
}

const ANNOUNCE_MS = 10_000

export async function announceDesk(to: Announcement, desk: DeskAddress): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const posted = await postJson(to.dispatcher, {
      address: to.address,
      headers: to.headers,
      body: JSON.stringify({ sage: WIRE_FORMAT, desk }),
      stop: to.aside.signal,
      timeoutMs: ANNOUNCE_MS,
      bytesMax: 100_000,
    })
    if (isTaken(posted)) return
    const after = afterTrouble(posted.trouble, tries)
    if (after.do === 'give-up') throw notTaken(withoutSecrets(posted.about, [...to.secrets, desk.token]))
    await to.wait(after.afterMs, to.aside.signal)
    to.aside.note({ type: 'call.retried', role: 'agent', code: after.code, waited_ms: after.afterMs })
  }
}

type Untaken = Extract<Posted, { answered: false }>

const isTaken = (posted: Posted): posted is Exclude<Posted, Untaken> =>
  posted.answered || posted.trouble.kind === 'not-json' || posted.trouble.kind === 'too-large'

const notTaken = (about: string): SageError =>
  new SageError(
    'service-unreachable',
    `the MCP client's service does not take the desk's address (${about})`,
    {
      hint: 'Is it running, and does it take a POST of {"sage": 1, "desk": {...}}?',
      exit: EXIT.machinery,
    },
  )
