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
  const wouldBe: Desk['wouldBe'] = (tool, input) => ({
    role: world.tools.get(tool)?.role,
    handover: handoverIn(input),
  })
  return {
    wouldBe,
    call: (tool, input) => {
      const result = disturb(tool, state, () => callTool(world, state, { tool, input }, chance))
      state = result.state
      const { ok, output, changes, amount } = result
      return { ok, output, changes, amount, ...wouldBe(tool, input) }
    },
  }
}

/** A handover tool's reason and note, under whatever names the pack gave them. */
export function handoverIn(input: Json): { readonly reason: string; readonly note: string } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { reason: '', note: '' }
  const said = (name: string): string | undefined => {
    const value = Object.entries(input).find(([key]) => key.includes(name))?.[1]
    return typeof value === 'string' ? value : undefined
  }
  return { reason: said('reason') ?? '', note: said('note') ?? said('summary') ?? '' }
}
