import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { packageRoot } from '../../src/runner/files/package-root.ts'

/** Conversations that others recorded, read in place and never copied here. */
const FOLDER = join(packageRoot(), '../shared/data')
export const RECORDED_FILES = [
  'tau-bench/trajectories/gpt-4o-airline.json.gz',
  'tau2-bench/results/sierra_gpt-4.1_airline_1trial.json.gz',
  'tau2-bench/results/sierra_gpt-4.1_retail_1trial.json.gz',
  'tau2-bench/results/sierra_gpt-4.1_telecom_1trial.json.gz',
  'tau2-bench/results/toolorchestra_retail_gpt-5_a.json.gz',
  'star/dialogues-sample.jsonl.gz',
] as const
export type RecordedFile = (typeof RECORDED_FILES)[number]

export const isRecordedDataHere = (): boolean =>
  RECORDED_FILES.every((file) => existsSync(join(FOLDER, file)))

export type RecordedEntry =
  | { readonly from: 'agent'; readonly text: string; readonly calls: readonly string[] }
  | { readonly from: 'tool'; readonly tool: string; readonly ok: boolean }
  | { readonly from: 'customer' }
  | { readonly from: 'other' }
/** entries stand where they stand in the file: labels count places */
export type RecordedConversation = readonly RecordedEntry[]

const Call = z.union([
  z.object({ id: z.string(), name: z.string() }),
  z.object({ id: z.string(), function: z.object({ name: z.string() }) }),
])
const Message = z.object({
  role: z.string(),
  content: z.string().nullish(),
  /** tau2: the call this answers, and whether it failed */
  id: z.string().optional(),
  tool_call_id: z.string().optional(),
  error: z.boolean().optional(),
  tool_calls: z.array(Call).nullish(),
})
type Message = z.infer<typeof Message>
const Tau = z.array(z.object({ traj: z.array(Message) }))
const Tau2 = z.object({ simulations: z.array(z.object({ messages: z.array(Message) })) })
const Star = z.object({
  Events: z.array(z.object({ Agent: z.string(), Action: z.string(), Text: z.string().optional() })),
})

export function readRecorded(file: RecordedFile): readonly RecordedConversation[] {
  const text = gunzipSync(readFileSync(join(FOLDER, file))).toString('utf8')
  if (file.endsWith('.jsonl.gz')) return text.trim().split('\n').map(readStar)
  const data: unknown = JSON.parse(text)
  return Array.isArray(data)
    ? Tau.parse(data).map(({ traj }) => readMessages(traj))
    : Tau2.parse(data).simulations.map(({ messages }) => readMessages(messages))
}

function readStar(line: string): RecordedConversation {
  return Star.parse(JSON.parse(line)).Events.map(({ Agent, Action, Text }) =>
    Agent === 'Wizard' && (Action === 'utter' || Action === 'pick_suggestion') && Text !== undefined
      ? { from: 'agent', text: Text, calls: [] }
      : { from: Agent === 'User' ? 'customer' : 'other' },
  )
}

function readMessages(messages: readonly Message[]): RecordedConversation {
  const tools = new Map<string, string>()
  return messages.map((message): RecordedEntry => {
    const calls = (message.tool_calls ?? []).map((call) => {
      const name = 'name' in call ? call.name : call.function.name
      // Customers of the telecom desk call tools of their own phone: those are not the agent's deeds.
      if (message.role === 'assistant') tools.set(call.id, name)
      return name
    })
    if (message.role === 'assistant') return { from: 'agent', text: wordsOf(message.content ?? ''), calls }
    if (message.role === 'user') return { from: 'customer' }
    const tool = tools.get(message.tool_call_id ?? message.id ?? '')
    if (message.role !== 'tool' || tool === undefined) return { from: 'other' }
    const failed = message.error === true || /^error/i.test(message.content ?? '')
    return { from: 'tool', tool, ok: !failed }
  })
}

const Wrapped = z.object({ message: z.string() })

/** Some agents answer with a JSON object around their words. */
function wordsOf(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    return Wrapped.parse(JSON.parse(text)).message
  } catch {
    return text
  }
}
