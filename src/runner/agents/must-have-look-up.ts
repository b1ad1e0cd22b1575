import { usageError } from '../../base/error.ts'
import type { Pack } from '../../cases/case.ts'
import type { AgentBase } from './shared/agent-request.ts'

/** An agent that is to look the SOP up where nothing can be looked up would be judged on a procedure it cannot know. */
export function mustHaveLookUp({ id, sop }: Pick<AgentBase, 'id' | 'sop'>, packs: readonly Pack[]): void {
  if (sop !== 'lookup') return
  const without = packs.find(({ world }) =>
    [...world.tools.values()].every((tool) => tool.works.searches === null),
  )
  if (without === undefined) return
  throw usageError(
    'no-look-up',
    `Agent "${id}" uses sop: lookup, but pack "${without.id}" has no tool that searches the SOP.`,
    'Give the pack a tool with `searches: sop`, or choose another `sop:` for the agent.',
  )
}
