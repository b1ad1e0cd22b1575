import { isJsonObject } from '../../base/values/json.ts'
import type { Confirmation } from '../../conversation/customer/customer.ts'
import type { Transcript } from '../../transcript/event.ts'
import type { World } from '../../world/world.ts'

/** For each customer message, in order: the deeds that were confirmed since the one before it; undefined: the tools are the agent's own. */
export function sentBefore(
  events: Transcript,
  world: World,
): readonly (readonly Confirmation[])[] | undefined {
  const [start] = events
  if (start?.type === 'trial.started' && start.tools === 'own') return undefined
  const calls = new Map<string, Confirmation>()
  const sent: Confirmation[][] = [[]]
  for (const event of events) {
    if (event.type === 'tool.called')
      calls.set(event.call, { tool: event.tool, with: isJsonObject(event.input) ? event.input : {} })
    if (event.type === 'message.sent' && event.from === 'customer') sent.push([])
    const call = event.type === 'world.changed' ? (event.call ?? '') : ''
    const made = calls.get(call)
    if (event.type !== 'world.changed' || made === undefined) continue
    calls.delete(call)
    if (world.tools.get(made.tool)?.confirms === true) sent.at(-1)?.push(made)
  }
  return sent
}
