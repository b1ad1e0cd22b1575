import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import type { Agent, AgentMove, AgentView, Heard } from '../../../conversation/protocol/agent.ts'
import { AgentFailed } from '../../../conversation/protocol/agent-failed.ts'
import { parametersOf } from '../../../references/tool-input.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { toolSpecs } from '../../../world/call.ts'
import type { ToolSpec } from '../../../world/world.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { referenceRequest } from '../../agents/reference/request.ts'
import { playTrial, type Trial } from '../../trial/play-trial.ts'
import { guestTrialId } from '../../trial/trial-id.ts'
import { CUSTOMER_HELP, cardPage, personCustomer } from './play-customer.ts'
import { readPlayLine } from './play-line.ts'
import { askWhole, type PlayScreen } from './play-screen.ts'

/**
 * One trial in which a person plays a party. In: a case, which side they take, a screen. Out: the transcript, as of any
 * other trial. The engine, the desk and the other party are those of a run.
 */
export type DeskPlay = {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly as: 'agent' | 'customer'
  /** who answers a person that plays the customer: a reference's name */
  readonly against: string
}

export async function play(setup: DeskPlay, screen: PlayScreen): Promise<Transcript> {
  screen.show(introduction(setup))
  return playTrial(await trialOf(setup, screen))
}

async function trialOf(
  { pack, case: theCase, intensity, seed, as, against }: DeskPlay,
  screen: PlayScreen,
): Promise<Trial> {
  const common = {
    id: guestTrialId('play', { case: theCase, intensity, seed }),
    pack,
    case: theCase,
    intensity,
    seed,
    attempt: 0,
  }
  if (as === 'agent') {
    const person = {
      id: 'person',
      protocol: 'observed' as const,
      sop: 'prompt' as const,
      make: () => personAgent(screen),
    }
    return { ...common, agent: person, customer: makeCustomer('scripted') }
  }
  const agent = await makeAgent(referenceRequest(against))
  return {
    ...common,
    agent,
    customer: { id: 'person', make: (trial) => personCustomer(trial, screen) },
  }
}

function introduction({ pack, case: theCase, as, against }: DeskPlay): string {
  const desk = `${pack.title}, ${pack.world.today}.`
  return as === 'agent'
    ? `${desk} You are the agent.\n${AGENT_HELP}Tools:\n${toolsPage(toolSpecs(pack.world))}`
    : `${desk} The agent is ${against}.\n${cardPage(theCase.card)}${CUSTOMER_HELP}`
}

/**
 * A person as the agent. They see what any agent is given (SOP, tools, what was said) and nothing else. Each line is one
 * move: words end their turn, a call is answered and they go on.
 */
function personAgent(screen: PlayScreen): Agent {
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

const AGENT_HELP = `Type a message and it goes to the customer; a line that ends in \\ continues on the next.
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

const toolsPage = (tools: readonly ToolSpec[]): string =>
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
