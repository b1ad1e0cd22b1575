import type { ReportedCall } from './agent.ts'
import type { ReadAnswer } from './wire.ts'

/** How an agent's own tools are called here; null: of no interest, left out. */
export type MapCall = (call: ReportedCall) => ReportedCall | null

/** Reported calls under the desk's names. */
export function withMapping(answer: ReadAnswer, mapCall: MapCall): ReadAnswer {
  const { reported } = answer.move
  if (reported === undefined) return answer
  return { ...answer, move: { ...answer.move, reported: reported.flatMap((call) => mapCall(call) ?? []) } }
}
