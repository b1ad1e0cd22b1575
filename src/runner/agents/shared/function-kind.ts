import { z } from 'zod'
import { usageError } from '../../../base/error.ts'
import { secretsIn } from '../../../base/secrets.ts'
import type { Json } from '../../../base/values/json.ts'
import { type AgentModule, type ModuleDesk, moduleAgent } from '../../../conversation/agent/module-agent.ts'
import type { Turn, TurnAnswer } from '../../../conversation/protocol/wire.ts'
import { type AgentKind, agentKind, idFrom } from './agent-kind.ts'
import { customKind, oursOnly, storedBase, storedOptions } from './agent-request.ts'
import { baseOf, name, optionsSetting, timeoutMsOf, timeoutSetting } from './agent-settings.ts'

/** An agent as a function: what a module exports, handed over as it is. */
export type AgentFunction = (turn: Turn, desk: ModuleDesk) => TurnAnswer | Promise<TurnAnswer>

/** A kind whose agents are functions of the turn: all that is told apart is how one is opened. */
export type FunctionKind = {
  /** also the key in sage.yaml, `<name>: <target>`, and the word on the command line, `--agent <name>:<target>` */
  readonly name: string
  /** where customers' words go, for the dry run: `a Rasa server` */
  readonly title: string
  /** called once a run and agent; `folder` is where sage runs, `options` are those of sage.yaml */
  readonly open: (agent: {
    readonly target: string
    readonly folder: string
    readonly options: Readonly<Record<string, Json>>
  }) => AgentFunction | Promise<AgentFunction>
  /** true: it keeps no state between turns, so a stopped trial resumes without asking it again (default: false) */
  readonly stateless?: boolean
}

const StoredFunction = z
  .object({
    ...storedBase,
    ...oursOnly,
    options: storedOptions.options,
    kind: z.string().transform(customKind),
    timeoutMs: z.number(),
    folder: z.string(),
  })
  .readonly()
type FunctionAgent = z.infer<typeof StoredFunction>

export function functionKind(declared: FunctionKind): AgentKind<FunctionAgent> {
  const { name: called, title, open, stateless = false } = declared
  const kind = customKind(called)
  const prefix = `${called}:`
  return agentKind({
    name: kind,
    target: name.describe(title),
    settings: { ...optionsSetting, ...timeoutSetting },
    docs: null,
    word: `${prefix}target`,
    recognise: (word) => (word.startsWith(prefix) ? idFrom(word.slice(prefix.length), called) : null),
    resolve: (written, { workingFolder: folder }) => {
      const [first] = written.target
      const target = first.startsWith(prefix) ? first.slice(prefix.length) : first
      const { options = {} } = written.settings
      const timeoutMs = timeoutMsOf(written.settings)
      const own = { kind, tools: 'ours', options, timeoutMs, folder } as const
      return { agent: { ...baseOf(written), target: [target], ...own } }
    },
    whereTextGoes: ({ target: [target] }) => ({ to: 'program', command: `${title}, ${target}` }),
    stored: StoredFunction,
    load:
      async () =>
      ({ id, target: [target], options, timeoutMs, folder }) => {
        let opening: Promise<AgentModule> | null = null
        const module = (): Promise<AgentModule> => {
          opening ??= opened(id, async () => {
            const reply = await open({ target, options, folder })
            return { reply, stateless, close: null }
          })
          return opening
        }
        return {
          make: ({ aside }) =>
            moduleAgent({
              ...{ module, timeoutMs, options, stateless, aside },
              tools: 'ours',
              mapCall: (call) => call,
              secrets: secretsIn(process.env),
            }),
          prepare: async () => void (await module()),
        }
      },
  })
}

/** What the kind throws is told as a fault of the agent's settings, before the first trial. */
async function opened<T>(agent: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (cause) {
    const because = cause instanceof Error ? cause.message : String(cause)
    throw usageError(
      'plugin-broken',
      `Agent "${agent}" cannot be opened: ${because}`,
      'Check the agent in sage.yaml, and the plugin that has its kind.',
      cause,
    )
  }
}
