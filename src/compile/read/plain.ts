/** Longer than this nobody writes a sentence: it is listed, not read, so that no pattern ever meets megabytes. */
export const SENTENCE_MAX = 2_000

const QUOTES: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '«': '"',
  '»': '"',
}

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/g, 'cannot'],
  [/\bCan't\b/g, 'Cannot'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/\b(is|are|was|were|has|have|had|do|does|did|would|could|should|must|need)n't\b/gi, '$1 not'],
  [/\b(they|we|you)'re\b/gi, '$1 are'],
  [/\b(they|we|you|I)'ve\b/gi, '$1 have'],
  [/\b(they|we|you|it|he|she)'ll\b/gi, '$1 will'],
  [/\b(it|that|there|what|who|where|he|she)'s\b/gi, '$1 is'],
]

/** "they won't say" is "they will not say"; a wording in quotation marks stays as it is. */
const written = (text: string): string =>
  text.includes("'")
    ? text
        .split(/("[^"]*")/)
        .map((piece) =>
          piece.startsWith('"')
            ? piece
            : SHORT.reduce((all, [short, long]) => all.replaceAll(short, long), piece),
        )
        .join('')
    : text

/** The sentence as it is read: straight quotes, no emphasis, no tags, one blank between words. */
export function plain(text: string): string {
  return written(text.replaceAll(/[“”„‘’«»]/g, (mark) => QUOTES[mark] ?? mark))
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll(/<\/?[a-zA-Z][^<>]{0,200}>/g, ' ')
    .replaceAll(/\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(/\*{1,3}|`+|__/g, '')
    .replaceAll(/\s*(?:→|⇒|->|=>)\s*/g, ': ')
    .replaceAll(/\s*[—–]\s*|\s+-{1,2}\s+/g, ' - ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,.;:!?])/g, '$1')
    .trim()
}

/** Without the mark that ends it. */
export const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && '.!?:;, …'.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

export const lowerFirst = (text: string): string =>
  /^[A-Z](?:[a-z' ]|$)/.test(text) && !/^I\b/.test(text)
    ? (text[0] ?? '').toLowerCase() + text.slice(1)
    : text
