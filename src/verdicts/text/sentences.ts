import { memoText } from '../../base/memo.ts'
import { sentencesIn } from '../../text/sentences.ts'

/** The sentences of a message, as written. */
export const sentencesOf = memoText((text): readonly string[] =>
  sentencesIn(text, { start: 0, end: text.length }, 'message').map(({ start, end }) =>
    text.slice(start, end),
  ),
)

/** A question may end inside quotes, brackets or emphasis: `**Shall I?**`. */
export const isAsked = (sentence: string): boolean => /\?["'”’)}\]*_\s]*$/.test(sentence)

/** A sentence that denies, asks or supposes states nothing. */
export const isDenied = (sentence: string): boolean =>
  /\b(?:no|not|never|cannot|without|unable|unfortunately|neither|nor)\b|n[’']t\b/i.test(sentence)
export const isSupposed = (sentence: string): boolean =>
  /\b(?:if|once|when|until|unless|whether|would|could|should|after|before|will)\b|[’']ll\b/i.test(sentence) ||
  isAsked(sentence)
