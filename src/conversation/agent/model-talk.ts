import { z } from 'zod'
import type { StepReport } from '../../base/values/acts.ts'
import type { Json } from '../../base/values/json.ts'
import type { ToolReply, ToolTalk } from '../../models/chat-model.ts'
import type { AgentView, Heard, OwnAnswer, ReportForm } from '../protocol/agent.ts'
import { REPORT_TOOL, readReport } from '../protocol/model-report.ts'

type Told = Pick<AgentView, 'heard' | 'answered' | 'protocol' | 'form'>

/**
 * Tells a model one conversation, whenever it is asked, from the view alone, so that a stopped trial can be resumed. Its own
 * answers are repeated byte for byte; an answer of another, as in a fork of a transcript, is told in our words.
 */
export const talkIn = (view: Told): readonly ToolTalk[] =>
  Array.from({ length: view.answered.length + 1 }, (_, piece) => pieceOf(view, piece)).flat()

/** One answer of the model with what followed it; before the first, what the customer began with. */
function pieceOf({ heard, answered, protocol, form }: Told, piece: number): readonly ToolTalk[] {
  const answer = answered[piece - 1]
  const entries = heard.slice(answer?.at ?? 0, answered[piece]?.at ?? heard.length)
  const said = entries.flatMap(customerSaid)
  if (answer === undefined) return said
  const reply = replyIn(answer.raw)
  const own =
    reply === null ? rebuilt(answer, entries, piece - 1) : repeated(reply, entries, { protocol, form })
  return [...own, ...said]
}

const RawReply = z.object({
  text: z.string(),
  calls: z.array(z.object({ id: z.string(), tool: z.string(), input: z.json() })),
  kept: z.object({ by: z.string(), parts: z.json() }).exactOptional(),
})
type RawReply = Pick<ToolReply, 'text' | 'calls' | 'kept'>

/** Null: it is no answer of a model. */
const replyIn = (raw: Json | undefined): RawReply | null => RawReply.safeParse(raw).data ?? null

const wordsOf = (text: string): readonly ToolTalk[] =>
  text === '' ? [] : [{ role: 'assistant', content: text }]

/** What an answer is repeated from. */
export const rawOf = ({ text, calls, kept }: ToolReply): Json => ({
  text,
  calls: calls.map(({ id, tool, input }) => ({ id, tool, input })),
  ...(kept === undefined ? {} : { kept: { by: kept.by, parts: kept.parts } }),
})

const customerSaid = (entry: Heard): readonly ToolTalk[] =>
  entry.from === 'customer' ? [{ role: 'user', content: entry.text }] : []

const isTool = (entry: Heard): entry is Extract<Heard, { from: 'tool' }> => entry.from === 'tool'

function rebuilt(answer: OwnAnswer, entries: readonly Heard[], index: number): readonly ToolTalk[] {
  const text = entries.flatMap((entry) => (entry.from === 'agent' ? [entry.text] : [])).join('\n\n')
  const done: readonly Done[] = [
    ...entries.filter(isTool),
    ...(answer.report === undefined ? [] : [{ tool: REPORT_TOOL, input: jsonOf(answer.report), ...NOTED }]),
  ]
  if (done.length === 0) return wordsOf(text)
  const idOf = (position: number): string => callId(index, position)
  return [
    { role: 'calls', text, calls: done.map(({ tool, input }, n) => ({ id: idOf(n), tool, input })) },
    ...done.map(({ tool, ok, output }, n) => ({ role: 'result' as const, id: idOf(n), tool, ok, output })),
  ]
}

type Done = Pick<Extract<Heard, { from: 'tool' }>, 'tool' | 'input' | 'ok' | 'output'>

/** Nine letters and digits: the one form of a call's number that no provider refuses. */
const callId = (answer: number, position: number): string =>
  `c${String(answer).padStart(4, '0')}${String(position).padStart(4, '0')}`

function repeated(
  { text, calls, kept }: RawReply,
  entries: readonly Heard[],
  { protocol, form }: Pick<AgentView, 'protocol' | 'form'>,
): readonly ToolTalk[] {
  if (calls.length === 0) return wordsOf(text)
  const done = entries.filter(isTool)
  let next = 0
  const results = calls.map(({ id, tool, input }): ToolTalk => {
    if (tool === REPORT_TOOL && protocol === 'declared')
      return { role: 'result', id, tool, ...reportResult(input, form) }
    const { ok, output } = done[next++] ?? NOT_RUN
    return { role: 'result', id, tool, ok, output }
  })
  return [{ role: 'calls', text, calls, ...(kept === undefined ? {} : { kept }) }, ...results]
}

/** The same without its absent members. */
const jsonOf = (report: StepReport): Json => JSON.parse(JSON.stringify(report))

const NOTED = { ok: true, output: { noted: true } } as const
const NOT_RUN = { ok: false, output: { error: 'not_run', message: 'This call was not run.' } } as const

function reportResult(input: Json, form: ReportForm): { readonly ok: boolean; readonly output: Json } {
  const read = readReport(input, form)
  return 'report' in read
    ? NOTED
    : { ok: false, output: { error: 'unreadable_report', message: read.because } }
}
