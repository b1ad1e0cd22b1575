import type { Json } from '../../base/values/json.ts'
import { modelAgent } from '../../conversation/agent/model-agent.ts'
import type { Customer } from '../../conversation/customer/customer.ts'
import { modelCustomer } from '../../conversation/customer/model-customer.ts'
import type { Agent, AgentMove, AgentView } from '../../conversation/protocol/agent.ts'
import { REPORT_TOOL } from '../../conversation/protocol/model-report.ts'
import type { ChatModel, ChatUsage, ModelCall, ToolModel } from '../../models/chat-model.ts'
import { readerRequest } from '../../reading/model/reader-prompt.ts'
import { numberedSentences } from '../../reading/numbered-sentences.ts'
import { createSeenBefore } from '../../reading/trial-reader.ts'
import type { Transcript } from '../../transcript/event.ts'
import { shownTo } from '../../verdicts/judges/judge.ts'
import { judgeSize } from '../../verdicts/judges/model-judge.ts'
import type { MakeCustomer } from '../agents/maker.ts'
import type { ModelRequest } from '../agents/model/request.ts'
import { customerOptions, makeAgent, makeCustomer } from '../agents/parties.ts'
import { referenceRequest } from '../agents/reference/request.ts'
import { deskOf } from '../judges/judge-trial.ts'
import type { PlannedTrial } from '../trial/plan-trials.ts'
import { playTrial } from '../trial/play-trial.ts'
import { estimateTrialId } from '../trial/trial-id.ts'

/** Calls of one role, and characters either way. */
export type Use = { calls: number; sent: number; received: number }

/** What some trials took together; `turns`: customer messages. */
export type Measured = { trials: number; turns: number } & Record<
  'agent' | 'customer' | 'reader' | 'judge',
  Use
>

export const nothingMeasured = (): Measured => {
  const none = (): Use => ({ calls: 0, sent: 0, received: 0 })
  return { trials: 0, turns: 0, agent: none(), customer: none(), reader: none(), judge: none() }
}

/** How a model is asked as the agent. */
export type AskedAs = Pick<ModelRequest, 'sop' | 'protocol'> & { readonly prompt: string | null }

/**
 * Plays a trial with the very requests that models would get, answered by the oracle and the scripted customer in their place.
 * In: a trial, how the agent is asked. Out: how much was sent and received, added to `sum`.
 */
export async function measureTrial(trial: PlannedTrial, as: AskedAs, sum: Measured): Promise<void> {
  const oracle = await makeAgent({ ...referenceRequest('oracle'), protocol: as.protocol })
  const scripted = makeCustomer('scripted')
  const { pack, case: theCase, intensity, seed } = trial
  const transcript = await playTrial({
    ...{ id: estimateTrialId(), pack, case: theCase, intensity, seed, attempt: 0 },
    agent: { ...oracle, make: (parts) => askedAgent(oracle.make(parts), as, sum.agent) },
    customer: { ...scripted, make: (parts) => askedCustomer(parts, sum.customer) },
  })
  sum.trials += 1
  sum.turns += transcript.filter((event) => event.type === 'message.sent' && event.from === 'customer').length
  addReader(sum.reader, transcript, pack)
  const judge = judgeSize(shownTo(transcript), { sop: pack.graph.sop.text, ...deskOf(transcript) })
  addTo(sum.judge, judge.sent, judge.received)
}

const UNMETERED: ChatUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0 }

/** A model agent whose model answers what `inner` would do. */
function askedAgent(inner: Agent, { sop, prompt }: AskedAs, use: Use): Agent {
  return {
    reply: async (view) => {
      const move = await inner.reply(view)
      const model: ToolModel = {
        id: 'estimate',
        complete: async () => ({ text: '', usage: UNMETERED }),
        step: async ({ signal: _, ...request }) => {
          const reply = { text: move.messages.join('\n\n'), calls: callsOf(move, view) }
          addTo(use, charactersOf(request), charactersOf(reply))
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

/** A model customer whose model says nothing of use, so that it hears and says what the scripted one does. */
function askedCustomer(parts: Parameters<MakeCustomer>[0], use: Use): Customer {
  const complete: ChatModel['complete'] = async ({ schema: _, ...request }) => {
    addTo(use, charactersOf(request), HEARD_AND_SAID)
    return { text: '', usage: UNMETERED }
  }
  const model = { id: 'estimate', complete }
  return modelCustomer({ ...customerOptions(parts), lists: parts.pack.lists, model })
}

/** What was heard, and one message, as a model writes it, in characters. */
const HEARD_AND_SAID = 200

function addTo(use: Use, sent: number, received: number): void {
  use.calls += 1
  use.sent += sent
  use.received += received
}

const charactersOf = (value: unknown): number => JSON.stringify(value).length

/** An act as a model writes it, in characters. */
const READ_SENTENCE = 120

/** One call for each agent message, with the lists and what was seen before it. */
function addReader(use: Use, transcript: Transcript, { lists }: PlannedTrial['pack']): void {
  const { feed, before } = createSeenBefore()
  for (const event of transcript) {
    feed(event)
    if (event.type !== 'message.sent' || event.from !== 'agent') continue
    const { text, seen } = before(event.n)
    const { sentences } = numberedSentences(text)
    const { schema: _, ...asked } = readerRequest(sentences, lists, seen)
    addTo(use, charactersOf(asked), sentences.length * READ_SENTENCE)
  }
}
