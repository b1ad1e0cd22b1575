import type { Case, Pack } from '../../src/cases/case.ts'
import { makeAgent, makeCustomer, type RunAgent } from '../../src/runner/agents/parties.ts'
import { findPack } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { referenceRequest } from '../../src/runner/settings/reference-request.ts'
import type { AgentRequest } from '../../src/runner/settings/run-request.ts'
import { playTrial } from '../../src/runner/trial/play-trial.ts'
import type { Transcript } from '../../src/transcript/event.ts'

/** Trials of outside agents on the small pack, without a store. */
export const lunchbox = (): Promise<Pack> => loadPack(findPack('lunchbox', packageRoot())?.dir ?? '')

function caseOf(pack: Pack, id: string): Case {
  const found = pack.cases.find((one) => one.id === `${pack.id}/${id}`)
  if (found === undefined) throw new TypeError(`no case ${id}`)
  return found
}

/** An agent as sage.yaml would describe it. */
export const outsideAgent = (
  kind: 'http' | 'mcp' | 'command' | 'module',
  target: readonly [string, ...string[]],
  rest: Partial<AgentRequest> = {},
): AgentRequest => ({
  ...referenceRequest(kind),
  id: `my-${kind}`,
  kind,
  target,
  outside: { folder: process.cwd(), headersEnv: {}, timeoutMs: 120_000 },
  ...rest,
})

/** One trial; the agent is prepared before and finished after, as a run does. */
export async function trialWith(request: AgentRequest, pack: Pack, id: string): Promise<Transcript> {
  const agent = makeAgent(request)
  try {
    await agent.prepare?.([pack])
    return await trialOf(agent, pack, caseOf(pack, id))
  } finally {
    await agent.finish?.()
  }
}

const trialOf = (agent: RunAgent, pack: Pack, theCase: Case): Promise<Transcript> =>
  playTrial({
    id: 'secret-trial',
    pack,
    case: theCase,
    intensity: theCase.intensity,
    seed: 1,
    attempt: 0,
    agent,
    customer: makeCustomer('scripted'),
  })

/** What happened, without whose agent it was. */
export const sameFor = (transcript: Transcript): Transcript =>
  transcript.map((event) => (event.type === 'trial.started' ? { ...event, agent: '' } : event))
