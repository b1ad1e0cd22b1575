import type { ListedTool, ListedTopic } from '../../base/values/desk-lists.ts'
import { type Bags, bagsOf, contentOf, holds, likeness, piecesOf, rarity } from './bags.ts'
import { type Concept, conceptsIn } from './concepts.ts'
import { type Deed, deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import type { Frames } from './frames/frames.ts'
import { bestOf, flag } from './place-field.ts'
import type { FeatureRow } from './rank.ts'
import { figuresIn } from './values.ts'

/** A desk's topics made ready to be found in words, for one language. */
export type TopicIndex = {
  readonly entries: readonly Entry[]
  /** names of the topics that say no */
  readonly declining: ReadonlySet<string>
  /** names of the topics that deny something */
  readonly denying: ReadonlySet<string>
  readonly names: Bags
  readonly glosses: Bags
  readonly says: Bags
  readonly sayOf: readonly number[]
  readonly vocabulary: Bags
  readonly pieces: Bags
  readonly language: string
}

type Entry = {
  readonly name: string
  readonly cues: readonly string[]
  /** figures, each with the share of it that is this topic's: what many topics name tells little */
  readonly figures: ReadonlyMap<string, number>
  /** how near each deed of the desk is to it, by the deed's name */
  readonly deedsNear: ReadonlyMap<string, number>
  readonly deeds: ReadonlySet<Deed>
  readonly concepts: ReadonlySet<Concept>
  readonly negative: boolean
  readonly declines: boolean
  readonly claims: boolean
}

export function indexTopics(
  topics: readonly ListedTopic[],
  language: string,
  frames: Frames,
  tools: readonly ListedTool[],
): TopicIndex {
  const content = (text: string): readonly string[] => contentOf(text, language)
  const texts = topics.map(({ name, gloss, says, cues }) => ({
    name: foldMessage(name.replaceAll('_', ' ')),
    gloss: told(foldMessage(gloss)),
    instruction: foldMessage(gloss),
    says: (says[language] ?? []).map((text) => foldMessage(text.replace(/\{[^}]*\}/g, ' '))),
    cues: (cues[language] ?? []).map(foldMessage),
  }))
  const vocabulary = texts.map(({ name, gloss, says }) => content([name, gloss, ...says].join(' ')))
  const rare = rarity(vocabulary)
  const figures = texts.map(({ gloss, says }) => new Set(figuresIn([gloss, ...says].join('. '))))
  const holders = (figure: string): number => figures.filter((one) => one.has(figure)).length
  const deeds = deedsNear(tools, vocabulary, rare, language)
  const entries = texts.map(({ gloss, instruction, says, cues }, at): Entry => {
    const text = [gloss, ...says].join('. ')
    const first = says[0] ?? gloss
    return {
      name: topics[at]?.name ?? '',
      cues,
      figures: new Map([...(figures[at] ?? [])].map((figure) => [figure, 1 / holders(figure)])),
      deedsNear: new Map([...deeds].map(([tool, near]) => [tool, near[at] ?? 0])),
      deeds: new Set(deedsIn(text)),
      concepts: new Set(conceptsIn(text)),
      negative: frames.negates.test(first),
      declines: /\bdeclin|\brefuse/.test(instruction) || says.some((say) => frames.declines.test(say)),
      claims: says.some((say) => frames.claims.test(say)),
    }
  })
  return {
    entries,
    denying: new Set(
      entries.filter(({ negative, declines }) => negative || declines).map(({ name }) => name),
    ),
    declining: new Set(entries.filter(({ declines }) => declines).map(({ name }) => name)),
    names: bagsOf(
      texts.map(({ name }) => content(name)),
      rare,
    ),
    glosses: bagsOf(
      texts.map(({ gloss }) => content(gloss)),
      rare,
    ),
    says: bagsOf(
      texts.flatMap(({ says }) => says.map(content)),
      rare,
    ),
    sayOf: texts.flatMap(({ says }, at) => says.map(() => at)),
    vocabulary: bagsOf(vocabulary, rare),
    pieces: bagsOf(
      texts.map(({ gloss, says }) => piecesOf([gloss, ...says].join(' '))),
      new Map(),
    ),
    language,
  }
}

/** How near each topic is to each deed, beside the topic that is nearest: "on its way" after a refund is the money. */
function deedsNear(
  tools: readonly ListedTool[],
  vocabulary: readonly (readonly string[])[],
  rare: ReadonlyMap<string, number>,
  language: string,
): ReadonlyMap<string, readonly number[]> {
  const bags = bagsOf(vocabulary, rare)
  return new Map(
    tools
      .filter(({ role }) => role === 'write')
      .map(({ name, gloss, claims }) => {
        const text = [name.replaceAll('_', ' '), gloss, ...(claims[language] ?? [])].join(' ')
        const { cosine } = likeness(new Set(contentOf(foldMessage(text), language)), bags)
        const most = Math.max(1e-6, ...cosine)
        return [name, [...cosine].map((near) => near / most)]
      }),
  )
}

/** Of an instruction ("if it came late, decline and say that ...") what is told to the customer. */
const told = (gloss: string): string => {
  const parts = [...gloss.matchAll(TOLD)].map(({ 1: part }) => part ?? '')
  return parts.length === 0 ? gloss : parts.join('. ')
}
const TOLD = /\b(?:say|tell \w+|explain(?: to \w+)?|inform \w+)(?: so)?(?: that| why|:|,)? ([^.]{12,}\.?)/g

/** Words that tell something: the clause itself, what stands around it, and what its frame says it does. */
export type ToldWords = {
  readonly near: string
  readonly sentence: string
  readonly around: string
  readonly negative: boolean
  readonly declines: boolean
  readonly claims: boolean
  readonly promises: boolean
  readonly conditional: boolean
  /** a neighbour says no, or says that something is done */
  readonly declinesNear: boolean
  readonly claimsNear: boolean
  /** deeds claimed or proposed in the message */
  readonly deeds: readonly string[]
}

export function topicRows(words: ToldWords, index: TopicIndex): readonly FeatureRow[] {
  const size = index.entries.length
  const stems = new Set(contentOf(words.near, index.language))
  const wider = new Set(contentOf(words.around, index.language))
  const figures = figuresIn(words.near)
  const deeds = deedsIn(words.near)
  const widerDeeds = deedsIn(words.around)
  const concepts = conceptsIn(words.near)
  const gloss = likeness(stems, index.glosses)
  const said = likeness(stems, index.says)
  const says = bestOf(said.cosine, index.sayOf, size)
  const saysCovered = bestOf(said.covered, index.sayOf, size)
  const widerGloss = likeness(wider, index.glosses)
  const widerSaid = likeness(wider, index.says)
  const widerSays = bestOf(widerSaid.cosine, index.sayOf, size)
  const widerCovered = bestOf(widerSaid.covered, index.sayOf, size)
  const own = likeness(stems, index.names)
  const vocabulary = likeness(stems, index.vocabulary)
  const pieces = likeness(new Set(piecesOf(words.near)), index.pieces)
  return index.entries.map((entry, at) => {
    // What stands around counts only for words that say something of the topic themselves.
    const hint = Math.min(1, 3 * (vocabulary.within[at] ?? 0))
    const shared = Math.max(0, ...figures.map((figure) => entry.figures.get(figure) ?? 0))
    const deedNear = Math.max(0, ...words.deeds.map((deed) => entry.deedsNear.get(deed) ?? 0))
    return {
      name: entry.name,
      features: [
        gloss.cosine[at] ?? 0,
        gloss.covered[at] ?? 0,
        says[at] ?? 0,
        saysCovered[at] ?? 0,
        hint * (widerGloss.cosine[at] ?? 0),
        hint * (widerSays[at] ?? 0),
        hint * (widerCovered[at] ?? 0),
        flag(hint === 0),
        flag(entry.cues.some((cue) => holds(words.near, cue))),
        hint * flag(entry.cues.some((cue) => holds(words.around, cue))),
        widerDeeds.length === 0
          ? 0
          : (hint * widerDeeds.filter((deed) => entry.deeds.has(deed)).length) / widerDeeds.length,
        own.covered[at] ?? 0,
        vocabulary.within[at] ?? 0,
        pieces.within[at] ?? 0,
        flag(shared > 0),
        shared,
        flag(figures.length > 0 && entry.figures.size > 0 && shared === 0),
        deedNear,
        flag(deedNear === 1),
        deeds.length === 0 ? 0 : deeds.filter((deed) => entry.deeds.has(deed)).length / deeds.length,
        concepts.length === 0
          ? 0
          : concepts.filter((concept) => entry.concepts.has(concept)).length / concepts.length,
        flag(words.negative && entry.negative),
        flag(words.negative && !entry.negative),
        flag(!words.negative && entry.negative),
        flag(words.declines && entry.declines),
        flag(words.declines && !entry.declines),
        flag(!words.declines && entry.declines),
        flag(words.claims && entry.claims),
        flag(words.claims && !entry.claims),
        flag(words.declinesNear && entry.declines),
        flag(!words.declinesNear && entry.declines),
        flag(words.claimsNear && entry.claims),
        flag(words.promises),
        flag(words.conditional),
        flag(stems.size < 3),
        Math.min(stems.size, 12) / 12,
      ],
    }
  })
}
