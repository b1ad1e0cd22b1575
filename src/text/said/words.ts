import type { StatedValue } from '../../base/values/heard.ts'
import type { Asking } from '../question.ts'

/** Words that answer and are not shown: a message, a sentence of it, a note. */
export type Said = {
  /** does this wording or value stand there, by its letters and digits? */
  readonly holds: (literal: string) => boolean
  /** what the figures module found: days, sums, spans, numbers, links */
  readonly values: () => readonly StatedValue[]
  readonly answers: <Answered>(asked: Asking<Answered>) => Answered
}
