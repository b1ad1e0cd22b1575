import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../base/values/json.ts'
import type { AgentMove, AgentView, ReportedCall } from './agent.ts'
import { AgentFailed } from './agent-failed.ts'
import { readReport } from './model-report.ts'

/**
 * The turn as it travels to an agent outside this process, and the answer as it comes back: the same for services,
 * commands and modules. In: an agent's view. Out: a move. It carries no more than the view does: no trial's name (that
 * holds the case's), no act, no card.
 */
export const WIRE_FORMAT = 1

const text = z.string()
const json: z.ZodType<Json> = z.json() as z.ZodType<Json>

const HeardOnWire = z.union([
  z.strictObject({ from: z.enum(['customer', 'agent']), text }),
  z.strictObject({
    from: z.literal('tool'),
    call: text,
    tool: text,
    input: json,
    ok: z.boolean(),
    output: json,
  }),
])

const ToolOnWire = z.strictObject({
  name: text,
  description: text,
  parameters: z.record(text, json).describe('JSON Schema of the input'),
})

const ReportWords = z.strictObject({
  intents: z.array(text),
  fields: z.array(
    z.strictObject({
      name: text,
      type: z.enum(['enum', 'string', 'number', 'boolean', 'date']),
      of: z.array(text).describe('the values of an enum'),
      may_be: z.array(z.enum(['refused', 'unavailable'])),
    }),
  ),
  topics: z.array(text).describe('what a message can be about'),
})

export const DeskAddress = z.strictObject({
  address: z.url().describe('POST <address>/call {"tool", "input"}; GET <address>/tools'),
  mcp: z.url().describe('the same tools over MCP, streamable HTTP'),
  token: text.describe('Authorization: Bearer <token>'),
})
export type DeskAddress = z.infer<typeof DeskAddress>

/** What an agent is sent. Everything it needs stands in it, so it may forget all else. */
export const Turn = z
  .strictObject({
    sage: z.literal(WIRE_FORMAT).describe('version of this format'),
    conversation: text.describe('tells conversations apart; says nothing else'),
    ask: z
      .int()
      .min(1)
      .describe('counts the requests of a conversation; the same number again is the same question again'),
    today: text.describe('the day of the conversation, YYYY-MM-DD'),
    protocol: z.enum(['declared', 'observed']).describe('declared: a report is due each turn'),
    sop: text.describe('the procedure; empty where it is withheld'),
    tools: z.array(ToolOnWire),
    heard: z.array(HeardOnWire).describe('everything said and done so far, oldest first'),
    since: z.int().min(0).describe('entries of heard before this one were in the request before'),
    report_words: ReportWords.optional().describe('the words a report may use (declared protocol)'),
    desk: DeskAddress.optional().describe(
      'where the tools can be called in mid-turn, until this turn is answered',
    ),
    options: z.record(text, json).describe('from the agent’s settings, as they are'),
  })
  .describe('One question to an agent: what does it do next?')
export type Turn = z.infer<typeof Turn>

/** What an agent answers. With calls it is asked again once their results are in `heard`; without, its turn is over. */
export const TurnAnswer = z
  .strictObject({
    messages: z.array(text).optional().describe('to the customer, in order'),
    calls: z
      .array(z.strictObject({ tool: text, input: json.optional() }))
      .optional()
      .describe('tools of the desk to call'),
    report: json.optional().describe('what it understood and does: {intent, fields, action}'),
    reported: z
      .array(z.strictObject({ tool: text, input: json.optional(), ok: z.boolean(), output: json.optional() }))
      .optional()
      .describe('with tools of its own: what it has called since its last answer'),
    stateless: z.boolean().optional().describe('true: it keeps nothing between requests'),
  })
  .describe('What an agent does next: words, calls, or both.')
export type TurnAnswer = z.infer<typeof TurnAnswer>

/** One conversation's side of the wire: counts the requests and knows what was sent before. */
export function openWire(given: {
  readonly options: Readonly<Record<string, Json>>
  readonly tools: 'ours' | 'own'
}): { readonly turnOf: (view: AgentView, desk: DeskAddress | undefined) => Turn } {
  const conversation = randomUUID()
  let ask = 0
  let since = 0
  return {
    turnOf: (view, desk) => {
      ask += 1
      const turn: Turn = {
        sage: WIRE_FORMAT,
        conversation,
        ask,
        today: view.today,
        protocol: view.protocol,
        sop: view.sop,
        tools:
          given.tools === 'own'
            ? []
            : view.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
        heard: [...view.heard],
        since,
        ...(view.protocol === 'declared' ? { report_words: wordsOf(view) } : {}),
        ...(desk === undefined ? {} : { desk }),
        options: given.options,
      }
      since = view.heard.length
      return turn
    },
  }
}

const wordsOf = ({ form }: AgentView): z.infer<typeof ReportWords> => ({
  intents: [...form.intents],
  fields: form.fields.map(({ name, type, of, mayBe }) => ({ name, type, of: [...of], may_be: [...mayBe] })),
  topics: [...form.topics],
})

export type ReadAnswer = { readonly move: AgentMove; readonly stateless: boolean }

/** Deeper nests overflow whoever reads or writes them later; no honest answer is that deep. */
const DEPTH_MAX = 64

/** An agent's answer as a move. What cannot be read is the agent's failure, in words that say what was wrong with it. */
export function readAnswer(raw: unknown, tools: 'ours' | 'own'): ReadAnswer {
  if (isDeeperThan(raw, DEPTH_MAX)) throw offFormat('it nests too deeply')
  const parsed = TurnAnswer.safeParse(raw)
  if (!parsed.success) throw offFormat(wrongIn(parsed.error))
  const { messages = [], calls = [], report, reported = [], stateless = false } = parsed.data
  if (tools === 'own' && calls.length > 0)
    throw offFormat('calls: with `tools: own` it calls its tools itself and names them under `reported`')
  if (tools === 'ours' && reported.length > 0)
    throw offFormat('reported: only an agent with `tools: own` reports calls')
  return {
    move: {
      messages,
      calls: calls.map(({ tool, input = {} }) => ({ tool, input })),
      ...(reported.length === 0 ? {} : { reported: reported.map(reportedCall) }),
      ...takeReport(report),
    },
    stateless,
  }
}

const reportedCall = (call: NonNullable<TurnAnswer['reported']>[number]): ReportedCall => ({
  tool: call.tool,
  input: call.input ?? {},
  ok: call.ok,
  output: call.output ?? null,
})

/** A report that cannot be read is the missing report of this turn; the words beside it still count. */
export function takeReport(raw: Json | undefined): Pick<AgentMove, 'report' | 'unreadableReport'> {
  if (raw === undefined || raw === null) return {}
  const read = readReport(raw)
  return 'report' in read ? read : { unreadableReport: read.because }
}

const offFormat = (why: string): AgentFailed =>
  new AgentFailed('answer-off-format', `the agent's answer is not one: ${why}`)

/** The first thing that is wrong, with its place: more would only repeat it. */
function wrongIn(error: z.ZodError): string {
  const [first] = error.issues
  if (first === undefined) return 'wrong shape'
  const place = first.path.join('.')
  return place === '' ? first.message : `${place}: ${first.message}`
}

function isDeeperThan(value: unknown, depth: number): boolean {
  let level: readonly unknown[] = [value]
  for (let at = 0; at <= depth; at += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}
