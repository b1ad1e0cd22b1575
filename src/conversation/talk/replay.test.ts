import { describe, expect, test } from 'vitest'
import { started } from '../../../test/support/transcript/events.ts'
import { lexicalReader } from '../../reading/trial-reader.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import type { Customer } from '../customer/customer.ts'
import type { Desk } from '../desk/desk.ts'
import type { Agent, AgentMove } from '../protocol/agent.ts'
import { DEFAULT_LIMITS } from '../protocol/limits.ts'
import { createPartyChannel, type PartyChannel } from '../protocol/party-channel.ts'
import { Diverged } from '../protocol/stopped.ts'
import type { Conversation } from './conversation.ts'
import { converse } from './converse.ts'
import { type Answered, isSame, type Recorded } from './replay.ts'

/** A conversation broken off anywhere goes on from its record and comes to the same transcript, to the byte. */

/** Counts its calls: played again, the desk must be in the state it was in. */
const openDesk = (): Desk => {
  let calls = 0
  return {
    call: (tool) => {
      calls += 1
      const changes = [{ table: 't', key: '1', before: { calls: calls - 1 }, after: { calls } }]
      return {
        ok: true,
        output: { tool, calls },
        role: 'write',
        changes,
        confirms: true,
        amount: null,
        handover: { reason: '', note: '' },
      }
    },
    wouldBe: () => ({ role: undefined, handover: { reason: '', note: '' } }),
  }
}
const openCustomer = (): Customer => {
  let turn = 0
  const say = async () => {
    turn += 1
    const act = { moves: [{ do: 'greet' as const }], tone: 'calm' as const, language: 'en' }
    return { understood: [], text: `turn ${turn}`, act, leaves: false }
  }
  return { open: say, answer: say }
}

type Asked = { count: number }
const openAgent = (
  channel: PartyChannel,
  asked: Asked,
  how: { stateless: boolean; words: string },
): Agent => ({
  stateless: how.stateless,
  reply: async (view): Promise<AgentMove> => {
    asked.count += 1
    channel.note({
      type: 'call.retried',
      role: 'agent',
      code: 'slow',
      // Never the same twice: it must come from the record.
      waited_ms: asked.count + Math.floor(performance.now()),
    })
    const last = view.heard.at(-1)
    if (view.heard.length % 3 === 1) channel.call('look', { at: view.heard.length })
    if (last?.from === 'customer') return { messages: [], calls: [{ tool: 'look', input: { again: true } }] }
    return { messages: [`${how.words} ${view.heard.length}`], calls: [] }
  },
})

type Played = {
  readonly events: readonly TranscriptEvent[]
  readonly records: readonly Recorded[]
  readonly asked: number
}

async function play(how: {
  readonly recorded?: Recorded
  readonly stateless?: boolean
  readonly words?: string
}): Promise<Played> {
  const { signal } = new AbortController()
  const { channel, connect } = createPartyChannel(signal)
  const [events, answers, records]: [TranscriptEvent[], Answered[], Recorded[]] = [[], [], []]
  const asked: Asked = { count: 0 }
  const conversation: Conversation = {
    start: started(),
    customer: openCustomer(),
    agent: openAgent(channel, asked, { stateless: how.stateless ?? true, words: how.words ?? 'so' }),
    desk: openDesk(),
    sop: () => '',
    form: { intents: [], fields: [], topics: [] },
    tools: [],
    limits: { ...DEFAULT_LIMITS, turnsMax: 4 },
    reader: lexicalReader({ fields: [], tools: [], topics: [] }),
    connect,
    append: (event) => events.push(event),
    mode: {
      kind: 'journaled',
      signal,
      usdOf: () => 0,
      jumps: () => 0,
      hide: (text) => text,
      seconds: () => 0,
      keep: (answer) => answers.push(answer),
      flush: async () => {
        const recorded = JSON.parse(JSON.stringify(events)) as TranscriptEvent[]
        records.push({ answers: [...answers], events: recorded })
      },
      recorded: how.recorded ?? null,
    },
  }
  await converse(conversation)
  return { events, records, asked: asked.count }
}

/** Everything but what cannot be the same twice and comes after the record. */
const withoutWaits = (events: readonly TranscriptEvent[]) =>
  events.map((event) => (event.type === 'call.retried' ? { ...event, waited_ms: 0 } : event))

describe('broken off before any answer', () => {
  test.each([true, false])('the rest is asked for, the record is kept (stateless: %s)', async (stateless) => {
    const whole = await play({ stateless })
    expect(whole.records.length).toBeGreaterThan(8)
    for (const recorded of whole.records.slice(0, -1)) {
      const rest = await play({ recorded, stateless })
      const answered = recorded.answers.filter(({ by }) => by === 'agent').length
      expect(rest.asked).toBe(stateless ? whole.asked - answered : whole.asked)
      expect(withoutWaits(rest.events)).toEqual(withoutWaits(whole.events))
      expect(rest.events.slice(0, recorded.events.length)).toEqual(recorded.events)
    }
  })
})

describe('a record that does not come out again', () => {
  test('an agent that was fed again answers otherwise', async () => {
    const { records } = await play({ stateless: false })
    const recorded = records.at(-2)
    await expect(
      play({ recorded: recorded as Recorded, stateless: false, words: 'otherwise' }),
    ).rejects.toThrow(Diverged)
  })

  test.each([
    ['the desk answered something else', '"calls":2', '"calls":7'],
    ['another trial', '"trial":"t"', '"trial":"u"'],
    ['a turn is missing', '"by":"customer"', '"by":"agent"'],
  ])('%s', async (_, from, to) => {
    const { records } = await play({})
    const bent = JSON.parse(JSON.stringify(records.at(-2)).replaceAll(from, to)) as Recorded
    await expect(play({ recorded: bent })).rejects.toThrow(Diverged)
  })
})

test.each([
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: null }, {}, false],
  [{ a: [] }, { a: {} }, false],
  [Number.NaN, Number.NaN, true],
])('%j and %j', (a, b, same) => {
  expect(isSame(a, b)).toBe(same)
})
