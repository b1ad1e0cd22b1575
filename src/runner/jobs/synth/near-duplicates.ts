import { fold } from '../../../text/fold.ts'
import type { Transcript } from '../../../transcript/event.ts'

/** Of two conversations the share of common runs of five words; above this they are near-duplicates. */
const SIMILARITY_MAX = 0.8
const RUN_LENGTH = 5

/** Remembers what was said, and says whether something like it was said before. */
export type Heard = { readonly takes: (path: string, transcript: Transcript) => boolean }

/** Conversations of other paths differ in what is done; only those of one path are compared. */
export function openHeard(): Heard {
  const known = new Map<string, ReadonlySet<string>[]>()
  return {
    takes: (path, transcript) => {
      const said = runsOf(wordsIn(transcript), RUN_LENGTH)
      const before = known.get(path) ?? []
      if (before.some((one) => similarity(one, said) > SIMILARITY_MAX)) return false
      known.set(path, [...before, said])
      return true
    },
  }
}

export const wordsIn = (transcript: Transcript, from?: 'agent' | 'customer'): readonly string[] =>
  transcript.flatMap((event) =>
    event.type === 'message.sent' && (from === undefined || event.from === from)
      ? (fold(event.text).match(/[\p{L}\p{N}']+/gu) ?? [])
      : [],
  )

export function runsOf(words: readonly string[], length: number): ReadonlySet<string> {
  const runs = new Set<string>()
  for (let at = 0; at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(' '))
  return runs
}

/** Jaccard: common runs of all runs. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  // What is so much shorter cannot be alike: most pairs need no look at their words.
  if (small.size < SIMILARITY_MAX * large.size) return 0
  let common = 0
  for (const run of small) if (large.has(run)) common += 1
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}

/** Different runs of three words, of all runs of three words: how little a corpus repeats itself. */
export function distinct3(corpus: readonly (readonly string[])[]): number {
  const seen = new Set<string>()
  let all = 0
  for (const words of corpus)
    for (let at = 0; at + 3 <= words.length; at += 1) {
      all += 1
      seen.add(`${words[at]} ${words[at + 1]} ${words[at + 2]}`)
    }
  return all === 0 ? 0 : seen.size / all
}
