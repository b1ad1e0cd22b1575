import type { Named } from './desk.ts'
import { alike, contentOf, holdsPhrase, stemsOf } from './words.ts'

/** A text and how much its words count. */
export type Query = readonly { readonly text: string; readonly weight: number }[]
export type Ranked = { readonly id: string; readonly score: number; readonly cued: boolean }

type QueryPart = {
  readonly weight: number
  readonly words: readonly string[]
  readonly stems: readonly string[]
}

type Entry = {
  readonly id: string
  readonly stems: readonly string[]
  readonly cues: readonly (readonly string[])[]
}

/**
 * Which of a desk's things a text speaks of: shared words, rare ones counting more, and cue phrases that stand in it
 * word by word. Best first.
 */
export class Index {
  readonly #entries: readonly Entry[]
  readonly #rarity = new Map<string, number>()

  constructor(things: readonly (Named & { readonly cues?: readonly string[] })[]) {
    this.#entries = things.map(({ id, name, phrases, cues }) => ({
      id,
      stems: [...new Set([id, name, ...phrases].flatMap(contentOf))],
      cues: (cues ?? []).map(stemsOf),
    }))
  }

  rank(query: Query): readonly Ranked[] {
    // Taken apart once, not once an entry: a desk has a hundred topics.
    const parts = query.map(({ text, weight }) => ({ weight, words: contentOf(text), stems: stemsOf(text) }))
    return this.#entries
      .map((entry) => this.#score(entry, parts))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
  }

  #score(entry: Entry, parts: readonly QueryPart[]): Ranked {
    let shared = 0
    let cued = 0
    const met = new Set<string>()
    for (const { weight, words, stems } of parts) {
      for (const word of words) {
        const own = entry.stems.find((other) => alike(word, other))
        if (own === undefined || met.has(own)) continue
        met.add(own)
        shared += weight * this.#rare(word)
      }
      for (const cue of entry.cues)
        if (holdsPhrase(stems, cue)) cued = Math.max(cued, weight * (0.5 + cue.length))
    }
    return { id: entry.id, score: shared / Math.sqrt(6 + entry.stems.length) + cued, cued: cued > 0 }
  }

  #rare(word: string): number {
    const known = this.#rarity.get(word)
    if (known !== undefined) return known
    const met = this.#entries.filter(({ stems }) => stems.some((other) => alike(word, other))).length
    const rare = Math.log(1 + this.#entries.length / Math.max(1, met))
    this.#rarity.set(word, rare)
    return rare
  }
}
