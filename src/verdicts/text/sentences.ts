/** Sentences of a message, cheaply: at full stops, marks and line ends that are followed by a space or nothing. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    const char = text[at]
    const ends =
      char === undefined ||
      char === '\n' ||
      ((char === '.' || char === '!' || char === '?') && isBreak(text[at + 1]))
    if (!ends) continue
    const sentence = text.slice(from, at + 1).trim()
    if (sentence !== '') sentences.push(sentence)
    from = at + 1
  }
  return sentences
}

const isBreak = (char: string | undefined): boolean =>
  char === undefined || char === ' ' || char === '\n' || char === '\t' || char === '"' || char === ')'

/** A sentence that denies, asks or supposes states nothing. */
export const isDenied = (sentence: string): boolean =>
  /\b(?:no|not|never|cannot|without|unable|unfortunately|neither|nor)\b|n[’']t\b/i.test(sentence)
export const isSupposed = (sentence: string): boolean =>
  /\b(?:if|once|when|until|unless|whether|would|could|should|after|before|will)\b|[’']ll\b|\?\s*$/i.test(
    sentence,
  )
