import type { SaidUnit } from './said-units.ts'

/** Word patterns of a unit as buckets with weights, for linear kinds: words, pairs, gaps, pieces of words, and what stands around. */
export const BUCKETS = 1 << 15
export type Patterns = { readonly buckets: Int32Array; readonly weights: Float32Array }

const MAIL = /[\w.+-]+@[\w.-]+/g
const CODE = /\b[A-Z]{1,4}[-_]?\d{2,}[\w-]*\b/g
const FIGURE = /\d[\d.,:/]*/g
const TOKEN = /<\w+>|[a-zà-ÿ]+(?:'[a-z]+)?|[?!.:;,()]/g

const tokensOf = (text: string): readonly string[] =>
  text
    .replace(/[’`]/g, "'")
    .replace(MAIL, '<mail>')
    .replace(CODE, '<code>')
    .replace(FIGURE, '<n>')
    .toLowerCase()
    .match(TOKEN) ?? []

const FNV = 0x811c9dc5
const PRIME = 0x01000193
function bucketOf(sort: number, text: string): number {
  let hash = Math.imul(FNV ^ sort, PRIME)
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) & (BUCKETS - 1)
}

const PIECE = 0.35
const AROUND = 0.3

export function patternsOf({ text, previous, next, before, at, of }: SaidUnit): Patterns {
  const found = new Map<number, number>()
  const add = (sort: number, words: string, weight = 1): void => {
    const bucket = bucketOf(sort, words)
    if ((found.get(bucket) ?? 0) < weight) found.set(bucket, weight)
  }
  const words = ['^', ...tokensOf(text), '$']
  for (const [index, word] of words.entries()) {
    const [second, third, fourth] = words.slice(index + 1, index + 4)
    add(1, word)
    if (second !== undefined) add(2, `${word} ${second}`)
    if (third !== undefined) {
      add(3, `${word} ${second} ${third}`)
      add(4, `${word} ${third}`)
    }
    if (fourth !== undefined) add(5, `${word} ${fourth}`)
    if (word.length < 4 || word.startsWith('<')) continue
    const whole = `<${word}>`
    for (const length of [3, 4, 5])
      for (let from = 0; from + length <= whole.length; from += 1)
        add(6, whole.slice(from, from + length), PIECE)
  }
  add(7, `${text.includes('?')}`)
  add(8, `${Math.min(6, Math.floor(words.length / 5))}`)
  add(9, `${Math.min(at, 3)} ${at === of - 1}`)
  add(10, `${Math.min(of, 5)}`)
  const wish = tokensOf(before).slice(-40)
  for (const word of wish) add(11, word, AROUND)
  add(12, `${Math.min(5, Math.floor(wish.length / 4))}`)
  for (const word of tokensOf(previous)) add(13, word, AROUND)
  add(14, `${previous.includes('?')}`)
  for (const word of tokensOf(next).slice(0, 6)) add(15, word, AROUND)
  const buckets = Int32Array.from(found.keys())
  const weights = Float32Array.from(found.values())
  let squares = 0
  for (const weight of weights) squares += weight * weight
  const scale = 1 / Math.sqrt(squares)
  return { buckets, weights: weights.map((weight) => weight * scale) }
}
