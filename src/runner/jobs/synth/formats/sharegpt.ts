import type { Json } from '../../../../base/values/json.ts'
import type { Pack } from '../../../../cases/case.ts'
import type { Transcript } from '../../../../transcript/event.ts'
import { toolSpecs } from '../../../../world/call.ts'

type Turn = { readonly from: 'human' | 'gpt' | 'function_call' | 'observation'; readonly value: string }

/**
 * A line of a ShareGPT file with tools. Its readers want people and results in turn with answers and calls: what the agent
 * said in several messages is one answer, and what it said before a call is said with the answer after it.
 */
export const sharegptLine = (transcript: Transcript, pack: Pack): Json => ({
  conversations: inTurn(turnsOf(transcript)).map(({ from, value }) => ({ from, value })),
  system: pack.graph.sop.text,
  tools: JSON.stringify(toolSpecs(pack.world)),
})

const turnsOf = (transcript: Transcript): readonly Turn[] =>
  transcript.flatMap((event): readonly Turn[] => {
    if (event.type === 'message.sent')
      return [{ from: event.from === 'agent' ? 'gpt' : 'human', value: event.text }]
    if (event.type === 'tool.called')
      return [{ from: 'function_call', value: JSON.stringify({ name: event.tool, arguments: event.input }) }]
    return event.type === 'tool.returned'
      ? [{ from: 'observation', value: JSON.stringify(event.output) }]
      : []
  })

function inTurn(turns: readonly Turn[]): readonly Turn[] {
  const made: Turn[] = []
  let waiting: string[] = []
  for (const turn of turns) {
    if (turn.from === 'gpt') {
      waiting.push(turn.value)
      continue
    }
    if (turn.from === 'human' && waiting.length > 0) {
      made.push({ from: 'gpt', value: waiting.join('\n\n') })
      waiting = []
    }
    const last = made.at(-1)
    // Two messages of the customer in a row, because the agent said nothing: one message.
    if (turn.from === 'human' && last?.from === 'human')
      made[made.length - 1] = { from: 'human', value: `${last.value}\n\n${turn.value}` }
    // A turn that ended in a call and a result was answered by nobody.
    else if (turn.from === 'human' && last?.from === 'observation')
      made.push({ from: 'gpt', value: '…' }, turn)
    else made.push(turn)
  }
  return waiting.length === 0 ? made : [...made, { from: 'gpt', value: waiting.join('\n\n') }]
}
