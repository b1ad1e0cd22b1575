import { directionOf, directionsOf, wordingsOf } from '../tools/reader/encoder/directions.ts'
import { loadEncoder } from '../tools/reader/load-encoder.ts'
import type { BenchResult } from './bench-result.ts'

/**
 * The sentence encoder: from nothing to the first vector, a sentence of 12, 25 and 40 pieces alone, three of them together, and
 * a sentence of 12 against 500 wordings of 7 pieces: piece by piece, and its rows against one vector for each. The least of some rounds.
 */
const ROUNDS = 60
const WORDS = 'we can send your new order to another address when the parcel comes back'.split(' ')

export function benchEncoder(): BenchResult {
  const before = process.memoryUsage().rss
  const from = performance.now()
  const encoder = loadEncoder()
  encoder.encode(['How do I return my order?'])
  const first = performance.now() - from
  const taken = process.memoryUsage().rss - before
  // The marks of begin and end are pieces, too.
  const sentence = (pieces: number): string =>
    Array.from({ length: pieces - 2 }, (_, at) => WORDS[at % WORDS.length]).join(' ')
  const inside = (text: string): Float32Array => {
    const [{ last } = { last: new Float32Array() }] = encoder.encode([text])
    return last.subarray(384, last.length - 384)
  }
  const wording = inside(sentence(9))
  const wordings = wordingsOf(
    Array.from({ length: 500 }, () => ({ states: wording, weights: Array(7).fill(1) })),
  )
  const means = directionsOf(
    Float32Array.from(Array.from({ length: 500 }, () => [...directionOf(wording)]).flat()),
  )
  const given = inside(sentence(14))
  return {
    first_vector_ms: first,
    taken_megabytes: taken / 1e6,
    pieces_12_ms: least(() => encoder.encode([sentence(12)])),
    pieces_25_ms: least(() => encoder.encode([sentence(25)])),
    pieces_40_ms: least(() => encoder.encode([sentence(40)])),
    three_of_14_ms: least(() => encoder.encode([sentence(14), sentence(14), sentence(14)])),
    meet_500_ms: least(() => encoder.meet(given, wordings)),
    cosines_12_by_500_ms: least(() => encoder.cosines(given, means)),
  }
}

function least(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now()
    work()
    return performance.now() - from
  })
  return Math.min(...times)
}
