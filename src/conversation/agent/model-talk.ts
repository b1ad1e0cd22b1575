import type { StepReport } from '../../base/acts.ts'
import type { Json } from '../../base/json.ts'
import type { ToolReply, ToolTalk } from '../../models/chat-model.ts'
import type { AgentView, Heard, OwnAnswer } from './agent.ts'
import { REPORT_TOOL, readReport } from './model-report.ts'

/**
 * A conversation as a model is told it, rebuilt from the view each time, so that a stopped trial can go on. `replies`:
 * its own answers that are still at hand, by number; they are repeated as they came, the others are rebuilt.
 */
export function talkOf(
  { heard, answered }: Pick<AgentView, 'heard' | 'answered'>,
  replies: ReadonlyMap<number, ToolReply>,
): readonly ToolTalk[] {
  const first = answered[0]?.at ?? heard.length
  return [
    ...heard.slice(0, first).flatMap(customerSaid),
    ...answered.flatMap((answer, index) => {
      const entries = heard.slice(answer.at, answered[index + 1]?.at ?? heard.length)
      const reply = replies.get(index)
      const own = reply === undefined ? rebuilt(answer, entries, index) : repeated(reply, entries)
      return [...own, ...entries.flatMap(customerSaid)]
    }),
  ]
}

const customerSaid = (entry: Heard): readonly ToolTalk[] =>
  entry.from === 'customer' ? [{ role: 'user', content: entry.text }] : []

const isTool = (entry: Heard): entry is Extract<Heard, { from: 'tool' }> => entry.from === 'tool'

function rebuilt(answer: OwnAnswer, entries: readonly Heard[], index: number): readonly ToolTalk[] {
  const text = entries.flatMap((entry) => (entry.from === 'agent' ? [entry.text] : [])).join('\n\n')
  const done = entries.filter(isTool)
  const report =
    answer.report === undefined
      ? []
      : [{ id: `report${index}`, tool: REPORT_TOOL, input: jsonOf(answer.report) }]
  const calls = [...done.map(({ call, tool, input }) => ({ id: call, tool, input })), ...report]
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }]
  return [
    { role: 'calls', text, calls },
    ...done.map(({ call, tool, ok, output }) => ({ role: 'result' as const, id: call, tool, ok, output })),
    ...report.map(({ id, tool }) => ({ role: 'result' as const, id, tool, ...NOTED })),
  ]
}

function repeated(reply: ToolReply, entries: readonly Heard[]): readonly ToolTalk[] {
  const { text, calls, kept } = reply
  if (calls.length === 0) return text === '' ? [] : [{ role: 'assistant', content: text }]
  const done = entries.filter(isTool)
  let next = 0
  const results = calls.map(({ id, tool, input }): ToolTalk => {
    if (tool === REPORT_TOOL) return { role: 'result', id, tool, ...reportResult(input) }
    const { ok, output } = done[next++] ?? NOT_RUN
    return { role: 'result', id, tool, ok, output }
  })
  return [{ role: 'calls', text, calls, ...(kept === undefined ? {} : { kept }) }, ...results]
}

/** The same without its absent members. */
const jsonOf = (report: StepReport): Json => JSON.parse(JSON.stringify(report))

const NOTED = { ok: true, output: { noted: true } } as const
const NOT_RUN = { ok: false, output: { error: 'not_run', message: 'This call was not run.' } } as const

function reportResult(input: Json): { readonly ok: boolean; readonly output: Json } {
  const read = readReport(input)
  return 'report' in read
    ? NOTED
    : { ok: false, output: { error: 'unreadable_report', message: read.because } }
}
