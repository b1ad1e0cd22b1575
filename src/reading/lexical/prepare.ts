import { memo } from '../../base/memo.ts'
import type { DeskLists } from '../../base/values/desk-lists.ts'
import { type AskedPart, askedParts } from './asked.ts'
import { contentOf, ownersIn } from './bags.ts'
import { deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import { type FramedClause, frameSentence } from './frame-clause.ts'
import type { Frames } from './frames/frames.ts'
import { framesFor } from './frames/languages.ts'
import { type LaidSentence, layOut, type Span } from './layout.ts'
import { type FieldIndex, indexFields } from './place-field.ts'
import { type DeedWords, indexTools, namesNoDeed, type ToolIndex, toolRows } from './place-tool.ts'
import { indexTopics, type ToldWords, type TopicIndex } from './place-topic.ts'
import { best, type Ranked, type Ranker } from './rank.ts'
import { saidIn } from './single-spaced.ts'
import { stem } from './stem.ts'
import type { KnownValues } from './values.ts'

/** A message in sentences and framed clauses: what reading and learning both start from. */
export type Prepared = {
  readonly text: string
  readonly folded: string
  readonly language: string
  readonly frames: Frames
  readonly index: DeskIndex
  readonly sentences: readonly PreparedSentence[]
}

export type PreparedSentence = LaidSentence & {
  /** end of the sentence with its list items */
  readonly end: number
  readonly units: readonly Unit[]
}

/** A clause of a sentence or of one of its list items. */
export type Unit = FramedClause & {
  /** its kind comes from the learned kinds, not from a frame */
  readonly isLearned?: boolean
}

export function prepareMessage(text: string, lists: DeskLists): Prepared {
  const folded = foldMessage(text)
  const { language, frames } = framesFor(text)
  const framed = (span: Span, head: Span | null): readonly Unit[] => frameSentence(folded, span, frames, head)
  return {
    text,
    folded,
    language,
    frames,
    index: deskIndex(lists, language, frames),
    sentences: layOut(folded).map((sentence) => ({
      ...sentence,
      end: Math.max(sentence.to, ...sentence.items.map(({ to }) => to)),
      units:
        sentence.part === 'body'
          ? [...framed(sentence, null), ...sentence.items.flatMap((item) => framed(item, sentence))]
          : [],
    })),
  }
}

export const isAsking = ({ kind }: Pick<Unit, 'kind'>): boolean =>
  kind === 'request' || kind === 'request-proof' || kind === 'check-fact'

/** What a sentence asks for, part by part. The items of a list that a question announces are asked, the line itself is not. */
export function askedIn({ units }: PreparedSentence, { frames, language }: Prepared): readonly Asked[] {
  const asking = units.find((unit) => isAsking(unit) && !unit.inItem)
  const items = units.filter(({ inItem }) => inItem)
  if (asking !== undefined && items.length > 0)
    return items.flatMap((unit) =>
      saysWhy(unit) ? [] : partsOf(unit, isAsking(unit) && unit.alone ? unit : asking, language),
    )
  const announced = units.findIndex((unit) => isAsking(unit) && frames.announces.test(unit.text))
  return units.flatMap((unit, at) => {
    if (saysWhy(unit) && units.length > 1 && !frames.asks.test(unit.text)) return []
    if (at === announced || (isAsking(unit) && frames.announces.test(unit.text))) return []
    const follows = announced !== -1 && at > announced && unit.kind !== 'propose' && unit.form !== 'courtesy'
    return isAsking(unit) || follows
      ? partsOf(unit, isAsking(unit) ? unit : (units[announced] ?? unit), language)
      : []
  })
  function saysWhy({ text }: Unit): boolean {
    return frames.purposes.test(text)
  }
}
export type Asked = AskedPart & { readonly unit: Unit; readonly isBare: boolean }

const partsOf = (unit: Unit, asking: Unit, language: string): readonly Asked[] =>
  askedParts(unit.text, unit.from).map((part) => ({
    ...part,
    unit: asking,
    isBare:
      contentOf(
        part.text.replace(asking.kind === 'check-fact' ? CHECKING_WORDS : ASKING_WORDS, ' '),
        language,
      ).length === 0,
  }))

/** Words of asking itself, which name nothing that is asked for. */
const ASKING_WORDS =
  /\b(?:share|sharing|send|provide|type|confirm|check|look|ask|asking|again|once|exactly|quickly|quick|moment|thing|things|mind|telling|giving|could|would|able|possible|help|reply|answer|missing|still|first|instead|here|drop|pass|both|kindly|therefore|name|state|trouble|request|have|little|bit|detail|please|bitte|favor|s'il|plait)\b/g

/** "Is that right?" checks what stands before it. */
const CHECKING_WORDS = new RegExp(`${ASKING_WORDS.source}|\\b(?:right|correct|so|true|accurate)\\b`, 'g')

/** Before a proposal or claim that names no deed stands the deed it means; after a bare "Done!" it follows. */
export function deedWords(
  unit: Unit,
  at: number,
  { folded, sentences }: Prepared,
  known: KnownValues,
): DeedWords {
  const sentence = sentences[at]
  const body = sentences.filter(({ part }) => part === 'body')
  const whole = sentence === undefined ? unit.text : saidIn(folded, { from: sentence.from, to: sentence.end })
  const near = deedsIn(unit.text).length > 0 ? unit.text : whole
  const textOf = (one: PreparedSentence | undefined): string =>
    one === undefined ? '' : saidIn(folded, { from: one.from, to: one.end })
  const earlier = body.filter(({ from }) => from < unit.from && from !== sentence?.from)
  const before = textOf(earlier.at(-1))
  const later = textOf(body.find(({ from }) => from > unit.from))
  return {
    near,
    before: before === '' && unit.kind === 'claim-done' ? later : before,
    message: earlier.map(textOf).join(' '),
    values: (parameters) => known.countIn(folded, parameters),
  }
}

/** What a unit tells, with its neighbours: a refusal and its reason often stand in two sentences. */
export function toldWords(
  unit: Unit,
  at: number,
  { folded, sentences, frames }: Prepared,
  { claimed, proposed }: NamedDeeds,
  known: KnownValues,
): ToldWords {
  const sentence = sentences[at]
  const neighbour = (one: PreparedSentence | undefined): string =>
    one === undefined || one.part !== 'body' || one.units.every(({ form }) => form === 'question')
      ? ''
      : saidIn(folded, { from: one.from, to: one.end })
  const whole = sentence === undefined ? unit.text : saidIn(folded, { from: sentence.from, to: sentence.end })
  const neighbours = [sentences[at - 1], sentence, sentences[at + 1]].flatMap((one) => one?.units ?? [])
  return {
    declinesNear: neighbours.some(({ kind }) => kind === 'decline'),
    claimsNear: neighbours.some(({ kind }) => kind === 'claim-done'),
    deeds: [...new Set([...claimed, ...proposed])],
    near: unit.text,
    sentence: whole,
    around: `${neighbour(sentences[at - 1])} ${whole} ${neighbour(sentences[at + 1])}`,
    negative: frames.negates.test(unit.text),
    declines: unit.kind === 'decline',
    claims: unit.kind === 'claim-done',
    promises: unit.kind === 'promise',
    conditional: unit.polarity === 'conditional',
    states: unit.form === 'state',
    values: (names) => known.countIn(unit.text, names),
  }
}

const TELLING: ReadonlySet<string> = new Set([
  'inform',
  'explain',
  'promise',
  'offer',
  'decline',
  'claim-done',
])

/** Can this unit tell something? A question and a courtesy cannot, and two words only if they are the desk's own. */
export const mayTell = (unit: Unit, { language, frames, index }: Prepared): boolean =>
  TELLING.has(unit.kind) &&
  unit.form !== 'question' &&
  !frames.purposes.test(unit.text) &&
  (contentOf(unit.text.replace(SAYING_NO, ' '), language).length >= 2 ||
    ownersIn(unit.text, index.topics.cues).some((cued) => cued > 0))

/** "I am afraid that I must decline": words of saying no name no reason. */
const SAYING_NO =
  /\b(?:afraid|sorry|regret\w*|unfortunately|sadly|declin\w*|refus\w*|unable|cannot|therefore|however)\b/g

const placed = memo((_: Unit): { best?: { readonly is: Ranked | undefined } } => ({}))

/** The deed a unit most likely names; asked for once a unit. */
export function deedOf(
  unit: Unit,
  at: number,
  message: Prepared,
  known: KnownValues,
  ranker: Ranker,
): Ranked | undefined {
  const place = placed(unit)
  if (place.best === undefined) {
    const words = deedWords(unit, at, message, known)
    const { tools } = message.index
    place.best = { is: namesNoDeed(words, tools) ? undefined : best(toolRows(words, tools), ranker) }
  }
  return place.best.is
}

/** The deeds a message names by its own words: said to be done, and only asked for. */
export type NamedDeeds = { readonly claimed: readonly string[]; readonly proposed: readonly string[] }

export function deedsNamed(message: Prepared, known: KnownValues, ranker: Ranker): NamedDeeds {
  const named = (wanted: 'claim-done' | 'propose'): readonly string[] => {
    const found = message.sentences.flatMap((sentence, at) =>
      sentence.units
        .filter(({ kind, polarity }) => kind === wanted && polarity === 'positive')
        .flatMap((unit) => {
          const deed = deedOf(unit, at, message, known, ranker)
          return deed !== undefined && deed.chance > DEED_NAMED ? [deed.name] : []
        }),
    )
    return [...new Set(found)]
  }
  return { claimed: named('claim-done'), proposed: named('propose') }
}

const DEED_NAMED = 0.5

/** A desk's closed lists made ready for one language. */
type DeskIndex = {
  readonly fields: FieldIndex
  readonly tools: ToolIndex
  readonly topics: TopicIndex
  readonly isDeskWord: (word: string) => boolean
  readonly handover: string | null
}

const indexesOf = memo((_: DeskLists) => new Map<string, DeskIndex>())

/** Made once for each desk and language, not once a message. */
function deskIndex(lists: DeskLists, language: string, frames: Frames): DeskIndex {
  const byLanguage = indexesOf(lists)
  const known = byLanguage.get(language)
  if (known !== undefined) return known
  const index: DeskIndex = {
    fields: indexFields(lists.fields, language),
    tools: indexTools(lists.tools, language),
    topics: indexTopics(lists.topics, language, frames, lists.tools),
    isDeskWord: isDeskWordOf(lists),
    handover: lists.tools.find(({ role }) => role === 'handover')?.name ?? null,
  }
  byLanguage.set(language, index)
  return index
}

/** Words that stand in some desk's lists and say what a sentence does all the same. */
const NEVER_MASKED: ReadonlySet<string> = new Set(
  'a an the of to in on at for from by with and or is are was be been it this that your you i we my our me as do does did have has had will would can could should may shall what when where who how which why if not no yes please any all so up out about into than then there their they he she its one two more most number name time date type kind until already still only before after once just now new tell say ask give find know want need like send sent make made take let get go wait confirm sure thank sorry explain decline done help check look else again right'
    .split(' ')
    .map(stem),
)

/** Is this a word of the desk, which another desk would have other words for? */
export function isDeskWordOf({ fields, tools, topics }: DeskLists): (word: string) => boolean {
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const word of foldMessage(text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')).match(
      /[a-z]+/g,
    ) ?? []) {
      const stemmed = stem(word)
      if (!NEVER_MASKED.has(stemmed)) words.add(stemmed)
    }
  }
  for (const { name, gloss, of } of fields) for (const text of [name, gloss, ...of]) add(text)
  for (const { name, gloss, parameters } of tools) for (const text of [name, gloss, ...parameters]) add(text)
  for (const { name } of topics) add(name)
  return (word) => words.has(stem(word))
}
