import { describe, expect, test } from 'vitest'
import type { Case, Pack } from '../../src/cases/case.ts'
import type { Agent, AgentMove, AgentView } from '../../src/conversation/protocol/agent.ts'
import type { MakeAgent } from '../../src/runner/agents/shared/agent-maker.ts'
import { findPack } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { playTrial } from '../../src/runner/trial/play-trial.ts'
import type { Transcript } from '../../src/transcript/event.ts'
import { inTurn } from '../in-turn.ts'
import { aTrialId } from '../support/base/ids.ts'
import { classic } from '../support/references/classic.ts'
import { trialIn } from '../support/runner/trial.ts'
import { scoreTrial } from '../support/verdicts/score.ts'

/**
 * What every kind of agent must do, whatever wire lies between us and it. A kind says how to put a brain (an ordinary
 * Agent, in this process) behind its wire; the suite holds whole conversations through it and compares them with the
 * same brain asked directly. `test/agents/faults.ts` has the other half: what happens when the wire or the agent fails.
 */
export type Wire = {
  readonly make: MakeAgent
  /** every byte that was sent to the other side */
  readonly told: () => string
  readonly close: () => Promise<void>
}

export type AgentKindUnderTest = {
  readonly name: string
  readonly open: (brain: () => Agent, pack: Pack) => Promise<Wire>
  /** a wire that joins the messages of one move into one */
  readonly joinsMessages?: true
}

/** Of the cases of the pack; others with each commit. */
const CASES = 6

const loaded = new Map<string, Promise<Pack>>()
export function loadPackOnce(name = 'lunchbox'): Promise<Pack> {
  const pack = loaded.get(name) ?? loadPack(findPack(name, packageRoot())?.dir ?? '')
  loaded.set(name, pack)
  return pack
}

export type Protocol = 'declared' | 'observed'

export function tryOut(
  pack: Pack,
  theCase: Case,
  agent: { make: MakeAgent; protocol: Protocol },
): Promise<Transcript> {
  const named = { id: 'secret-agent', sop: 'prompt', ...agent } as const
  return playTrial(trialIn(pack, { id: aTrialId('secret-trial'), case: theCase, seed: 7, agent: named }))
}

/** A conversation without what a wire adds (model calls paid for, retries, event numbers) or need not carry. */
export function conversationIn(transcript: Transcript, protocol: Protocol): readonly string[] {
  return transcript.flatMap((event) => {
    switch (event.type) {
      case 'message.sent':
        return [`${event.from}: ${event.text}`]
      case 'tool.called':
        return [`calls ${event.tool} ${JSON.stringify(event.input)}`]
      case 'tool.returned':
        return [`returns ${event.ok} ${JSON.stringify(event.output)}`]
      case 'step.reported':
        return protocol === 'declared' ? [`reports ${JSON.stringify(event.report)}`] : []
      case 'conversation.ended':
        return [`ends ${JSON.stringify(event.ending)}`]
      default:
        return []
    }
  })
}

/** Asks for nothing, calls what it is told to, then says goodbye. */
const scriptedBrain =
  (...moves: readonly AgentMove[]) =>
  (): Agent => {
    let next = 0
    return { reply: async () => moves[Math.min(next++, moves.length - 1)] ?? { messages: [], calls: [] } }
  }

const says = (...messages: string[]): AgentMove => ({ messages, calls: [] })

/** The case's secrets that must never travel, and keys that only our own files have. */
export function secretsOf(theCase: Case, transcript: Transcript): readonly string[] {
  const keys = ['moves', 'tactic', 'intensity', 'yields_after', 'acceptable', 'bucket', 'card', 'trap']
  return [
    theCase.id,
    theCase.bucket,
    theCase.trap,
    theCase.twin,
    theCase.tactic,
    theCase.card.hides,
    ...theCase.card.requests.map(({ wants }) => wants),
    'secret-trial',
    ...keys.map((key) => `"${key}":`),
    ...transcript.flatMap((event) =>
      event.type === 'message.sent' && event.from === 'customer' ? [JSON.stringify(event.act)] : [],
    ),
  ].filter((secret) => typeof secret === 'string')
}

/** What the SOP, the tools, the form or the customer say in so many words is no secret. */
export const openWords = (pack: Pack, transcript: Transcript): string =>
  [
    pack.graph.sop.text,
    JSON.stringify([...pack.world.tools.values()]),
    JSON.stringify([...pack.graph.fields.values()].map(({ name, of }) => [name, of])),
    JSON.stringify(
      [...pack.graph.steps.values()].flatMap((step) => (step.kind === 'tell' ? [step.about] : [])),
    ),
    ...transcript.flatMap((event) => (event.type === 'message.sent' ? [event.text] : [])),
  ].join('\n')

export function describeAgentKind(kind: AgentKindUnderTest): void {
  const through = async <T>(brain: () => Agent, use: (wire: Wire, pack: Pack) => Promise<T>): Promise<T> => {
    const pack = await loadPackOnce()
    const wire = await kind.open(brain, pack)
    try {
      return await use(wire, pack)
    } finally {
      await wire.close()
    }
  }
  const firstCase = (pack: Pack): Case => {
    const [first] = pack.cases
    if (first === undefined) throw new TypeError('the pack has no case')
    return first
  }

  describe(`the agent contract: ${kind.name}`, () => {
    test.each(['declared', 'observed'] as const)(
      'holds whole conversations as if there were no wire (%s)',
      async (protocol) => {
        const pack = await loadPackOnce()
        const joined = (): Agent => (kind.joinsMessages ? joining(classic(pack)) : classic(pack))
        // A wire may carry many trials at once; here the brain belongs to one, so one wire each.
        for (const theCase of inTurn(pack.cases, CASES)) {
          const here = await tryOut(pack, theCase, { make: joined, protocol })
          await through(joined, async ({ make }) => {
            const there = await tryOut(pack, theCase, { make, protocol })
            expect(conversationIn(there, protocol)).toEqual(conversationIn(here, protocol))
            expect(scoreTrial(pack, theCase, there).state).toBe('judged')
          })
        }
      },
    )

    test('several calls at once are all answered, in order', async () => {
      const calls = ['a', 'b', 'c'].map((id) => ({ tool: 'lookup_order', input: { order_id: `LB-${id}` } }))
      await through(scriptedBrain({ messages: [], calls }, says('Goodbye.')), async ({ make }, pack) => {
        const transcript = await tryOut(pack, firstCase(pack), { make, protocol: 'observed' })
        const called = transcript.flatMap((event) => (event.type === 'tool.called' ? [event.input] : []))
        expect(called.slice(0, 3)).toEqual(calls.map(({ input }) => input))
      })
    })

    test('a tool that does not exist is refused, recorded and told; the trial goes on', async () => {
      const calls = [{ tool: 'make_coffee', input: { sugar: 2 } }]
      await through(
        scriptedBrain({ messages: [], calls }, says('Goodbye.')),
        async ({ make, told }, pack) => {
          const transcript = await tryOut(pack, firstCase(pack), { make, protocol: 'observed' })
          expect(transcript.filter((event) => event.type === 'tool.returned')[0]).toMatchObject({ ok: false })
          expect(transcript.at(-1)).not.toMatchObject({ ending: { kind: 'machinery.failed' } })
          expect(told()).toContain('make_coffee')
        },
      )
    })

    test('wrong arguments are refused, recorded and told', async () => {
      const calls = [{ tool: 'lookup_order', input: { number: 17 } }]
      await through(scriptedBrain({ messages: [], calls }, says('Goodbye.')), async ({ make }, pack) => {
        const transcript = await tryOut(pack, firstCase(pack), { make, protocol: 'observed' })
        expect(transcript.filter((event) => event.type === 'tool.returned')[0]).toMatchObject({ ok: false })
      })
    })

    test('a turn without a report is the agent’s failure, on record', async () => {
      await through(scriptedBrain(says('Hello, I will look into it.')), async ({ make }, pack) => {
        const transcript = await tryOut(pack, firstCase(pack), { make, protocol: 'declared' })
        expect(transcript.filter((event) => event.type === 'report.missing').length).toBeGreaterThan(0)
      })
    })

    test('no byte sent to it holds an act, a card’s secret or a label', async () => {
      const pack = await loadPackOnce()
      const brain = (): Agent => (kind.joinsMessages ? joining(classic(pack)) : classic(pack))
      for (const theCase of inTurn(pack.cases, CASES)) {
        await through(brain, async ({ make, told }) => {
          const transcript = await tryOut(pack, theCase, { make, protocol: 'declared' })
          const open = openWords(pack, transcript)
          const sent = told()
          expect(sent.length).toBeGreaterThan(100)
          expect(
            secretsOf(theCase, transcript).filter((one) => sent.includes(one) && !open.includes(one)),
          ).toEqual([])
        })
      }
    })
  })
}

/** The same brain with one message a move: what a wire that joins them makes of it. */
export const joining = (agent: Agent): Agent => ({
  reply: async (view: AgentView) => {
    const move = await agent.reply(view)
    return { ...move, messages: move.messages.length > 1 ? [move.messages.join('\n\n')] : move.messages }
  },
})
