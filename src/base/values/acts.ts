import { z } from 'zod'

/**
 * The vocabulary of dialogue acts of both parties: part of the transcript format, documented once in
 * docs/spec/transcript.md. It lives in `base` because the graph's walk reads acts and may not import the transcript.
 */

const scalar = z.union([z.string(), z.number(), z.boolean()])
const requestId = z.string().regex(/^r[1-9][0-9]*$/)

/** Why a customer gives no value: will not, or cannot. */
export const Lack = z.enum(['refused', 'unavailable'])
export type Lack = z.infer<typeof Lack>

/** One thing a customer's message does. Made with the message, never read out of it. */
export const CustomerMove = z.discriminatedUnion('do', [
  /** wants something done: opens a request; `instead_of` withdraws the one it replaces */
  z.strictObject({
    do: z.literal('open'),
    request: requestId,
    intent: z.string(),
    instead_of: requestId.optional(),
  }),
  /** claims a value for a field, asked or volunteered; a different value than before is a correction */
  z.strictObject({ do: z.literal('tell'), request: requestId, field: z.string(), value: scalar }),
  /** will not or cannot give the field */
  z.strictObject({ do: z.literal('lack'), request: requestId, field: z.string(), lack: Lack }),
  /** answers without giving a usable value: "the big one", "last week or so" */
  z.strictObject({ do: z.literal('dodge'), request: requestId, field: z.string() }),
  /** says yes or no to what the agent proposed in message number `proposal` */
  z.strictObject({ do: z.literal('agree'), request: requestId, proposal: z.int() }),
  z.strictObject({ do: z.literal('refuse'), request: requestId, proposal: z.int() }),
  /** no longer wants it */
  z.strictObject({ do: z.literal('withdraw'), request: requestId }),
  /** presses for what was declined or is not on offer; `kind` says which count of the tactic it raises */
  z.strictObject({ do: z.literal('push'), request: requestId, kind: z.enum(['push', 'argument', 'claim']) }),
  z.strictObject({ do: z.literal('demand_human') }),
  z.strictObject({ do: z.literal('abuse') }),
  /** a tangent, a question the desk has no use for */
  z.strictObject({ do: z.literal('detour') }),
  z.strictObject({ do: z.literal('silence') }),
  z.strictObject({ do: z.literal('switch_language'), to: z.string() }),
  z.strictObject({ do: z.literal('greet') }),
  z.strictObject({ do: z.literal('thank') }),
  /** says goodbye; the conversation ends after the agent's next turn */
  z.strictObject({
    do: z.literal('leave'),
    because: z.enum(['satisfied', 'declined', 'patience', 'unresolved']),
  }),
])
export type CustomerMove = z.infer<typeof CustomerMove>

export const Tone = z.enum(['calm', 'friendly', 'worried', 'dissatisfied', 'angry', 'abusive'])
export type Tone = z.infer<typeof Tone>

/** What a model customer heard in the agent's words: a question of the waist, and a name of the desk's closed lists. */
export const HeardAct = z.strictObject({
  is: z.enum(['asks', 'checks', 'proposes', 'declines', 'claims', 'tells', 'promises', 'closes']),
  name: z.string().nullable(),
  sure: z.boolean(),
})
export type HeardAct = z.infer<typeof HeardAct>

/** What one customer message means, by construction. */
export const CustomerAct = z.strictObject({
  moves: z.array(CustomerMove),
  tone: Tone,
  language: z.string(),
  /** the tactic this message plays, if it plays one */
  tactic: z.string().optional(),
  /** what it answers, where a model heard otherwise than the reading: a stopped trial and a fork hear the same */
  heard: z.array(HeardAct).optional(),
})
export type CustomerAct = z.infer<typeof CustomerAct>

/** The dialogue acts a `tell` step can ask for. */
export const TellAct = z.enum(['inform', 'explain', 'decline', 'comfort', 'offer', 'request-proof'])
export type TellAct = z.infer<typeof TellAct>

/**
 * One thing the agent's words do. Reported by the agent (declared protocol), recognised by the pack's patterns
 * (observed protocol), or understood by the customer. A tool call is an action too, but no act of words.
 */
export const AgentAct = z.discriminatedUnion('act', [
  /** asks for a field; without one: a question nobody could place */
  z.strictObject({ act: z.literal('request'), field: z.string().optional() }),
  /** proposes to call a tool with these arguments, and waits for a yes or no */
  z.strictObject({
    act: z.literal('propose'),
    tool: z.string(),
    arguments: z.record(z.string(), scalar).optional(),
  }),
  z.strictObject({ act: TellAct, about: z.string().optional() }),
  /** says that something has been done (a write, a handover) */
  z.strictObject({ act: z.literal('claim-done'), tool: z.string().optional() }),
  z.strictObject({ act: z.literal('greet') }),
  /** says goodbye and takes the matter as settled */
  z.strictObject({ act: z.literal('sign-off') }),
])
export type AgentAct = z.infer<typeof AgentAct>

/** What the agent says it understood and is doing: one call of `report_step` a turn (declared protocol). */
export const StepReport = z.strictObject({
  intent: z.string(),
  /** field -> value; `unknown`, `refused` and `unavailable` are words here */
  fields: z.record(z.string(), z.union([scalar, z.null()])),
  action: z.array(AgentAct),
})
export type StepReport = z.infer<typeof StepReport>
