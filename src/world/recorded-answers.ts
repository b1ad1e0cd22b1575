import type { Json } from '../base/values/json.ts'
import { isSameInput } from '../base/values/same-input.ts'

/** A call that another system recorded, with what its desk answered. */
export type RecordedCall = {
  readonly tool: string
  readonly input: Json
  readonly ok: boolean
  readonly output: Json
}

/** The error of a call that is not in the recording: nobody knows what the desk would have answered. */
export const NOT_RECORDED = 'not_recorded'

/**
 * A desk that is known from a recording alone. A call that was recorded gets the answer it had then; made several times, the
 * answers in their order, then the last one again. Any other call is told that it is not in the recording.
 */
export function recordedAnswers(
  calls: readonly RecordedCall[],
): (tool: string, input: Json, anyInput: boolean) => Pick<RecordedCall, 'ok' | 'output'> {
  const given = new Set<RecordedCall>()
  return (tool, input, anyInput) => {
    const known = calls.filter((call) => call.tool === tool && (anyInput || isSameInput(input, call.input)))
    const next = known.find((call) => !given.has(call)) ?? known.at(-1)
    if (next === undefined)
      return {
        ok: false,
        output: {
          error: NOT_RECORDED,
          message: 'This call is not in the recorded conversation: its answer is not known.',
        },
      }
    given.add(next)
    return { ok: next.ok, output: next.output }
  }
}

/** Did the desk answer that it does not know? */
export const isNotRecorded = (output: Json): boolean =>
  typeof output === 'object' && output !== null && 'error' in output && output.error === NOT_RECORDED
