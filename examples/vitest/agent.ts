import type { Turn, TurnAnswer } from 'sage-desk'

/** The agent under test. This one hands every customer over; yours asks a model with turn.sop, turn.tools and turn.heard. */
export async function agent(turn: Turn): Promise<TurnAnswer> {
  const last = turn.heard.at(-1)
  if (last?.from === 'tool') return { messages: ['A colleague will take over from here.'] }
  const note = last?.from === 'customer' ? last.text : 'Please take over.'
  return { calls: [{ tool: 'hand_over', input: { reason: 'asked_for_human', note } }] }
}
