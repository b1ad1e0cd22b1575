import type { Agent, AgentMove, AgentView, Heard } from '../../../conversation/protocol/agent.ts'
import { AgentFailed } from '../../../conversation/protocol/agent-failed.ts'
import { parametersOf } from '../../../references/tool-input.ts'
import type { ToolSpec } from '../../../world/world.ts'
import { readPlayLine } from './play-line.ts'
import { askWhole, type PlayScreen } from './play-screen.ts'

/**
 * A person as the agent. They see what any agent is given (SOP, tools, what was said) and nothing else. Each line is one
 * move: words end their turn, a call is answered and they go on.
 */
export function personAgent(screen: PlayScreen): Agent {
  let shown = 0
  return {
    reply: async (view) => {
      for (const entry of view.heard.slice(shown)) showHeard(screen, entry)
      shown = view.heard.length
      return nextMove(screen, view)
    },
  }
}

const COMMANDS = ['tools', 'sop', 'wait', 'help', 'done'] as const

export const AGENT_HELP = `Type a message and it goes to the customer; a line that ends in \\ continues on the next.
  /call <tool> {"name": "value"}   call a tool; continue when it has answered
  /tools  the tools       /sop   the procedure       /wait  say nothing this time
  /help   this            /done  stop here and be judged
`

async function nextMove(screen: PlayScreen, view: AgentView): Promise<AgentMove> {
  const language = { commands: COMMANDS, tools: view.tools.map(({ name }) => name) }
  for (;;) {
    const typed = await askWhole(screen, 'agent> ')
    const line = readPlayLine(typed ?? '/done', language)
    if (line.is === 'words') return { messages: [line.text], calls: [] }
    if (line.is === 'call') return { messages: [], calls: [{ tool: line.tool, input: line.input }] }
    if (line.is === 'slip') screen.show(`${line.because}\n`)
    if (line.is !== 'command') continue
    if (line.command === 'done') throw new AgentFailed('stopped', 'the person who played the agent stopped')
    if (line.command === 'wait') return { messages: [], calls: [] }
    screen.show(pageOf(line.command, view))
  }
}

function pageOf(command: string, view: AgentView): string {
  if (command === 'tools') return toolsPage(view.tools)
  return command === 'sop' ? `${view.sop.trimEnd()}\n` : AGENT_HELP
}

export const toolsPage = (tools: readonly ToolSpec[]): string =>
  tools.map((tool) => `  ${tool.name} ${argumentsOf(tool)}\n      ${tool.description}\n`).join('')

const argumentsOf = (tool: ToolSpec): string =>
  `{${[...parametersOf(tool)].map(([name, schema]) => `"${name}": ${kindOf(schema)}`).join(', ')}}`

const kindOf = (schema: ReturnType<typeof parametersOf> extends ReadonlyMap<string, infer S> ? S : never) =>
  Array.isArray(schema['enum'])
    ? schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
    : String(schema['type'] ?? 'any')

function showHeard(screen: PlayScreen, entry: Heard): void {
  if (entry.from === 'customer') screen.show(`\ncustomer: ${entry.text}\n`)
  if (entry.from === 'tool')
    screen.show(`${entry.tool}${entry.ok ? '' : ' refuses'}: ${JSON.stringify(entry.output, null, 2)}\n`)
}
