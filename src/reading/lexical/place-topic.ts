import { memo, memoText } from '../../base/memo.ts'
import type { ListedTool, ListedTopic } from '../../base/values/desk-lists.ts'
import {
  type Bags,
  bagsOf,
  contentOf,
  indexPieces,
  indexWordings,
  likeness,
  ownersIn,
  type Pieces,
  type Stems,
  sharedPieces,
  stemsOf,
  stemsSaid,
  type WordingIndex,
} from './bags.ts'
import { type Concept, conceptsIn } from './concepts.ts'
import { type Deed, deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import type { Frames } from './frames/frames.ts'
import { bestOf, flag } from './place-field.ts'
import type { Rows } from './rank.ts'
import { figuresIn } from './values.ts'

/** A desk's topics made ready to be found in words, for one language. */
export type TopicIndex = {
  readonly stems: Stems
  readonly entries: readonly Entry[]
  readonly listed: readonly string[]
  readonly cues: WordingIndex
  /** names of the topics that say no */
  readonly declining: ReadonlySet<string>
  /** names of the topics that may be the reason of a no: those that say no, and those that are told as bad news */
  readonly reasons: ReadonlySet<string>
  /** names of the topics that deny something */
  readonly denying: ReadonlySet<string>
  /** is this topic told once that deed is done? */
  readonly follows: (topic: string, deed: string) => boolean
  readonly names: Bags
  readonly glosses: Bags
  readonly says: Bags
  readonly sayOf: readonly number[]
  /** what was told last, by topic */
  readonly last: {
    readonly says: Float64Array
    readonly covered: Float64Array
    readonly likest: Float64Array
  }
  readonly vocabulary: Bags
  readonly words: readonly (readonly string[])[]
  readonly pieces: Pieces
  readonly language: string
}

type Entry = {
  readonly name: string
  /** figures, each with the share of it that is this topic's: what many topics name tells little */
  readonly figures: ReadonlyMap<string, number>
  /** how near each deed of the desk is to it, by the deed's name */
  readonly deedsNear: ReadonlyMap<string, number>
  readonly deeds: ReadonlySet<Deed>
  readonly concepts: ReadonlySet<Concept>
  readonly negative: boolean
  readonly declines: boolean
  /** it is told with regret, or says what is missing */
  readonly isBadNews: boolean
  readonly claims: boolean
  /** it tells how things stand already, not what is done now */
  readonly states: boolean
  /** it is told with a day, with a sum of money */
  readonly hasDay: boolean
  readonly hasMoney: boolean
  /** names of the blanks in its wordings: their values were shown in the conversation */
  readonly blanks: ReadonlySet<string>
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
    raw: [gloss, ...(says[language] ?? says['en'] ?? [])].join(' '),
    says: (says[language] ?? []).map((text) => foldMessage(text.replace(/\{[^}]*\}/g, ' '))),
    cues: (cues[language] ?? []).map(foldMessage),
  }))
  const vocabulary = texts.map(({ name, gloss, says }) => content([name, gloss, ...says].join(' ')))
  const stems = stemsOf(vocabulary)
  const figures = texts.map(({ gloss, says }) => new Set(figuresIn([gloss, ...says].join('. '))))
  const holders = (figure: string): number => figures.filter((one) => one.has(figure)).length
  const deeds = deedsNear(tools, vocabulary, stems, language)
  const entries = texts.map(({ gloss, instruction, says, raw }, at): Entry => {
    const text = [gloss, ...says].join('. ')
    const first = says[0] ?? gloss
    return {
      name: topics[at]?.name ?? '',
      figures: new Map([...(figures[at] ?? [])].map((figure) => [figure, 1 / holders(figure)])),
      deedsNear: new Map([...deeds].map(([tool, near]) => [tool, near[at] ?? 0])),
      deeds: new Set(deedsIn(text)),
      concepts: new Set(conceptsIn(text)),
      negative: frames.negates.test(first),
      declines:
        /\bdeclin|\brefuse/.test(instruction) ||
        says.some((say) => frames.declines.test(say) || frames.limitsTo.test(say)),
      isBadNews: says.some((say) => frames.regrets.test(say)),
      claims: says.some((say) => frames.claims.test(say)),
      states: frames.states.test(first) || /\balready\b/.test(instruction),
      hasDay: DAY_SLOT.test(raw) || DAY.test(text),
      hasMoney: MONEY_SLOT.test(raw) || MONEY.test(text),
      blanks: new Set([...raw.matchAll(BLANK)].map(({ 1: name }) => name ?? '')),
    }
  })
  return {
    stems,
    entries,
    listed: entries.map(({ name }) => name),
    cues: indexWordings(texts.map(({ cues }) => cues)),
    denying: new Set(
      entries.filter(({ negative, declines }) => negative || declines).map(({ name }) => name),
    ),
    follows: (topic, deed) => {
      const entry = entries.find(({ name }) => name === topic)
      if (entry === undefined || entry.declines) return false
      const near = entry.deedsNear.get(deed) ?? 0
      return near === 1 || (entry.claims && near > FOLLOWS_MIN)
    },
    declining: new Set(entries.filter(({ declines }) => declines).map(({ name }) => name)),
    reasons: new Set(
      entries.filter(({ declines, isBadNews }) => declines || isBadNews).map(({ name }) => name),
    ),
    names: bagsOf(
      texts.map(({ name }) => content(name)),
      stems,
    ),
    glosses: bagsOf(
      texts.map(({ gloss }) => content(gloss)),
      stems,
    ),
    says: bagsOf(
      texts.flatMap(({ says }) => says.map(content)),
      stems,
    ),
    sayOf: texts.flatMap(({ says }, at) => says.map(() => at)),
    last: {
      says: new Float64Array(entries.length),
      covered: new Float64Array(entries.length),
      likest: new Float64Array(entries.length),
    },
    vocabulary: bagsOf(vocabulary, stems),
    words: vocabulary.map((words) => [...new Set(words)]),
    pieces: indexPieces(texts.map(({ gloss, says }) => [gloss, ...says].join(' '))),
    language,
  }
}

const FOLLOWS_MIN = 0.6
const BLANK = /\{(\w+)\}/g
/** A wording's blank for a day or a sum, or the instruction to name one. */
const DAY_SLOT =
  /\{[^}]*(?:_on|date|day|until)[^}]*\}|\b(?:which|what|expected|last) (?:day|date)\b|\bsay when\b|\btell them when\b/
const MONEY_SLOT = /\{[^}]*(?:amount|fee|price|total|value|sum|fare|cost)[^}]*\}|\b(?:fee|price|amount)\b/
const DAY =
  /\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d|\b\d{4}-\d\d-\d\d|\bthe \d{1,2}(?:st|nd|rd|th)\b|\b(?:today|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/
const MONEY = /[$€£]\s?\d|\b\d[\d.,]* ?(?:[$€£]|euros?|eur|dollars?|usd|pounds?|gbp)\b/

/** How near each topic is to each deed, beside the topic that is nearest: "on its way" after a refund is the money. */
function deedsNear(
  tools: readonly ListedTool[],
  vocabulary: readonly (readonly string[])[],
  stems: Stems,
  language: string,
): ReadonlyMap<string, readonly number[]> {
  const bags = bagsOf(vocabulary, stems)
  return new Map(
    tools
      .filter(({ role }) => role === 'write')
      .map(({ name, gloss, claims }) => {
        const text = [name.replaceAll('_', ' '), gloss, ...(claims[language] ?? [])].join(' ')
        const { cosine } = likeness(stemsSaid(contentOf(foldMessage(text), language), stems), bags)
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
  readonly states: boolean
  /** a neighbour says no, or says that something is done */
  readonly declinesNear: boolean
  readonly claimsNear: boolean
  /** deeds claimed or proposed in the message */
  readonly deeds: readonly string[]
  /** how many of these names have a value that stands in the clause */
  readonly values: (names: ReadonlySet<string>) => number
}

/** What stands around a clause is the same for all clauses of its sentence. */
type Around = {
  readonly deeds: readonly Deed[]
  readonly gloss: Float64Array
  readonly says: Float64Array
  readonly covered: Float64Array
  readonly cued: Uint8Array
}

/** Each unit of a text is placed after the other. */
const aroundsOf = memo((index: TopicIndex) => memoText((text) => aroundOf(text, index), 1))

function aroundOf(text: string, index: TopicIndex): Around {
  const size = index.entries.length
  const words = stemsSaid(contentOf(text, index.language), index.stems)
  const said = likeness(words, index.says)
  return {
    deeds: deedsIn(text),
    gloss: likeness(words, index.glosses).cosine.slice(),
    says: bestOf(said.cosine, index.sayOf, new Float64Array(size)),
    covered: bestOf(said.covered, index.sayOf, new Float64Array(size)),
    cued: ownersIn(text, index.cues),
  }
}

/** "A change is out of the question", "the course in question": no word of a question. */
const SET_PHRASE = /\b(?:out of the|in|beyond|without) question\b/g
const withoutSetPhrases = (told: ToldWords): ToldWords => ({
  ...told,
  near: told.near.replaceAll(SET_PHRASE, ' '),
  around: told.around.replaceAll(SET_PHRASE, ' '),
})

export function topicRows(told: ToldWords, index: TopicIndex): Rows {
  const words = told.around.includes('question') ? withoutSetPhrases(told) : told
  const size = index.entries.length
  // First of all: it writes over the numbers of the comparisons below.
  const around = aroundsOf(index)(words.around)
  const { last } = index
  const stems = stemsSaid(contentOf(words.near, index.language), index.stems)
  const figures = figuresIn(words.near)
  const deeds = deedsIn(words.near)
  const concepts = conceptsIn(words.near)
  const gloss = likeness(stems, index.glosses)
  const said = likeness(stems, index.says)
  const says = bestOf(said.cosine, index.sayOf, last.says)
  const saysCovered = bestOf(said.covered, index.sayOf, last.covered)
  const own = likeness(stems, index.names).covered
  const vocabulary = likeness(stems, index.vocabulary).within
  const pieces = sharedPieces(words.near, index.pieces, 'words')
  const cued = ownersIn(words.near, index.cues)
  const { likest } = last
  for (let at = 0; at < size; at += 1) likest[at] = Math.max(says[at] ?? 0, gloss.cosine[at] ?? 0)
  const mostSaid = most(likest)
  const mostVocabulary = most(vocabulary)
  const mostPieces = most(pieces)
  const mostAround = most(around.says)
  const day = DAY.test(words.near)
  const money = MONEY.test(words.near)
  return {
    names: index.listed,
    width: 52,
    said: stems.stems,
    ofEntries: index.words,
    fill: (at, row) => {
      const entry = index.entries[at]
      if (entry === undefined) return
      // What stands around counts only for words that say something of the topic themselves.
      const hint = Math.min(1, 3 * (vocabulary[at] ?? 0))
      let shared = 0
      for (const figure of figures) shared = Math.max(shared, entry.figures.get(figure) ?? 0)
      let deedNear = 0
      for (const deed of words.deeds) deedNear = Math.max(deedNear, entry.deedsNear.get(deed) ?? 0)
      row[0] = gloss.cosine[at] ?? 0
      row[1] = gloss.covered[at] ?? 0
      row[2] = says[at] ?? 0
      row[3] = saysCovered[at] ?? 0
      row[4] = hint * (around.gloss[at] ?? 0)
      row[5] = hint * (around.says[at] ?? 0)
      row[6] = hint * (around.covered[at] ?? 0)
      row[7] = flag(hint === 0)
      row[8] = cued[at] ?? 0
      row[9] = hint * (around.cued[at] ?? 0)
      row[10] =
        around.deeds.length === 0 ? 0 : (hint * countIn(around.deeds, entry.deeds)) / around.deeds.length
      row[11] = own[at] ?? 0
      row[12] = vocabulary[at] ?? 0
      row[13] = pieces[at] ?? 0
      row[14] = flag(shared > 0)
      row[15] = shared
      row[16] = flag(figures.length > 0 && entry.figures.size > 0 && shared === 0)
      row[17] = deedNear
      row[18] = flag(deedNear === 1)
      row[19] = deeds.length === 0 ? 0 : countIn(deeds, entry.deeds) / deeds.length
      row[20] = concepts.length === 0 ? 0 : countIn(concepts, entry.concepts) / concepts.length
      row[21] = flag(words.negative && entry.negative)
      row[22] = flag(words.negative && !entry.negative)
      row[23] = flag(!words.negative && entry.negative)
      row[24] = flag(words.declines && entry.declines)
      row[25] = flag(words.declines && !entry.declines)
      row[26] = flag(!words.declines && entry.declines)
      row[27] = flag(words.claims && entry.claims)
      row[28] = flag(words.claims && !entry.claims)
      row[29] = flag(words.declinesNear && entry.declines)
      row[30] = flag(!words.declinesNear && entry.declines)
      row[31] = flag(words.claimsNear && entry.claims)
      row[32] = flag(words.promises)
      row[33] = flag(words.conditional)
      row[34] = flag(stems.stems.size < 3)
      row[35] = Math.min(stems.stems.size, 12) / 12
      // Beside the entry that is nearest: of sisters the nearer one is meant, however far both are.
      row[36] = (likest[at] ?? 0) / mostSaid
      row[37] = (vocabulary[at] ?? 0) / mostVocabulary
      row[38] = (pieces[at] ?? 0) / mostPieces
      row[39] = (hint * (around.says[at] ?? 0)) / mostAround
      row[40] = flag(likest[at] === mostSaid)
      row[41] = flag(day && entry.hasDay)
      row[42] = flag(day && !entry.hasDay)
      row[43] = flag(money && entry.hasMoney)
      row[44] = flag(money && !entry.hasMoney)
      row[45] = flag(words.states && entry.states)
      row[46] = flag(words.claims && entry.states)
      row[47] = flag(words.promises && entry.claims)
      row[48] = flag(words.states && entry.claims)
      row[49] = flag(!words.states && !words.claims && entry.states)
      const shown = entry.blanks.size === 0 ? 0 : words.values(entry.blanks)
      row[50] = Math.min(2, shown) / 2
      row[51] = flag(entry.blanks.size > 0 && shown === 0)
    },
  }
}

function most(numbers: Float64Array): number {
  let found = 1e-6
  for (let at = 0; at < numbers.length; at += 1) {
    const one = numbers[at] ?? 0
    if (one > found) found = one
  }
  return found
}

function countIn<T>(some: readonly T[], all: ReadonlySet<T>): number {
  let count = 0
  for (const one of some) if (all.has(one)) count += 1
  return count
}
