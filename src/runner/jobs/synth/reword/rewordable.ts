import type { Case, Intensity, Pack } from '../../../../cases/case.ts'
import type { EventOf, Transcript } from '../../../../transcript/event.ts'
import type { TrialScore } from '../../../../verdicts/model/score.ts'
import type { ShownMessage } from './prompt.ts'

/** A dialogue that may be said in other words. */
export type Rewordable = {
  readonly case: Case
  readonly intensity: Intensity
  readonly transcript: Transcript
  /** scored again with its new words, is it still what it was: clean, or with its one fault? */
  readonly holds: (score: TrialScore) => boolean
}

/** Its messages as a model gets them. `known`: new words for messages that were worded again before, by their old ones. */
export const shownMessages = (
  { transcript }: Pick<Rewordable, 'transcript'>,
  known: ReadonlyMap<string, string>,
  { graph }: Pack,
): readonly ShownMessage[] => {
  const kept = [...graph.steps.values()].flatMap((step) => (step.kind === 'tell' ? step.mustSay : []))
  return transcript.flatMap((event): readonly ShownMessage[] => {
    if (event.type !== 'message.sent') return []
    const { n, from, text } = event
    const before = known.get(text)
    return [
      {
        n: before === undefined && mayChange(event) ? n : null,
        from,
        text: before ?? text,
        keep: from === 'agent' ? kept.filter((phrase) => text.includes(phrase)) : [],
      },
    ]
  })
}

/** What somebody shows is no wording, and silence has none. */
const mayChange = (event: EventOf<'message.sent'>): boolean =>
  /\p{L}/u.test(event.text) &&
  !/^(?:\[Attachment\]|> )/m.test(event.text) &&
  !(event.from === 'customer' && event.act.moves.some((move) => move.do === 'silence'))
