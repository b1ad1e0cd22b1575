import type { Json } from '../../base/values/json.ts'
import { modelAgent } from '../../conversation/agent/model-agent.ts'
import type { Customer } from '../../conversation/customer/customer.ts'
import { modelCustomer } from '../../conversation/customer/model-customer.ts'
import type { Agent, AgentMove, AgentView } from '../../conversation/protocol/agent.ts'
import { REPORT_TOOL } from '../../conversation/protocol/model-report.ts'
import type { ChatUsage, ModelCall, ToolModel } from '../../models/chat-model.ts'
import { readerRequest } from '../../reading/model/reader-prompt.ts'
import { numberedSentences } from '../../reading/numbered-sentences.ts'
import { createSeenBefore } from '../../reading/trial-reader.ts'
import type { Transcript } from '../../transcript/event.ts'
import { shownTo } from '../../verdicts/judges/judge.ts'
import { judgeSize } from '../../verdicts/judges/model-judge.ts'
import type { MakeCustomer } from '../agents/maker.ts'
import type { ModelRequest } from '../agents/model/request.ts'
import { makeAgent, makeCustomer } from '../agents/parties.ts'
import { referenceRequest } from '../agents/reference/request.ts'
import { deskOf } from '../judges/judge-trial.ts'
import type { PlannedTrial } from '../trial/plan-trials.ts'
import { playTrial } from '../trial/play-trial.ts'
import { estimateTrialId } from '../trial/trial-id.ts'

/** Of one trial: calls, and characters either way. */
export type Use = { readonly calls: number; readonly sent: number; readonly received: number }

export type TrialSize = {
  readonly agent: Use
  readonly customer: Use
  readonly reader: Use
  readonly judge: Use
  /** customer messages */
  readonly turns: number
}

/** How a model is asked as the agent. */
export type AskedAs = Pick<ModelRequest, 'sop' | 'protocol'> & { readonly prompt: string | null }

type OpenUse = { calls: number; sent: number; received: number }
const noUse = (): OpenUse => ({ calls: 0, sent: 0, received: 0 })

/**
 * Plays a trial with the very requests that models would get, answered by the oracle and the scripted customer in their place.
 * In: a trial, how the agent is asked. Out: how much was sent and received.
 */
export async function measureTrial(trial: PlannedTrial, as: AskedAs): Promise<TrialSize> {
  const [agent, customer] = [noUse(), noUse()]
  const oracle = await makeAgent({ ...referenceRequest('oracle'), protocol: as.protocol })
  const scripted = makeCustomer('scripted')
  const transcript = await playTrial({
    id: estimateTrialId(),
    pack: trial.pack,
    case: trial.case,
    intensity: trial.intensity,
    seed: trial.seed,
    attempt: 0,
    agent: { ...oracle, make: (parts) => askedAgent(oracle.make(parts), as, agent) },
    customer: { ...scripted, make: (parts) => askedCustomer(scripted.make(parts), parts, customer) },
  })
  const desk = { sop: trial.pack.graph.sop.text, ...deskOf(transcript) }
  return {
    agent,
    customer,
    reader: readerUse(transcript, trial.pack),
    judge: { calls: 1, ...judgeSize(shownTo(transcript), desk) },
    turns: transcript.filter((event) => event.type === 'message.sent' && event.from === 'customer').length,
  }
}

const UNMETERED: ChatUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0 }

/** A model agent whose model answers what `inner` would do. */
function askedAgent(inner: Agent, { sop, prompt }: AskedAs, use: OpenUse): Agent {
  return {
    reply: async (view) => {
      const move = await inner.reply(view)
      const model: ToolModel = {
        id: 'estimate',
        complete: async () => ({ text: '', usage: UNMETERED }),
        step: async ({ signal: _, ...request }) => {
          const reply = { text: move.messages.join('\n\n'), calls: callsOf(move, view) }
          add(use, request, reply)
          return { ...reply, stopped: reply.calls.length > 0 ? 'calls' : 'stop', usage: UNMETERED }
        },
      }
      const aside = { signal: new AbortController().signal, note: () => undefined }
      return modelAgent({ model, sop, prompt, aside }).reply(view)
    },
  }
}

function callsOf({ calls, report }: AgentMove, { protocol, answered }: AgentView): readonly ModelCall[] {
  const reports = protocol === 'declared' && report !== undefined
  const all = [...calls, ...(reports ? [{ tool: REPORT_TOOL, input: jsonOf(report) }] : [])]
  return all.map((call, place) => ({ id: `call_${answered.length}_${place}`, ...call }))
}

const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

/** A model customer whose model writes what the scripted one says; if its words do not pass the gate, the scripted turn is taken. */
function askedCustomer(scripted: Customer, parts: Parameters<MakeCustomer>[0], use: OpenUse): Customer {
  const { pack, case: one, intensity, seed } = parts
  let text = ''
  const asked = modelCustomer({
    card: one.card,
    opens: one.opens,
    tactic: one.tactic === null ? null : (pack.tactics.get(one.tactic) ?? null),
    intensity,
    lexicon: pack.lexicon,
    seed,
    lists: pack.lists,
    model: {
      id: 'estimate',
      complete: async (request) => {
        add(use, request, text)
        return { text, usage: UNMETERED }
      },
    },
  })
  return {
    open: async () => {
      const turn = await scripted.open()
      text = 'strayed' in turn ? '' : turn.text
      await asked.open()
      return turn
    },
    answer: async (heard) => {
      const turn = await scripted.answer(heard)
      text = 'strayed' in turn ? '' : turn.text
      await asked.answer(heard)
      return turn
    },
  }
}

function add(use: OpenUse, sent: unknown, received: unknown): void {
  use.calls += 1
  use.sent += JSON.stringify(sent).length
  use.received += JSON.stringify(received).length
}

/** An act as a model writes it, in characters. */
const READ_SENTENCE = 120

/** One call for each agent message, with the lists and what was seen before it. */
function readerUse(transcript: Transcript, { lists }: PlannedTrial['pack']): Use {
  const { feed, before } = createSeenBefore()
  const use = noUse()
  for (const event of transcript) {
    feed(event)
    if (event.type !== 'message.sent' || event.from !== 'agent') continue
    const { text, seen } = before(event.n)
    const { sentences } = numberedSentences(text)
    const { schema: _, ...asked } = readerRequest(sentences, lists, seen)
    use.calls += 1
    use.sent += JSON.stringify(asked).length
    use.received += sentences.length * READ_SENTENCE
  }
  return use
}
