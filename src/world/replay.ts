import { callTool } from './call.ts'
import type { WorldState } from './state.ts'
import type { ToolCall, World } from './world.ts'

/**
 * The end state of a stored conversation: its writes again, in order, without noise. Reads change nothing and may be
 * left out; calls that failed must be (noise may have failed them).
 */
export function replay(world: World, state: WorldState, calls: readonly ToolCall[]): WorldState {
  return calls.reduce((now, call) => callTool(world, now, call).state, state)
}
