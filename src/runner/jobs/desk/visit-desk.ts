import { z } from 'zod'
import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import { type Guest, mcpAgent } from '../../../conversation/agent/mcp-agent.ts'
import type { Line, LineAnswer } from '../../../conversation/desk/line.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { makeCustomer } from '../../agents/parties.ts'
import type { Protocol, SopMode } from '../../agents/shared/agent-request.ts'
import type { Visit } from '../../agents/shared/desk-mcp.ts'
import { playTrial } from '../../trial/play-trial.ts'
import { guestTrialId } from '../../trial/trial-id.ts'

/**
 * A trial for whoever comes: an MCP client that found its own way to the desk. In: a case. Out: the line it sits at, at
 * once, and the transcript when the conversation is over or the client has gone.
 */
export type DeskCase = {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly protocol: Protocol
  readonly sop: SopMode
}

/** A client that works by hand may take its time; one that is gone without a word is given up in the end. */
const TURN_MS = 3_600_000

export type DeskVisit = Visit & {
  readonly transcript: Promise<Transcript>
  /** the client has gone, or has heard that the conversation is over and had the time to go */
  readonly parted: Promise<void>
}

export async function visitDesk(at: DeskCase, visitor: string): Promise<DeskVisit> {
  let part: () => void = () => undefined
  const parted = new Promise<void>((resolve) => {
    part = resolve
  })
  let left: (how: Awaited<Guest['left']>) => void = () => undefined
  const leaving = new Promise<Awaited<Guest['left']>>((resolve) => {
    left = resolve
  })
  const guest: Guest = { left: leaving, dismiss: async () => undefined }
  let seated: (line: Line) => void = () => undefined
  const line = new Promise<Line>((resolve) => {
    seated = resolve
  })
  const transcript = playTrial({
    id: guestTrialId('desk', at),
    pack: at.pack,
    case: at.case,
    intensity: at.intensity,
    seed: at.seed,
    attempt: 0,
    customer: makeCustomer('scripted'),
    agent: {
      id: visitor,
      protocol: at.protocol,
      sop: at.sop,
      make: ({ aside }) =>
        mcpAgent({
          aside,
          timeoutMs: TURN_MS,
          invite: async () => guest,
          serve: async (opened) => {
            seated(opened)
            return { desk: NOWHERE, close: () => undefined }
          },
        }),
    },
  })
  return {
    line: partingLine(await line, part),
    left: () => {
      left({ failed: false, about: 'it disconnected' })
      part()
    },
    transcript,
    parted,
  }
}

/** Clients that take their leave do so at once; most do not, and are not waited for. */
const FAREWELL_MS = 1_000

/** The same line; `part` is called once the client has been told that there is nothing more to come. */
function partingLine({ talk, ...line }: Line, part: () => void): Line {
  const told = (answer: LineAnswer): LineAnswer => {
    if (saysOver(answer)) setTimeout(part, FAREWELL_MS).unref()
    return answer
  }
  return {
    ...line,
    call: (tool, input) => told(line.call(tool, input)),
    talk:
      talk === null
        ? null
        : {
            next: async (signal) => told(await talk.next(signal)),
            reply: (text) => told(talk.reply(text)),
          },
  }
}

const Over = z.union([z.object({ over: z.literal(true) }), z.object({ error: z.literal('trial_over') })])
const saysOver = ({ output }: LineAnswer): boolean => Over.safeParse(output).success

/** The line is handed over directly; it has no address of its own. */
const NOWHERE = { address: 'http://127.0.0.1', mcp: 'http://127.0.0.1/mcp', token: '' }
