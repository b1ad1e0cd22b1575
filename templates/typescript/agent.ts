// Your first agent. SAGE calls it once for each customer message and once more when the tools it called have answered.
// All that was said and done so far is in turn.heard; docs/agents.md describes the rest. TypeScript runs as it is.
import type { Turn, TurnAnswer } from 'sage-desk'

/** It keeps nothing between turns. */
export const stateless = true

export default async function agent(turn: Turn): Promise<TurnAnswer> {
  // Replace this with your own code: call your model with turn.sop, turn.tools and turn.heard.
  if (turn.heard.at(-1)?.from === 'tool') return { messages: ['A colleague will take over from here.'] }
  const handover = turn.tools.find(({ name }) => /hand_?over|transfer|escalat/.test(name))
  if (handover === undefined) return { messages: ['How can I help you?'] }
  return { calls: [{ tool: handover.name, input: firstInput(handover.parameters) }] }
}

/** The simplest input that a tool's schema allows. */
function firstInput(schema: Turn['tools'][number]['parameters']): Record<string, string> {
  const properties = (schema.properties ?? {}) as Record<string, { enum?: string[] }>
  return Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values }]) => [
      name,
      values?.at(-1) ?? 'Please take over.',
    ]),
  )
}
