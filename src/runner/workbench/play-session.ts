import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import type { Json } from '../../base/values/json.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { AgentMove, AgentView } from '../../conversation/protocol/agent.ts'
import { AgentFailed } from '../../conversation/protocol/agent-failed.ts'
import type { PlayView } from '../../report/studio-views/play-view.ts'
import type { Transcript } from '../../transcript/event.ts'
import { writeTranscript } from '../../transcript/write-transcript.ts'
import { toolSpecs } from '../../world/call.ts'
import { makeCustomer } from '../agents/parties.ts'
import { findCase } from '../packs/find-case.ts'
import { playTrial } from '../trial/play-trial.ts'
import { guestTrialId } from '../trial/trial-id.ts'
import { guestView } from './preview-case.ts'

/** Conversations in which a person plays the agent, move by move. Nothing is stored. */
export type Plays = {
  readonly begin: (name: string) => Promise<PlayView>
  readonly move: (session: string, move: PlayMove) => Promise<PlayView>
}

const json: z.ZodType<Json> = z.json()
export const PlayMove = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('say'), text: z.string().trim().min(1).max(20_000) }),
  z.strictObject({ do: z.literal('call'), tool: z.string().max(200), input: z.record(z.string(), json) }),
  z.strictObject({ do: z.literal('wait') }),
  z.strictObject({ do: z.literal('stop') }),
])
export type PlayMove = z.infer<typeof PlayMove>

/** pack/case, by name: no part of it is a path */
const CASE_NAME = /^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/
const SESSIONS_MAX = 8

/** The person's turn: what they see, and how they answer. */
type Turn = {
  readonly view: AgentView
  readonly answer: (move: AgentMove) => void
  readonly leave: () => void
}
type State =
  | { readonly is: 'turn'; readonly turn: Turn }
  | { readonly is: 'over'; readonly events: Transcript }
type Session = { readonly pack: Pack; readonly case: Case; state: State; readonly next: () => Promise<State> }

export function openPlays(workingFolder: string): Plays {
  const sessions = new Map<string, Session>()
  const find = (id: string): Session => {
    const session = sessions.get(id)
    if (session === undefined)
      throw usageError('unknown-task', 'This conversation is not open any more.', 'Start it again.')
    return session
  }
  return {
    begin: async (name) => {
      if (!CASE_NAME.test(name))
        throw usageError('case-name', `"${name}" is not a case id.`, 'Use pack/case.')
      const found = await findCase(name, undefined, workingFolder)
      const session = await beginTalk(found.pack, found.case)
      const id = randomUUID()
      sessions.set(id, session)
      for (const [oldest, { state }] of sessions) {
        if (sessions.size <= SESSIONS_MAX) break
        if (state.is === 'turn') state.turn.leave()
        sessions.delete(oldest)
      }
      return viewOf(id, session)
    },
    move: async (id, move) => {
      const session = find(id)
      const { state } = session
      if (state.is === 'over') return viewOf(id, session)
      const coming = session.next()
      state.turn.answer(move.do === 'stop' ? SILENCE : moveOf(move))
      session.state = await coming
      // Silence after a goodbye ends a conversation as such; any other is broken off.
      if (move.do === 'stop' && session.state.is === 'turn') {
        const end = session.next()
        session.state.turn.leave()
        session.state = await end
      }
      return viewOf(id, session)
    },
  }
}

const SILENCE: AgentMove = { messages: [], calls: [] }

const moveOf = (move: Exclude<PlayMove, { do: 'stop' }>): AgentMove => ({
  messages: move.do === 'say' ? [move.text] : [],
  calls: move.do === 'call' ? [{ tool: move.tool, input: move.input }] : [],
})

async function beginTalk(pack: Pack, theCase: Case): Promise<Session> {
  const states = openRelay<State>()
  const first = states.next()
  const reply = (view: AgentView): Promise<AgentMove> =>
    new Promise((answer, reject) => {
      const leave = (): void => reject(new AgentFailed('stopped', 'the person who played the agent stopped'))
      states.put({ is: 'turn', turn: { view, answer, leave } })
    })
  const { intensity } = theCase
  void playTrial({
    id: guestTrialId('play', { case: theCase, intensity, seed: 1 }),
    pack,
    case: theCase,
    intensity,
    seed: 1,
    attempt: 0,
    agent: { id: 'person', protocol: 'observed', sop: 'prompt', make: () => ({ reply }) },
    customer: makeCustomer('scripted'),
  }).then((events) => states.put({ is: 'over', events }))
  return { pack, case: theCase, state: await first, next: states.next }
}

/** One value after the other: who asks for the next one before it is put gets it. */
function openRelay<Value>() {
  let give: (value: Value) => void = () => undefined
  const expect = (): Promise<Value> =>
    new Promise((resolve) => {
      give = resolve
    })
  let coming = expect()
  return {
    next: (): Promise<Value> => coming,
    put: (value: Value): void => {
      give(value)
      coming = expect()
    },
  }
}

function isBrokenOff(events: Transcript): boolean {
  const last = events.at(-1)
  return last?.type === 'conversation.ended' && last.ending.kind === 'agent.failed'
}

function viewOf(session: string, { pack, case: theCase, state }: Session): PlayView {
  const base = {
    session,
    case: theCase.id,
    title: pack.title,
    today: pack.world.today,
    sop: pack.graph.sop.text,
    tools: toolSpecs(pack.world).map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    })),
  }
  if (state.is === 'turn') return { ...base, heard: state.turn.view.heard, over: null }
  const { events } = state
  const trial = guestView({ pack, case: theCase, agent: 'person', events })
  const stopped = isBrokenOff(events)
  // A person who stops is no machine that failed: the page says so in its own words.
  const shown = stopped ? { ...trial, events: trial.events.slice(0, -1) } : trial
  return { ...base, heard: [], over: { trial: shown, stopped, transcript: writeTranscript(events) } }
}
