import type { ToolModel, ToolReply } from '../../models/chat-model.ts'
import { ModelFailed } from '../../models/model-failed.ts'
import type { Agent, AgentMove, AgentView } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import { REPORT_TOOL, readReport, reportTool } from '../protocol/model-report.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import { type SopMode, systemText } from './model-prompt.ts'
import { rawOf, talkIn } from './model-talk.ts'

/**
 * A language model as the agent under test. In: the view. Out: one move for each answer of the model, so that whatever was
 * paid for is written down before the next call. It must not know the case, the graph or any verdict.
 */
export type ModelAgentParts = {
  readonly model: ToolModel
  readonly sop: SopMode
  /** the author's own instructions; null: ours */
  readonly prompt?: string | null
  readonly aside: Pick<PartyChannel, 'signal' | 'note'>
}

const EMPTY_REPLIES_MAX = 2

export const modelAgent = (parts: ModelAgentParts): Agent => ({
  stateless: true,
  // The view is all it needs: its own answers come back with it, exactly, thoughts and call numbers included.
  reply: async (view) => {
    const reply = await ask(parts, view)
    return { ...moveOf(reply, view), raw: rawOf(reply) }
  },
})

async function ask(
  { model, sop, prompt = null, aside }: ModelAgentParts,
  view: AgentView,
): Promise<ToolReply> {
  const report = view.protocol === 'declared' ? [reportTool(view.form, view.tools)] : []
  const request = {
    system: systemText(view, sop, prompt),
    messages: talkIn(view),
    tools: [...view.tools, ...report],
    signal: aside.signal,
  }
  for (let empty = 0; empty < EMPTY_REPLIES_MAX; empty += 1) {
    if (empty > 0) aside.note({ type: 'call.retried', role: 'agent', code: 'empty-reply', waited_ms: 0 })
    const reply = await model.step(request).catch(blame)
    if (reply.calls.length > 0 || reply.text.trim() !== '') return reply
    if (hasSpoken(view)) return reply
    if (reply.stopped === 'refusal') throw new AgentFailed('model-refused', 'The model would not answer.')
    if (reply.stopped === 'length')
      throw new AgentFailed('model-cut-off', 'The model used up its tokens before it said anything.')
  }
  throw new AgentFailed('model-silent', `The model answered nothing, ${EMPTY_REPLIES_MAX} times.`)
}

/** Words to the customer since their last message: with them an empty answer is the end of the turn, not silence. */
function hasSpoken({ heard }: AgentView): boolean {
  const last = heard.findLastIndex(({ from }) => from === 'customer')
  return heard.slice(last + 1).some(({ from }) => from === 'agent')
}

/** What the model itself would not or could not do is its failure; what happened on the way there is ours. */
function blame(error: unknown): never {
  if (error instanceof ModelFailed && error.side === 'model')
    throw new AgentFailed(error.code, error.message, error)
  throw error
}

function moveOf({ text, calls }: ToolReply, { protocol, form }: AgentView): AgentMove {
  const said = text.trim()
  const isReport = ({ tool }: { readonly tool: string }): boolean =>
    protocol === 'declared' && tool === REPORT_TOOL
  const deeds = calls.filter((call) => !isReport(call))
  const last = calls.findLast(isReport)
  const read = last === undefined ? undefined : readReport(last.input, form)
  return {
    messages: said === '' ? [] : [said],
    calls: deeds.map(({ tool, input }) => ({ tool, input })),
    ...(read === undefined
      ? {}
      : 'report' in read
        ? { report: read.report }
        : { unreadableReport: read.because }),
    // A report alone is no turn: the model is asked again, and learns why its report could not be read.
    ...(said === '' && deeds.length === 0 && calls.length > 0 ? { again: true as const } : {}),
  }
}
