import { z } from 'zod'
import { AgentAct, CustomerAct, StepReport } from '../base/values/acts.ts'
import type { Json } from '../base/values/json.ts'
import { Reading } from '../base/values/reading.ts'

/**
 * The transcript of one trial: numbered events, append-only, one JSON object a line. In: what the parties did.
 * Out: everything else, recomputed. It must not know what any of it is worth: no verdict, no score.
 */

export const TRANSCRIPT_FORMAT = 1

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>

const scalarOrNull = z.union([z.string(), z.number(), z.boolean(), z.null()])
const row = z.record(z.string(), scalarOrNull)
const n = z.int().min(1)

export const TalkLimit = z.enum(['turns', 'tool-calls', 'tokens', 'seconds', 'money', 'message-size', 'fork'])
export type TalkLimit = z.infer<typeof TalkLimit>

/** Why a conversation ended. Every ending has a name; a limit is an ending, not an exception. */
export const Ending = z.discriminatedUnion('kind', [
  /** the agent closed: a close call, or a sign-off that answers a thanks or goodbye */
  z.strictObject({ kind: z.literal('agent.closed'), by: z.enum(['call', 'sign-off']) }),
  z.strictObject({ kind: z.literal('handed.over') }),
  z.strictObject({
    kind: z.literal('customer.left'),
    because: z.enum(['satisfied', 'declined', 'patience', 'unresolved']),
  }),
  z.strictObject({ kind: z.literal('limit.hit'), limit: TalkLimit }),
  /** the agent crashed, went silent or answered what cannot be parsed: its own failure, judged */
  z.strictObject({ kind: z.literal('agent.failed'), code: z.string() }),
  /** the customer left its card: void, run again */
  z.strictObject({ kind: z.literal('customer.strayed'), code: z.string() }),
  /** another system recorded it, and its recording ends here: by whom, as far as it says */
  z.strictObject({ kind: z.literal('recording.ended'), by: z.enum(['customer', 'agent', 'unknown']) }),
  /** our fault: missing data, with a count */
  z.strictObject({ kind: z.literal('machinery.failed'), code: z.string() }),
])
export type Ending = z.infer<typeof Ending>

const trialStarted = z.strictObject({
  n,
  type: z.literal('trial.started'),
  format: z.literal(TRANSCRIPT_FORMAT),
  trial: z.string(),
  pack: z.strictObject({ id: z.string(), hash: z.string() }),
  case: z.string(),
  agent: z.string(),
  protocol: z.enum(['declared', 'observed']),
  customer: z.string(),
  seed: z.int(),
  attempt: z.int().min(0),
  intensity: z.int().min(0).max(3),
  tactic: z.string().nullable(),
  today: z.string(),
  /** a case that was planned from the graph, as an entry of cases/*.yaml: another plan may have another case of that name */
  planned: z.record(z.string(), z.unknown()).optional(),
  /** how the agent was given the SOP; absent: whole, in its prompt */
  sop: z.enum(['prompt', 'lookup', 'none', 'steps']).optional(),
  /** whose tools it called; absent: this desk's */
  tools: z.enum(['ours', 'own']).optional(),
  /** a fork: events up to `at` are replayed from the trial `of`, what follows is one sample of many */
  fork: z
    .strictObject({
      of: z.string(),
      at: n,
      sample: z.int().min(0),
      /** the customer's last replayed message was worded again, by this tactic at this intensity */
      swap: z.strictObject({ tactic: z.string().nullable(), intensity: z.int().min(0).max(3) }).optional(),
    })
    .optional(),
})
/** the replay is over, the sampled agent is asked: how often a stateful agent was fed, and answered differently than recorded */
const forkBegan = z.strictObject({
  n,
  type: z.literal('fork.began'),
  fed: z.int().min(0),
  differs: z.int().min(0),
})
const customerSent = z.strictObject({
  n,
  type: z.literal('message.sent'),
  from: z.literal('customer'),
  text: z.string(),
  act: CustomerAct,
})
const agentSent = z.strictObject({
  n,
  type: z.literal('message.sent'),
  from: z.literal('agent'),
  text: z.string(),
})
/** what the words of the agent's message `of` did, by the trial's reader or by one that read it again */
const messageRead = z.strictObject({
  n,
  type: z.literal('message.read'),
  of: n,
  /** `lexical`, or the model that read it */
  by: z.string(),
  reading: Reading,
})
/** 0.1: what the customer took the agent's message `of` to do */
const messageUnderstood = z.strictObject({
  n,
  type: z.literal('message.understood'),
  of: n,
  acts: z.array(AgentAct),
  /** by patterns, by a model, or not at all */
  by: z.enum(['lexical', 'model', 'nobody']),
})
const stepReported = z.strictObject({ n, type: z.literal('step.reported'), report: StepReport })
/** the agent should have reported, or reported what cannot be read: its failure, kept */
const reportMissing = z.strictObject({ n, type: z.literal('report.missing'), because: z.string() })
/** 0.1: what the words of message `of` did, recognised once (observed protocol, model recogniser) */
const actRecognised = z.strictObject({
  n,
  type: z.literal('act.recognised'),
  of: n,
  acts: z.array(AgentAct),
  by: z.string(),
  sure: z.boolean(),
})
const toolCalled = z.strictObject({
  n,
  type: z.literal('tool.called'),
  call: z.string(),
  tool: z.string(),
  input: json,
})
const toolReturned = z.strictObject({
  n,
  type: z.literal('tool.returned'),
  call: z.string(),
  ok: z.boolean(),
  output: json,
})
/** what a write did to this trial's own copy of a row; `before: null` inserts, `after: null` deletes; never leaves the process */
const worldChanged = z.strictObject({
  n,
  type: z.literal('world.changed'),
  /** the call that caused it; absent when nobody in this conversation did */
  call: z.string().optional(),
  table: z.string(),
  key: z.string(),
  before: row.nullable(),
  after: row.nullable(),
  /** money this write would have moved: a recorded intent, never a payment */
  amount: z.number().optional(),
})
const handoverMade = z.strictObject({
  n,
  type: z.literal('handover.made'),
  call: z.string(),
  reason: z.string(),
  note: z.string(),
})
const ticketClosed = z.strictObject({ n, type: z.literal('ticket.closed'), call: z.string() })
const faultRaised = z.strictObject({
  n,
  type: z.literal('fault.raised'),
  side: z.enum(['agent', 'customer', 'machinery']),
  code: z.string(),
  message: z.string(),
})
const usageRecorded = z.strictObject({
  n,
  type: z.literal('usage.recorded'),
  role: z.enum(['agent', 'customer', 'judge', 'reader', 'recogniser']),
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cached_tokens: z.int(),
  reasoning_tokens: z.int(),
  usd: z.number().nullable(),
  took_ms: z.number(),
  /** the answer was cut off, refused or ended in an unknown way; absent: it was whole */
  stopped: z.enum(['length', 'refusal', 'other']).optional(),
})
/** a model or a service did not answer and was asked again: our patience, nobody's failure */
const callRetried = z.strictObject({
  n,
  type: z.literal('call.retried'),
  role: z.enum(['agent', 'customer', 'judge', 'reader', 'recogniser']),
  code: z.string(),
  waited_ms: z.number(),
})
/** `sage import`: another system recorded this conversation. What its desk could do, and what the recording says was due. */
const recordingOpened = z.strictObject({
  n,
  type: z.literal('recording.opened'),
  format: z.string(),
  /** file and line */
  source: z.string(),
  /** what each tool does, by its name or by a mapping file */
  desk: z.array(z.strictObject({ tool: z.string(), role: z.enum(['read', 'write', 'handover', 'close']) })),
  task: z
    .strictObject({
      calls: z.array(z.strictObject({ tool: z.string(), input: json })),
      says: z.array(z.string()),
      /** runs imported by 0.2 have it: rows of a replayed desk; nothing reads it */
      leaves: json.optional(),
      /** how far deeds and words settle the outcome: wholly, only that it is wrong, or not at all */
      kind: z.enum(['all', 'wrong', 'nothing']),
      /** an adopted conversation: whether its human handed over */
      handover: z.boolean().optional(),
    })
    .nullable(),
})
/** `sage import`: what was neither said to the other party nor called by the agent */
const asideRecorded = z.strictObject({
  n,
  type: z.literal('aside.recorded'),
  by: z.enum(['agent', 'customer', 'system', 'other']),
  kind: z.enum(['instructions', 'note', 'call', 'result']),
  text: z.string(),
})
const conversationEnded = z.strictObject({ n, type: z.literal('conversation.ended'), ending: Ending })

export const TranscriptEvent = z.union([
  trialStarted,
  forkBegan,
  customerSent,
  agentSent,
  messageRead,
  messageUnderstood,
  stepReported,
  reportMissing,
  actRecognised,
  toolCalled,
  toolReturned,
  worldChanged,
  handoverMade,
  ticketClosed,
  faultRaised,
  usageRecorded,
  callRetried,
  recordingOpened,
  asideRecorded,
  conversationEnded,
])
export type TranscriptEvent = z.infer<typeof TranscriptEvent>
export type EventOf<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>
export type TrialStarted = EventOf<'trial.started'>
export type Transcript = readonly TranscriptEvent[]
/** an event before it has its number */
export type NewEvent = TranscriptEvent extends infer E
  ? E extends { n: number }
    ? Omit<E, 'n'>
    : never
  : never
