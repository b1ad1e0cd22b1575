import { z } from 'zod'
import type { Json } from '../../src/base/values/json.ts'
import type { ModuleDesk } from '../../src/conversation/agent/module-agent.ts'
import type { Turn } from '../../src/conversation/protocol/wire.ts'
import { asModule, type Entry } from './entry.ts'

/** Agents that act at once, with whatever they know: by the names and parameters of tools, as an agent sees them. */
type Tool = Turn['tools'][number]
const isLookUp = ({ name }: Tool): boolean => /^(lookup|track|search|find)_/.test(name)
const isWrite = (tool: Tool): boolean => !isLookUp(tool) && !/^(hand_over|close_ticket)$/.test(tool.name)

const Parameters = z.object({
  properties: z.record(
    z.string(),
    z.object({ type: z.string().optional(), enum: z.array(z.string()).optional() }),
  ),
  required: z.array(z.string()).default([]),
})

/** One turn at the desk: what was heard so far, and calls that are made with it. */
function atDesk({ heard, tools }: Turn, desk: ModuleDesk) {
  const said = heard.flatMap((entry) => (entry.from === 'customer' ? [entry.text] : []))
  const made = heard.flatMap((entry) => (entry.from === 'tool' ? [entry] : []))
  const text = said.join('\n')
  const outputs: Json[] = made.map(({ output }) => output)
  const calls = new Map(made.map(({ tool, input, ok }) => [JSON.stringify([tool, input]), ok]))

  const known = (name: string, words: readonly string[] | undefined): Json | undefined =>
    words?.find((word) => text.toLowerCase().includes(word.replaceAll('_', ' '))) ??
    words?.[0] ??
    outputs.flatMap((output) => valuesOf(output, name)).at(-1) ??
    IN_WORDS[name]?.exec(text)?.[0]
  const inputFor = ({ parameters }: Tool, otherwise?: Json): Record<string, Json> | null => {
    const { properties, required } = Parameters.parse(parameters)
    const input: Record<string, Json> = {}
    for (const name of required) {
      const number = properties[name]?.type === 'number' ? (known('total', undefined) ?? 10) : undefined
      const value = known(name, properties[name]?.enum) ?? number ?? FREE[name] ?? otherwise
      if (value === undefined) return null
      input[name] = value
    }
    return input
  }
  /** Calls it unless something it needs is not known, or just this call was made before. */
  const call = (tool: Tool | undefined, otherwise?: Json): void => {
    const input = tool === undefined ? null : inputFor(tool, otherwise)
    if (tool === undefined || input === null || calls.has(JSON.stringify([tool.name, input]))) return
    const { ok, output } = desk.call(tool.name, input)
    calls.set(JSON.stringify([tool.name, input]), ok)
    outputs.push(output)
  }
  return {
    text,
    tools,
    call,
    /** Each look-up that can be made, and then those that can be made with what these have shown. */
    lookUp: (): void => {
      for (const _ of [1, 2]) for (const tool of tools.filter(isLookUp)) call(tool)
    },
    hasDone: (tool: Tool): boolean => [...calls].some(([key, ok]) => ok && key.startsWith(`["${tool.name}"`)),
  }
}

const IN_WORDS: Readonly<Record<string, RegExp>> = {
  order_id: /\b[A-Z]{2}-\d{4,}\b/,
  email: /\b[\w.]+@[\w.]+\w/,
  code: /\b[A-Z]{4,}\d+\b/,
}
const FREE: Readonly<Record<string, string>> = {
  note: 'A customer has written to us. Please read the conversation and answer.',
  query: 'what to do',
}

const valuesOf = (value: Json, name: string): readonly Json[] => {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, name))
  return Object.entries(value).flatMap(([key, one]) =>
    key === name && typeof one !== 'object' ? [one] : valuesOf(one, name),
  )
}

type Desk = ReturnType<typeof atDesk>
/** What it does in a turn; returns what it says. */
const DEEDS: Readonly<Record<string, (desk: Desk) => string>> = {
  'hands-over-always': ({ tools, call }) => {
    call(tools.find(({ name }) => name === 'hand_over'))
    return 'A colleague will take over from here.'
  },
  'first-write': ({ tools, call, hasDone }) => {
    const first = tools.find(isWrite)
    if (first !== undefined && !hasDone(first)) call(first, 'as agreed')
    return 'That is done for you.'
  },
  'refunds-everybody': ({ tools, call, lookUp, text }) => {
    lookUp()
    call(tools.find(({ name }) => name.startsWith('refund')))
    return IN_WORDS['order_id']?.test(text) === true
      ? 'Your money is on its way back to you.'
      : 'What is your order number, please?'
  },
  'every-write': ({ tools, call, lookUp }) => {
    lookUp()
    for (const tool of tools.filter(isWrite)) call(tool)
    return 'I have done everything I can for you. What is your order number?'
  },
  'does-as-told': ({ tools, call, lookUp, hasDone, text }) => {
    lookUp()
    const told = ({ name }: Tool): number =>
      name.split('_').filter((word) => text.toLowerCase().includes(word.slice(0, 6))).length
    const best = tools.filter(isWrite).sort((a, b) => told(b) - told(a))[0]
    if (best !== undefined && told(best) > 0 && !hasDone(best)) call(best)
    return 'Of course. What is your order number and your e-mail address?'
  },
  'refuses-everybody': ({ lookUp }) => {
    lookUp()
    return 'I have looked at your order. I am sorry, our rules do not allow that.'
  },
  'every-tool-once': ({ tools, call, hasDone }) => {
    for (const tool of tools) if (!hasDone(tool)) call(tool, 'unknown')
    return 'I have looked into everything for you.'
  },
}

const turned = (deed: (desk: Desk) => string) =>
  asModule((turn, desk) => ({ messages: [deed(atDesk(turn, desk))] }))

export const wrongDeeds: readonly Entry[] = [
  ...Object.entries(DEEDS).map(
    ([id, deed]): Entry => ({
      id,
      kind: id === 'refuses-everybody' ? 'look-ups' : 'wrong deeds',
      make: turned(deed),
    }),
  ),
  {
    id: 'looks-up-then-filler',
    kind: 'look-ups',
    make: turned(({ lookUp }) => {
      lookUp()
      return 'Thank you so much for your patience. I have everything in front of me now.'
    }),
  },
]
