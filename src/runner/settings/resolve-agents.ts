import type { OwnProviders } from '../../models/known-providers.ts'
import type { AgentKinds, AgentRequest } from '../agents/kinds.ts'
import type { Resolved, WrittenAgent } from '../agents/shared/agent-kind.ts'
import type { Protocol } from '../agents/shared/agent-request.ts'
import { type AgentEntry, kindsOf } from './run-settings.ts'

/** What an entry of `agents:` or a word after `--agent` is resolved with. */
export type AgentContext = {
  readonly kinds: AgentKinds
  /** what agents get that say nothing of their own */
  readonly protocol: Protocol
  /** the protocol, or the suite it is from, stands on the command line: it replaces what agents say */
  readonly replaces: boolean
  readonly workingFolder: string
  readonly providers: OwnProviders
}

/** Finds the kind of an agent and lets it resolve the rest. */
export function resolveAgent(entry: AgentEntry, context: AgentContext): Resolved<AgentRequest> {
  const found = typeof entry === 'string' ? recognised(entry, context) : written(entry, context)
  const { kinds, workingFolder, providers } = context
  const otherWays = otherWaysIn(kinds)
  if (found === undefined)
    return {
      wrong: {
        code: 'unknown-agent',
        message: `There is no agent "${typeof entry === 'string' ? entry : entry.id}".`,
        hint: otherWays.trim(),
      },
    }
  return found.kind.resolve(found.agent, { workingFolder, providers, otherWays })
}

type Found = { readonly kind: AgentKinds[number]; readonly agent: WrittenAgent }

/** A word on the command line, or a bare name in a list. */
function recognised(word: string, { kinds, protocol }: AgentContext): Found | undefined {
  for (const kind of kinds) {
    const id = kind.recognise(word)
    if (id !== null) return { kind, agent: { id, protocol, sop: 'prompt', target: [word], settings: {} } }
  }
  return undefined
}

function written(
  entry: Exclude<AgentEntry, string>,
  { kinds, protocol, replaces }: AgentContext,
): Found | undefined {
  const [kind] = kindsOf(entry, kinds)
  if (kind === undefined) return undefined
  const [first = entry.id, ...rest] = [entry[kind.name]].flat().map(String)
  return {
    kind,
    agent: {
      id: entry.id,
      protocol: replaces ? protocol : (entry.protocol ?? protocol),
      sop: entry.sop ?? 'prompt',
      target: [first, ...rest],
      settings: entry,
    },
  }
}

const otherWaysIn = (kinds: AgentKinds): string =>
  ` For your own agent use ${kinds.flatMap(({ word }) => (word === null ? [] : [word])).join(', ')}, or an id under agents: in sage.yaml.`
