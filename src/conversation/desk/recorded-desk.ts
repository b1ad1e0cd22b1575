import { type RecordedCall, recordedAnswers } from '../../world/recorded-answers.ts'
import type { World } from '../../world/world.ts'
import type { Desk } from './desk.ts'
import { wouldBe } from './open-desk.ts'

/** The desk of an adopted conversation: it answers what it answered when the conversation was recorded, and changes no row. */
export function openRecordedDesk(world: World, calls: readonly RecordedCall[]): Desk {
  const answer = recordedAnswers(calls)
  return {
    wouldBe: (tool, input) => wouldBe(world, tool, input),
    call: (tool, input) => {
      const { role, handover } = wouldBe(world, tool, input)
      // Nobody words the note of a handover twice in the same way.
      const { ok, output } = answer(tool, input, role === 'handover' || role === 'close')
      return { ok, output, role, changes: [], confirms: false, amount: null, handover }
    },
  }
}
