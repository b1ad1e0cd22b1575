import { memoText } from '../../base/memo.ts'

/** The stem of a folded English word: enough to find "cancelling" by "cancel". */
export const stem = memoText(stemOf, 8_192)

function stemOf(word: string): string {
  if (word.length <= 3) return word
  let stemmed = word.replace(/'s$/, '')
  stemmed = stemmed
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<!s|u|i)s$/, '')
  if (stemmed.length > 5) {
    stemmed = stemmed
      .replace(/(?:ations?|ating|ated|ate)$/, 'at')
      .replace(/(?:ments?|ness|ingly|edly)$/, '')
      .replace(/(?:ings?|ed)$/, '')
      .replace(/([bdfgmnprt])\1$/, '$1')
      .replace(/ll$/, 'l')
  } else if (stemmed.length > 4) stemmed = stemmed.replace(/(?:ing|ed)$/, '')
  return stemmed.replace(/e$/, '').replace(/y$/, 'i')
}
