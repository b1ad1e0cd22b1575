/**
 * A light stem: the same for refund, refunded, refunding and refunds. It need be no word. `word` is in lower case. The stems
 * of two languages are not comparable; those of `any` language are cut after five letters.
 */
export const stemOf = (word: string, language: 'en' | 'any'): string =>
  language === 'en' ? english(word) : word.slice(0, 5)

/** English forms whose stem no ending shows. */
const IRREGULAR: Readonly<Record<string, string>> = {
  paid: 'pay',
  sent: 'send',
  held: 'hold',
  left: 'leave',
  lost: 'lose',
  gave: 'give',
  given: 'give',
  took: 'take',
  taken: 'take',
  made: 'make',
  sold: 'sell',
  bought: 'buy',
  stolen: 'steal',
  broken: 'break',
  chosen: 'choose',
  written: 'write',
  worn: 'wear',
  flown: 'fly',
  kept: 'keep',
  met: 'meet',
  found: 'find',
  grown: 'grow',
  people: 'person',
  children: 'child',
}

const ENGLISH_ENDINGS: readonly StemEnding[] = [
  ...endings(4, 'ation ement ment ness ance ence ency ion'),
  ...endings(3, 'ing'),
  ...endings(4, 'able ous'),
  ...endings(3, 'ed'),
  ...endings(4, 'ly ate'),
]

function english(word: string): string {
  const known = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined
  if (known !== undefined) return english(known)
  let form = word.replace(/['’]s?$/, '')
  if (/\d/.test(form)) return form
  form = form.replace(/ies$/, 'y')
  if (form.length > 3) form = form.replace(/([^aeious])es$/, '$1e').replace(/([^us])s$/, '$1')
  form = withoutEnding(form, ENGLISH_ENDINGS).replace(/([bdfglmnprt])\1$/, '$1')
  return form.length > 4 ? form.replace(/[ey]$/, '') : form.replace(/e$/, form.length > 3 ? '' : 'e')
}

type StemEnding = { readonly ending: string; readonly stemMin: number }

function endings(stemMin: number, list: string): readonly StemEnding[] {
  return list.split(' ').map((ending) => ({ ending, stemMin }))
}

/** The word without the first ending of the list that leaves enough of it. */
function withoutEnding(word: string, list: readonly StemEnding[]): string {
  const found = list.find(
    ({ ending, stemMin }) => word.endsWith(ending) && word.length - ending.length >= stemMin,
  )
  return found === undefined ? word : word.slice(0, -found.ending.length)
}
