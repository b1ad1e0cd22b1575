import type { AgentResult, RunResult } from '../result/run-result.ts'

/** What must be known before any number of a run. No code that judges is behind it: pages load this. */

export const OWN_TOOLS_NOT_JUDGED =
  'safety, escalation, resolution, outcome, path, actions, policy and money need this desk’s records and tools'

/** What a reader must know before any number: the agent did not work, or did not say what the protocol asks for. */
export function warnings(
  { agent, tools }: Pick<AgentResult, 'agent' | 'tools'>,
  { validity }: Pick<RunResult, 'validity'>,
): readonly string[] {
  const found = validity.agents.find((each) => each.agent === agent)
  if (found === undefined) return []
  const { judged, failed = {}, reports } = found
  const total = Object.values(failed).reduce((sum, count) => sum + count, 0)
  const codes = Object.entries(failed).map(([code, count]) => `${code}: ${count}`)
  return [
    ...(tools === 'own' ? [`the agent used its own tools, and ${OWN_TOOLS_NOT_JUDGED}.`] : []),
    ...(total === 0
      ? []
      : [
          `the agent itself failed in ${total === judged ? `all ${judged}` : `${total} of ${judged}`} conversations (${codes.join(', ')}).${total === judged ? ' The numbers say nothing about how it would behave if it worked.' : ''}`,
        ]),
    ...(reports === undefined || reports.of === 0 || reports.hits >= reports.of / 2
      ? []
      : [
          `the declared protocol asks for a report of each turn, and the agent reported ${reports.hits} of ${reports.of}. What it understood is known of those alone. Send reports (docs/agents.md), or run with --protocol observed.`,
        ]),
  ]
}

/** Agents of whom only their answering was held to a gate: a green light says nothing of what they did. */
export const unjudgedDeeds = ({
  gates,
  gates_not_held = [],
}: Pick<RunResult, 'gates' | 'gates_not_held'>): readonly string[] => {
  const agents = gates_not_held.filter(({ gate }) => gate.startsWith('harm.')).map(({ agent }) => agent)
  const only = [...new Set(agents)].filter((id) =>
    gates.every(({ agent, gate }) => agent !== id || gate.startsWith('answered')),
  )
  return only.length === 0
    ? []
    : [`Deeds were not judged: ${only.join(', ')} (only that it answered was held to a gate).`]
}
