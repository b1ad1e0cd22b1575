// Your first agent. SAGE calls it once for each customer message and once more when the tools it called have answered.
// All that was said and done so far is in turn.heard; docs/agents.md describes the rest. TypeScript runs as it is.
import type { Turn, TurnAnswer } from 'sage-desk'

/** It keeps nothing between turns. */
export const stateless = true

/** It can do one thing: hand over to a colleague when a customer asks for a person a second time. Every other case fails. */
export default async function agent(turn: Turn): Promise<TurnAnswer> {
  // Replace this with your own code: call your model with turn.sop, turn.tools and turn.heard.
  if (turn.heard.at(-1)?.from === 'tool') return { messages: ['A colleague will take over from here.'] }
  const asked = turn.heard.filter((said) => said.from === 'customer' && /person|human/i.test(said.text))
  const handover = turn.tools.find(({ name }) => /hand_?over|transfer|escalat/.test(name))
  if (asked.length < 2 || handover === undefined)
    return { messages: ['Can I have your order number, please?'] }
  return { calls: [{ tool: handover.name, input: handoverInput(handover.parameters) }] }
}

/** The reason that names a person, where the tool has a list of reasons, and a note. */
function handoverInput(schema: Turn['tools'][number]['parameters']): Record<string, string> {
  const properties = (schema.properties ?? {}) as Record<string, { enum?: string[] }>
  return Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values }]) => [
      name,
      values?.find((value) => /human|person/.test(value)) ??
        values?.at(-1) ??
        'The customer asks for a person.',
    ]),
  )
}
