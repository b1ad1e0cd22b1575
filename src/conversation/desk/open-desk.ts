import type { Chance } from '../../base/chance.ts'
import type { Json } from '../../base/values/json.ts'
import { callTool } from '../../world/call.ts'
import { type Disturbance, openDisturbance } from '../../world/disturb.ts'
import { openWorld, type Sets } from '../../world/state.ts'
import type { World } from '../../world/world.ts'
import type { Desk } from './desk.ts'

/** Opens a trial's own desk on a world shared by all. `chance` draws the back office's noise, if its tools have any. */
export function openDesk(
  world: World,
  { sets, disturbance = null }: { readonly sets: Sets; readonly disturbance?: Disturbance | null },
  chance: Chance,
): Desk {
  let state = openWorld(world, sets)
  const disturb = openDisturbance(world, disturbance)
  return {
    wouldBe: (tool, input) => wouldBe(world, tool, input),
    call: (tool, input) => {
      const result = disturb(tool, state, () => callTool(world, state, { tool, input }, chance))
      state = result.state
      const { ok, output, changes, amount } = result
      const { role, handover } = wouldBe(world, tool, input)
      const confirms = ok && changes.length > 0 && world.tools.get(tool)?.confirms === true
      return { ok, output, role, changes, confirms, amount, handover }
    },
  }
}

const NO_HANDOVER = { reason: '', note: '' }

export function wouldBe(world: World, tool: string, input: Json): ReturnType<Desk['wouldBe']> {
  const role = world.tools.get(tool)?.role
  return { role, handover: role === 'handover' ? handoverIn(input) : NO_HANDOVER }
}

/** A handover tool's reason and note, under whatever names the pack gave them. */
export function handoverIn(input: Json): { readonly reason: string; readonly note: string } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return NO_HANDOVER
  const said = (name: string): string | undefined => {
    const value = Object.entries(input).find(([key]) => key.includes(name))?.[1]
    return typeof value === 'string' ? value : undefined
  }
  return { reason: said('reason') ?? '', note: said('note') ?? said('summary') ?? '' }
}
