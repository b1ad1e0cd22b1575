import type { ListedTool } from '../desk-lists.ts'
import { contentOf, cosine, covered, rarity, type Weights } from './bags.ts'
import { type Deed, deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import { TOOL_WEIGHTS } from './place-weights.ts'
import { type FeatureRow, type Ranked, rank, withRivals } from './rank.ts'

/** A desk's deeds made ready to be found in words, for one language. Look-ups are no deeds. */
export type ToolIndex = {
  readonly entries: readonly Entry[]
  readonly weights: Weights
  readonly language: string
}

type Entry = {
  readonly name: string
  readonly own: readonly string[]
  readonly words: readonly string[]
  readonly wordings: readonly (readonly string[])[]
  readonly cues: readonly string[]
  readonly nameDeeds: ReadonlySet<Deed>
  readonly deeds: ReadonlySet<Deed>
  readonly parameters: ReadonlySet<string>
}

export function indexTools(tools: readonly ListedTool[], language: string): ToolIndex {
  const entries = tools
    .filter(({ role }) => role === 'write')
    .map((tool): Entry => {
      const plain = foldMessage(tool.name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.]/g, ' '))
      const gloss = foldMessage(tool.gloss)
      const wordings = [...(tool.proposes[language] ?? []), ...(tool.claims[language] ?? [])].map((wording) =>
        foldMessage(wording.replace(/\{[^}]*\}/g, ' ')),
      )
      const cues = (tool.cues[language] ?? []).map(foldMessage)
      return {
        name: tool.name,
        own: contentOf(plain, language),
        words: [
          ...contentOf(plain, language),
          ...contentOf(gloss, language),
          ...cues.flatMap((cue) => contentOf(cue, language)),
        ],
        wordings: wordings.map((wording) => contentOf(wording, language)),
        cues,
        nameDeeds: new Set(deedsIn(plain)),
        deeds: new Set(deedsIn(`${plain}. ${gloss}. ${cues.join('. ')}`)),
        parameters: new Set(tool.parameters),
      }
    })
  return {
    entries,
    weights: rarity(entries.map(({ words, wordings }) => [...words, ...wordings.flat()])),
    language,
  }
}

/** Words about a deed: the clause itself, what stands before it in the message, and values that are parameters of a tool. */
export type DeedWords = {
  readonly near: string
  readonly before: string
  readonly values: (parameters: ReadonlySet<string>) => number
}

/** How likely each write is the deed these words name, best first. A clause that names none ("shall I go ahead?") means the one before it. */
export const placeTool = (words: DeedWords, index: ToolIndex): readonly Ranked[] =>
  rank(toolRows(words, index), TOOL_WEIGHTS)

export function toolRows(
  { near, before, values }: DeedWords,
  { entries, weights, language }: ToolIndex,
): readonly FeatureRow[] {
  const nearWords = contentOf(near, language)
  const beforeWords = contentOf(before, language)
  const nearDeeds = deedsIn(near)
  const beforeDeeds = deedsIn(before)
  const likeness = (
    entry: Entry,
    text: string,
    words: readonly string[],
    deeds: readonly Deed[],
  ): readonly number[] => {
    const set = new Set(words)
    return [
      cosine(words, entry.words, weights),
      Math.max(0, ...entry.wordings.map((wording) => cosine(words, wording, weights))),
      entry.cues.some((cue) => text.includes(cue)) ? 1 : 0,
      covered(entry.own, set, weights),
      deeds.some((deed) => entry.nameDeeds.has(deed)) ? 1 : 0,
      deeds.some((deed) => entry.deeds.has(deed)) ? 1 : 0,
      deeds.length > 0 && !deeds.some((deed) => entry.deeds.has(deed)) ? 1 : 0,
    ]
  }
  const rows = entries.map((entry) => {
    const here = likeness(entry, near, nearWords, nearDeeds)
    const there = likeness(entry, before, beforeWords, beforeDeeds)
    const bare = nearDeeds.length === 0 ? 1 : 0
    return {
      name: entry.name,
      features: [
        ...here,
        ...there.map((value) => value * (bare === 1 ? 1 : 0.5)),
        Math.min(3, values(entry.parameters)) / 3,
        bare,
      ],
    }
  })
  return withRivals(
    rows,
    (row) =>
      (row[0] ?? 0) +
      (row[1] ?? 0) +
      0.4 * (row[2] ?? 0) +
      0.3 * (row[4] ?? 0) +
      0.3 * (row[5] ?? 0) +
      0.4 * ((row[7] ?? 0) + (row[8] ?? 0) + 0.3 * (row[11] ?? 0) + 0.3 * (row[12] ?? 0)) +
      0.3 * (row[14] ?? 0),
  )
}
