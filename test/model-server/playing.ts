import type { Json } from '../../src/base/values/json.ts'
import type { Pack } from '../../src/cases/case.ts'
import type { Agent, AgentMove, AgentView, Heard } from '../../src/conversation/protocol/agent.ts'
import { classic } from '../support/references/classic.ts'
import type { Asked, AskedMessage, Script } from './scripted.ts'

/**
 * A model that can hold a whole desk conversation: a brain that goes by words, behind the wire. It keeps nothing between
 * requests: its earlier answers are thought through again from what the request says was said.
 */
export function playing(pack: Pack, make: () => Agent = () => classic(pack)): Script {
  return async (asked) => {
    const answers = asked.messages.flatMap((message, index) => (message.role === 'assistant' ? [index] : []))
    const agent = make()
    let move: AgentMove = { messages: [], calls: [] }
    for (const end of [...answers, asked.messages.length])
      move = await agent.reply(viewOf(pack, asked, heardIn(asked.messages.slice(0, end))))
    const text = move.messages.join('\n\n')
    const reports = move.report !== undefined && asked.tools.includes('report_step')
    const calls = [
      ...move.calls,
      ...(reports ? [{ tool: 'report_step', input: JSON.parse(JSON.stringify(move.report)) }] : []),
    ]
    return { ...(text === '' ? {} : { text }), calls }
  }
}

const viewOf = (pack: Pack, asked: Asked, heard: readonly Heard[]): AgentView => ({
  sop: asked.system,
  today: pack.world.today,
  tools: [...pack.world.tools.values()].filter(({ name }) => asked.tools.includes(name)),
  heard,
  answered: [],
  protocol: asked.tools.includes('report_step') ? 'declared' : 'observed',
  form: { intents: [], fields: [], topics: [] },
})

function heardIn(messages: readonly AskedMessage[]): readonly Heard[] {
  const results = new Map(
    messages.flatMap((message) =>
      message.role === 'result' ? [[message.id, message.content] as const] : [],
    ),
  )
  return messages.flatMap((message): readonly Heard[] => {
    if (message.role === 'user') return [{ from: 'customer', text: message.text }]
    if (message.role === 'result') return []
    const said: Heard[] = message.text === '' ? [] : [{ from: 'agent', text: message.text }]
    const done = message.calls.flatMap(({ id, tool, input }): Heard[] => {
      const output: Json = JSON.parse(results.get(id) ?? 'null')
      return tool === 'report_step'
        ? []
        : [{ from: 'tool', call: id, tool, input, ok: !isError(output), output }]
    })
    return [...said, ...done]
  })
}

const isError = (output: Json): boolean => typeof output === 'object' && output !== null && 'error' in output
