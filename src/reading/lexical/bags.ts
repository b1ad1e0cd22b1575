import { stem } from './stem.ts'

/** Words of a text that say what it is about, as stems; small words are left out. */
export function contentOf(folded: string, language: string): readonly string[] {
  const words = folded.match(/[a-z]+(?:'[a-z]+)?|\d+/g) ?? []
  const found: string[] = []
  for (const word of words)
    if (!SMALL.has(word) && word.length > 1) found.push(language === 'en' ? stem(word) : prefix(word))
  return found
}

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

export type Weights = ReadonlyMap<string, number>

/** How rare each stem is among the entries of one list: what all of them share says nothing. */
export function rarity(entries: readonly (readonly string[])[]): Weights {
  const counts = new Map<string, number>()
  for (const entry of entries)
    for (const word of new Set(entry)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].map(([word, count]) => [word, Math.log(1 + entries.length / count)]))
}

const UNKNOWN_RARITY = 1

export const weightOf = (weights: Weights, word: string): number => weights.get(word) ?? UNKNOWN_RARITY

/** Weighted share of `of` that stands in `words`. */
export function covered(of: readonly string[], words: ReadonlySet<string>, weights: Weights): number {
  let hit = 0
  let sum = 0
  for (const word of of) {
    const weight = weightOf(weights, word)
    sum += weight
    if (words.has(word)) hit += weight
  }
  return sum === 0 ? 0 : hit / sum
}

/** Cosine of two texts with rarity as weight. */
export function cosine(a: readonly string[], b: readonly string[], weights: Weights): number {
  const own = new Set(a)
  const other = new Set(b)
  let dot = 0
  let left = 0
  let right = 0
  for (const word of own) {
    const square = weightOf(weights, word) ** 2
    left += square
    if (other.has(word)) dot += square
  }
  for (const word of other) right += weightOf(weights, word) ** 2
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right)
}

/** Share of four-letter pieces two texts have in common: finds "e-mail" in "email address" and slips of the pen. */
export function letterOverlap(a: string, b: string): number {
  const left = pieces(a)
  const right = pieces(b)
  if (left.size === 0 || right.size === 0) return 0
  let both = 0
  for (const piece of left) if (right.has(piece)) both += 1
  return both / Math.min(left.size, right.size)
}

const pieces = (text: string): ReadonlySet<string> => {
  const plain = text.replace(/[^a-z0-9]+/g, ' ').trim()
  const found = new Set<string>()
  for (let at = 0; at + 4 <= plain.length; at += 1) found.add(plain.slice(at, at + 4))
  return found
}
