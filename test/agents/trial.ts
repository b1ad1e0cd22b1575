import type { Case, Pack } from '../../src/cases/case.ts'
import { AGENT_KINDS, type AgentRequest } from '../../src/runner/agents/kinds.ts'
import { makeAgent, type RunAgent } from '../../src/runner/agents/parties.ts'
import { findPack } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { resolveAgent } from '../../src/runner/settings/resolve-agents.ts'
import { playTrial } from '../../src/runner/trial/play-trial.ts'
import type { Transcript } from '../../src/transcript/event.ts'
import { aTrialId } from '../support/base/ids.ts'
import { trialIn } from '../support/runner/trial.ts'

/** Trials of outside agents on the small pack, without a store. */
export const lunchbox = (): Promise<Pack> => loadPack(findPack('lunchbox', packageRoot())?.dir ?? '')

function caseOf(pack: Pack, id: string): Case {
  const found = pack.cases.find((one) => one.id === `${pack.id}/${id}`)
  if (found === undefined) throw new TypeError(`no case ${id}`)
  return found
}

type OutsideKind = 'http' | 'mcp' | 'command' | 'module'
type RequestOf<Kind extends OutsideKind> = Extract<AgentRequest, { readonly kind: Kind }>

/** An agent as sage.yaml describes it, resolved as a run does. */
export function outsideAgent<Kind extends OutsideKind>(
  kind: Kind,
  target: readonly [string, ...string[]],
  settings: Readonly<Record<string, unknown>> = {},
): RequestOf<Kind> {
  const isOfKind = (agent: AgentRequest): agent is RequestOf<Kind> => agent.kind === kind
  const resolved = resolveAgent(
    { id: `my-${kind}`, [kind]: target, ...settings },
    {
      kinds: AGENT_KINDS,
      protocol: 'declared',
      replaces: false,
      workingFolder: process.cwd(),
      providers: {},
    },
  )
  if ('wrong' in resolved) throw new TypeError(resolved.wrong.message)
  if (!isOfKind(resolved.agent)) throw new TypeError(`not of kind ${kind}`)
  return resolved.agent
}

/** One trial; the agent is prepared before and finished after, as a run does. */
export async function trialWith(request: AgentRequest, pack: Pack, id: string): Promise<Transcript> {
  const agent = await makeAgent(request)
  try {
    await agent.prepare?.([pack])
    return await trialOf(agent, pack, caseOf(pack, id))
  } finally {
    await agent.finish?.()
  }
}

const trialOf = (agent: RunAgent, pack: Pack, theCase: Case): Promise<Transcript> =>
  playTrial(trialIn(pack, { id: aTrialId('secret-trial'), case: theCase, agent }))

/** What happened, without whose agent it was. */
export const sameFor = (transcript: Transcript): Transcript =>
  transcript.map((event) => (event.type === 'trial.started' ? { ...event, agent: '' } : event))
