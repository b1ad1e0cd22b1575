import type { ListedTopic } from '../desk-lists.ts'
import { contentOf, cosine, covered, letterOverlap, rarity, type Weights } from './bags.ts'
import { type Concept, conceptsIn } from './concepts.ts'
import { type Deed, deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import { TOPIC_WEIGHTS } from './place-weights.ts'
import { type FeatureRow, type Ranked, rank, withRivals } from './rank.ts'

/** A desk's topics made ready to be found in words, for one language. */
export type TopicIndex = {
  readonly entries: readonly Entry[]
  readonly weights: Weights
  readonly language: string
}

type Entry = {
  readonly name: string
  readonly own: readonly string[]
  readonly gloss: readonly string[]
  readonly says: readonly (readonly string[])[]
  readonly text: string
  readonly cues: readonly string[]
  readonly figures: ReadonlySet<string>
  readonly deeds: ReadonlySet<Deed>
  readonly concepts: ReadonlySet<Concept>
  readonly negative: boolean
}

const NEGATIVE =
  /\b(?:not|no|never|cannot|can't|decline|without|too late|only|nothing|refuse|unable|kein\w*|nicht|pas|sin)\b|n't\b/
const FIGURES = /\b\d+\b/g
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  fourteen: '14',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  hundred: '100',
}

export const figuresIn = (folded: string): readonly string[] => [
  ...(folded.match(FIGURES) ?? []),
  ...(folded.match(/\b[a-z]+\b/g) ?? []).flatMap((word) => NUMBER_WORDS[word] ?? []),
]

export function indexTopics(topics: readonly ListedTopic[], language: string): TopicIndex {
  const entries = topics.map((topic): Entry => {
    const says = (topic.says[language] ?? []).map((text) => foldMessage(text.replace(/\{[^}]*\}/g, ' ')))
    const gloss = foldMessage(topic.gloss)
    const text = [gloss, ...says].join('. ')
    return {
      name: topic.name,
      own: contentOf(foldMessage(topic.name.replaceAll('_', ' ')), language),
      gloss: contentOf(gloss, language),
      says: says.map((one) => contentOf(one, language)),
      text,
      cues: (topic.cues[language] ?? []).map(foldMessage),
      figures: new Set(figuresIn(text)),
      deeds: new Set(deedsIn(text)),
      concepts: new Set(conceptsIn(text)),
      negative: NEGATIVE.test(says[0] ?? gloss),
    }
  })
  return {
    entries,
    weights: rarity(entries.map(({ says, gloss, own }) => [...says.flat(), ...gloss, ...own])),
    language,
  }
}

/** How likely each topic is what this sentence tells, best first. */
export const placeTopic = (sentence: string, index: TopicIndex): readonly Ranked[] =>
  rank(topicRows(sentence, index), TOPIC_WEIGHTS)

export function topicRows(
  sentence: string,
  { entries, weights, language }: TopicIndex,
): readonly FeatureRow[] {
  const words = contentOf(sentence, language)
  const set = new Set(words)
  const figures = figuresIn(sentence)
  const deeds = deedsIn(sentence)
  const concepts = conceptsIn(sentence)
  const negative = NEGATIVE.test(sentence)
  const rows = entries.map((entry) => {
    const shared = figures.filter((figure) => entry.figures.has(figure)).length
    return {
      name: entry.name,
      features: [
        cosine(words, entry.gloss, weights),
        Math.max(0, ...entry.says.map((text) => cosine(words, text, weights))),
        entry.cues.some((cue) => sentence.includes(cue)) ? 1 : 0,
        covered(entry.own, set, weights),
        covered(words, new Set([...entry.gloss, ...entry.says.flat()]), weights),
        letterOverlap(sentence, entry.text),
        shared > 0 ? 1 : 0,
        deeds.length === 0 ? 0 : deeds.filter((deed) => entry.deeds.has(deed)).length / deeds.length,
        concepts.length === 0
          ? 0
          : concepts.filter((concept) => entry.concepts.has(concept)).length / concepts.length,
        negative === entry.negative ? 1 : 0,
        negative && !entry.negative ? 1 : 0,
        words.length < 3 ? 1 : 0,
        Math.min(words.length, 12) / 12,
      ],
    }
  })
  return withRivals(
    rows,
    (row) =>
      (row[0] ?? 0) +
      (row[1] ?? 0) +
      0.3 * (row[2] ?? 0) +
      0.3 * (row[3] ?? 0) +
      0.5 * (row[4] ?? 0) +
      0.2 * (row[6] ?? 0),
  )
}
