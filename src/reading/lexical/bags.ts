import { memoText } from '../../base/memo.ts'
import { stem } from './stem.ts'

/** Words of a text that say what it is about, as stems; small words are left out. */
export const contentOf = (folded: string, language: string): readonly string[] =>
  language === 'en' ? englishContent(folded) : content(folded, otherStem)

const englishContent = memoText((folded) => content(folded, englishStem))

/** `stemOf`: the stem of a word, '' of a small one. */
function content(folded: string, stemOf: (word: string) => string): readonly string[] {
  const found: string[] = []
  for (let from = 0; from < folded.length; ) {
    const to = wordEnd(folded, from)
    if (to - from > 1) {
      const stemmed = stemOf(folded.slice(from, to))
      if (stemmed !== '') found.push(stemmed)
    }
    from = Math.max(to, from + 1)
  }
  return found
}

/** Where a word or a number that begins here ends; the same place if none does. An apostrophe may stand in a word once. */
function wordEnd(folded: string, from: number): number {
  let at = from
  if (isDigit(folded.charCodeAt(at))) {
    while (isDigit(folded.charCodeAt(at))) at += 1
    return at
  }
  while (isSmallLetter(folded.charCodeAt(at))) at += 1
  if (at === from || folded.charCodeAt(at) !== APOSTROPHE || !isSmallLetter(folded.charCodeAt(at + 1)))
    return at
  at += 1
  while (isSmallLetter(folded.charCodeAt(at))) at += 1
  return at
}
const APOSTROPHE = 39
const isSmallLetter = (code: number): boolean => code >= 97 && code <= 122
const isDigit = (code: number): boolean => code >= 48 && code <= 57

const englishStem = memoText((word) => (SMALL.has(word) ? '' : stem(word)), 8_192)
const otherStem = (word: string): string => (SMALL.has(word) ? '' : prefix(word))

/** Other languages are cut to their first letters: rough, but "stornieren" and "storniert" meet. */
const prefix = (word: string): string =>
  word.length > 6 ? word.slice(0, 6) : word.replace(/(?:en|er|es|e|s|n|a|o|as|os)$/, '')

const SMALL: ReadonlySet<string> = new Set(
  (
    'a an the of to in on at for from by with and or is are was were be been being am it its this that these those your you yours i we my our ours us me as do does did done have has had having will would can could should may might must shall ' +
    "if not no yes so up out about into than then there here their they them he she his her him one please any all some such only just also too very more most much many other another each both own same what which who whom whose when where why how let know tell give say see get got go going come make made take need want like i'm i've i'll i'd it's that's you're you've you'll you'd we're we've we'll don't can't won't isn't aren't hi hello dear thanks thank okay ok sure " +
    'el la los las un una unos unas de del al y o en con por para su sus se es son ha he han que si no lo le les me mi te tu muy mas ya pero como le un une des du au aux et ou dans avec pour sur par ce cet cette ces je vous nous il elle ils elles votre vos notre mon ma mes est sont a ont avez ai que qui ne pas plus se sa son der die das den dem des ein eine einen einem einer und oder in im mit fur auf von vom zu zum zur an am ist sind hat haben habe ich sie wir ihr ihre ihren ihrem ihnen uns es dass nicht kein keine auch noch nur wie bitte'
  ).split(' '),
)

/** The stems of one list of a desk: each has a number, and how rare it is among the entries. */
export type Stems = { readonly numbers: Map<string, number>; readonly rarities: number[] }

/** How rare each stem is among the entries of one list: what all of them share says nothing. */
export function stemsOf(entries: readonly (readonly string[])[]): Stems {
  const counts = new Map<string, number>()
  for (const entry of entries)
    for (const word of new Set(entry)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return {
    numbers: new Map([...counts.keys()].map((word, at) => [word, at])),
    rarities: [...counts.values()].map((count) => Math.log(1 + entries.length / count)),
  }
}

const UNKNOWN_RARITY = 1

/** The number of a stem; a new one gets the next. */
function numberOf(stem: string, { numbers, rarities }: Stems): number {
  const known = numbers.get(stem)
  if (known !== undefined) return known
  rarities.push(UNKNOWN_RARITY)
  numbers.set(stem, rarities.length - 1)
  return rarities.length - 1
}

/** Texts made ready to be compared with others: which stems stand in which. All texts of one list share its stems. */
export type Bags = {
  readonly size: number
  /** by the number of a stem: the texts it stands in */
  readonly places: readonly (Uint16Array | undefined)[]
  /** length of each text as a vector, and the sum of its rarities */
  readonly norms: readonly number[]
  readonly sums: readonly number[]
  /** what was found last: a clause is compared with a hundred texts, and new arrays for each cost more than the comparing */
  readonly last: Likeness
}

export function bagsOf(texts: readonly (readonly string[])[], stems: Stems): Bags {
  const places: number[][] = []
  const norms: number[] = []
  const sums: number[] = []
  for (const [at, text] of texts.entries()) {
    let square = 0
    let sum = 0
    for (const word of new Set(text)) {
      const number = numberOf(word, stems)
      const weight = stems.rarities[number] ?? UNKNOWN_RARITY
      square += weight * weight
      sum += weight
      const known = places[number]
      if (known === undefined) places[number] = [at]
      else known.push(at)
    }
    norms.push(Math.sqrt(square))
    sums.push(sum)
  }
  return {
    size: texts.length,
    places: Array.from(places, (found) => (found === undefined ? undefined : Uint16Array.from(found))),
    norms,
    sums,
    last: {
      cosine: new Float64Array(texts.length),
      covered: new Float64Array(texts.length),
      within: new Float64Array(texts.length),
    },
  }
}

/** Does a stem stand in one of the texts? */
export const standsIn = (stem: string, { places }: Bags, { numbers }: Stems): boolean => {
  const number = numbers.get(stem)
  return number !== undefined && places[number] !== undefined
}

/** The stems of some words; numbers and weights of those that the list knows, in the order they were said. */
export type Said = {
  readonly stems: ReadonlySet<string>
  readonly numbers: readonly number[]
  readonly weights: readonly number[]
  readonly norm: number
  readonly sum: number
}

export function stemsSaid(words: readonly string[], { numbers: known, rarities }: Stems): Said {
  const stems = new Set(words)
  const numbers: number[] = []
  const weights: number[] = []
  let square = 0
  let sum = 0
  for (const stem of stems) {
    const number = known.get(stem)
    const weight = number === undefined ? UNKNOWN_RARITY : (rarities[number] ?? UNKNOWN_RARITY)
    square += weight * weight
    sum += weight
    if (number === undefined) continue
    numbers.push(number)
    weights.push(weight)
  }
  return { stems, numbers, weights, norm: Math.sqrt(square), sum }
}

/** How alike some words are to each text: as a cosine, as the share of the text that was said, as the share of the words that stand in it. */
export type Likeness = {
  readonly cosine: Float64Array
  readonly covered: Float64Array
  readonly within: Float64Array
}

/** The numbers hold until other words are compared with the same texts. */
export function likeness({ numbers, weights, norm, sum }: Said, bags: Bags): Likeness {
  const { size, places, norms, sums, last } = bags
  const { cosine, covered, within } = last
  cosine.fill(0)
  covered.fill(0)
  within.fill(0)
  for (let word = 0; word < numbers.length; word += 1) {
    const found = places[numbers[word] ?? 0]
    if (found === undefined) continue
    const weight = weights[word] ?? 0
    const weightSquare = weight * weight
    for (let one = 0; one < found.length; one += 1) {
      const at = found[one] ?? 0
      cosine[at] = (cosine[at] ?? 0) + weightSquare
      covered[at] = (covered[at] ?? 0) + weight
    }
  }
  for (let at = 0; at < size; at += 1) {
    const hit = covered[at] ?? 0
    if (hit === 0) continue
    cosine[at] = (cosine[at] ?? 0) / (norm * (norms[at] ?? 1))
    covered[at] = hit / (sums[at] ?? 1)
    within[at] = hit / sum
  }
  return last
}

/** The four-letter pieces of texts, each as one number: they find "e-mail" in "email address" and survive slips of the pen. */
export type Pieces = {
  readonly size: number
  readonly places: ReadonlyMap<number, Uint16Array>
  readonly counts: readonly number[]
  /** what was found last */
  readonly last: Float64Array
}

export function indexPieces(texts: readonly string[]): Pieces {
  const places = new Map<number, number[]>()
  const counts = texts.map((text, at) => {
    const pieces = piecesOf(text)
    for (const piece of pieces) {
      const known = places.get(piece)
      if (known === undefined) places.set(piece, [at])
      else known.push(at)
    }
    return pieces.length
  })
  const packed = new Map([...places].map(([piece, found]) => [piece, Uint16Array.from(found)]))
  return { size: texts.length, places: packed, counts, last: new Float64Array(texts.length) }
}

/** How many pieces of some words stand in each text, as a share of the text's or of the words' own. Holds until it is asked again. */
export function sharedPieces(
  words: string,
  { size, places, counts, last: shared }: Pieces,
  of: 'text' | 'words',
): Float64Array {
  shared.fill(0)
  const pieces = piecesOf(words)
  for (const piece of pieces) {
    const found = places.get(piece)
    if (found === undefined) continue
    for (let one = 0; one < found.length; one += 1) {
      const at = found[one] ?? 0
      shared[at] = (shared[at] ?? 0) + 1
    }
  }
  for (let at = 0; at < size; at += 1) {
    const hit = shared[at] ?? 0
    if (hit > 0) shared[at] = hit / (of === 'text' ? (counts[at] ?? 1) : pieces.length)
  }
  return shared
}

/** The different pieces of a text, in the order they first stand there. */
function piecesOf(text: string): Int32Array {
  const pieces = new Int32Array(text.length)
  // Which pieces it has: open addressing, at most half full.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * text.length + 1)))
  const mask = slots.length - 1
  let count = 0
  let piece = 0
  let letters = 0
  let isGap = false
  for (let at = 0; at < text.length; at += 1) {
    const code = letterOf(text.charCodeAt(at))
    // Everything between two words is one gap; none stands before the first word or after the last.
    if (code === 0) {
      isGap = letters > 0
      continue
    }
    for (let gap = isGap ? 1 : 0; gap >= 0; gap -= 1) {
      piece = (piece * 40 + (gap === 1 ? 0 : code)) % PIECE
      letters += 1
      if (letters < 4) continue
      let slot = (Math.imul(piece, 0x9e3779b1) >>> 7) & mask
      while (slots[slot] !== 0 && slots[slot] !== piece + 1) slot = (slot + 1) & mask
      if (slots[slot] !== 0) continue
      slots[slot] = piece + 1
      pieces[count] = piece
      count += 1
    }
    isGap = false
  }
  return pieces.subarray(0, count)
}
const PIECE = 40 ** 4

const letterOf = (code: number): number =>
  code >= 97 && code <= 122 ? code - 96 : code >= 48 && code <= 57 ? code - 21 : 0

/** Wordings of many entries, found in a text by the word they begin with. */
export type WordingIndex = {
  readonly size: number
  readonly byWord: ReadonlyMap<string, readonly { readonly wording: string; readonly owner: number }[]>
  /** 1 for the look of each such word: most words of a text begin no wording, and need not be looked up */
  readonly looks: Uint8Array
}

export function indexWordings(ofEntries: readonly (readonly string[])[]): WordingIndex {
  const byWord = new Map<string, { wording: string; owner: number }[]>()
  const looks = new Uint8Array(LOOKS)
  for (const [owner, wordings] of ofEntries.entries())
    for (const wording of wordings) {
      const [first = ''] = FIRST_WORD.exec(wording) ?? []
      looks[lookOf(first, 0, first.length)] = 1
      const known = byWord.get(first)
      if (known === undefined) byWord.set(first, [{ wording, owner }])
      else known.push({ wording, owner })
    }
  return { size: ofEntries.length, byWord, looks }
}
const FIRST_WORD = /^[a-z0-9]+/
const LOOKS = 1 << 12

/** A number of the first and last letter and the length of a word. */
const lookOf = (text: string, from: number, to: number): number =>
  (text.charCodeAt(from) * 97 + text.charCodeAt(to - 1) * 31 + (to - from)) & (LOOKS - 1)

/** The entries of which a wording stands in the text as whole words: 1 for each of them. */
export function ownersIn(text: string, { size, byWord, looks }: WordingIndex): Uint8Array {
  const owners = new Uint8Array(size)
  for (const { wording, owner } of byWord.get('') ?? []) if (holds(text, wording)) owners[owner] = 1
  for (let at = 0; at < text.length; at += 1) {
    const from = at
    while (isLetter(text.charCodeAt(at))) at += 1
    if (at === from || looks[lookOf(text, from, at)] === 0) continue
    for (const { wording, owner } of byWord.get(text.slice(from, at)) ?? [])
      if (text.startsWith(wording, from) && !isLetter(text.charCodeAt(from + wording.length)))
        owners[owner] = 1
  }
  return owners
}

/** A wording stands in a text as whole words. */
export function holds(text: string, wording: string): boolean {
  for (let at = text.indexOf(wording); at !== -1; at = text.indexOf(wording, at + 1)) {
    if (!isLetter(text.charCodeAt(at - 1)) && !isLetter(text.charCodeAt(at + wording.length))) return true
  }
  return false
}

const isLetter = (code: number): boolean => isSmallLetter(code) || isDigit(code)
