import { type RecordedCall, recordedAnswers } from '../../world/recorded-answers.ts'
import type { World } from '../../world/world.ts'
import type { Desk } from './desk.ts'
import { handoverIn } from './open-desk.ts'

/** The desk of an adopted conversation: it answers what it answered when the conversation was recorded, and changes no row. */
export function openRecordedDesk(world: World, calls: readonly RecordedCall[]): Desk {
  const answer = recordedAnswers(calls)
  const wouldBe: Desk['wouldBe'] = (tool, input) => ({
    role: world.tools.get(tool)?.role,
    handover: handoverIn(input),
  })
  return {
    wouldBe,
    call: (tool, input) => {
      const role = world.tools.get(tool)?.role
      // Nobody words the note of a handover twice in the same way.
      const { ok, output } = answer(tool, input, role === 'handover' || role === 'close')
      return { ok, output, changes: [], amount: null, ...wouldBe(tool, input) }
    },
  }
}
