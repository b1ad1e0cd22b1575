import type { ListedField } from '../../base/values/desk-lists.ts'
import {
  type Bags,
  bagsOf,
  contentOf,
  holds,
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
import { type Concept, conceptsIn, QUESTION_CONCEPTS } from './concepts.ts'
import { foldMessage } from './fold.ts'
import { best, type Ranked, type Ranker, type Rows } from './rank.ts'

/** A desk's fields made ready to be compared with what an agent asks, for one language. */
export type FieldIndex = {
  readonly stems: Stems
  readonly entries: readonly Entry[]
  readonly listed: readonly string[]
  readonly cues: WordingIndex
  readonly names: Bags
  readonly glosses: Bags
  /** every known way to ask, and whose it is */
  readonly asks: Bags
  readonly askedOf: readonly number[]
  /** what was asked last, by field */
  readonly lastAsks: Float64Array
  readonly pieces: Pieces
  readonly words: readonly (readonly string[])[]
  readonly language: string
}

type Entry = {
  readonly field: ListedField
  readonly hasName: boolean
  readonly values: readonly string[]
  readonly concepts: ReadonlySet<Concept>
  readonly nameConcepts: ReadonlySet<Concept>
}

export function indexFields(fields: readonly ListedField[], language: string): FieldIndex {
  const texts = fields.map(({ name, gloss, asks, cues }) => ({
    name: foldMessage(name.replaceAll(/[_.]/g, ' ')),
    gloss: foldMessage(gloss),
    asks: (asks[language] ?? []).map(foldMessage),
    cues: (cues[language] ?? []).map(foldMessage),
  }))
  const content = (text: string): readonly string[] => contentOf(text, language)
  const stems = stemsOf(texts.map(({ name, gloss }) => content(`${name} ${gloss}`)))
  return {
    stems,
    listed: fields.map(({ name }) => name),
    cues: indexWordings(texts.map(({ cues }) => cues)),
    entries: fields.map((field, at) => {
      const { name = '', gloss = '', cues = [] } = texts[at] ?? {}
      return {
        field,
        hasName: content(name).length > 0,
        values: field.of
          .map((value) => foldMessage(value.replaceAll('_', ' ')))
          .filter((value) => value.length > 2),
        concepts: new Set(conceptsIn(`${name} ${gloss} ${cues.join(' ')}`)),
        nameConcepts: new Set(conceptsIn(name)),
      }
    }),
    names: bagsOf(
      texts.map(({ name }) => content(name)),
      stems,
    ),
    glosses: bagsOf(
      texts.map(({ name, gloss }) => content(`${name} ${gloss}`)),
      stems,
    ),
    asks: bagsOf(
      texts.flatMap(({ asks }) => asks.map(content)),
      stems,
    ),
    askedOf: texts.flatMap(({ asks }, at) => asks.map(() => at)),
    lastAsks: new Float64Array(fields.length),
    pieces: indexPieces(texts.map(({ name }) => name)),
    words: texts.map(({ name, gloss, asks, cues }) => [
      ...new Set(content([name, gloss, ...asks, ...cues].join(' '))),
    ]),
    language,
  }
}

/** Numbers of one clause and each field that hold for any desk; what is learned is only their weight. */
export function fieldRows(clause: string, index: FieldIndex): Rows {
  const words = stemsSaid(contentOf(clause, index.language), index.stems)
  const concepts = new Set(conceptsIn(clause))
  const names = likeness(words, index.names)
  const glosses = likeness(words, index.glosses)
  const asks = bestOf(likeness(words, index.asks).cosine, index.askedOf, index.lastAsks)
  const pieces = sharedPieces(clause, index.pieces, 'text')
  const cued = ownersIn(clause, index.cues)
  const asked = [...concepts].filter((concept) => QUESTION_CONCEPTS.has(concept))
  const yesno = concepts.has('yesno')
  const clockOnly = concepts.has('clock') && !concepts.has('calendar')
  const calendarOnly = concepts.has('calendar') && !concepts.has('clock')
  return {
    names: index.listed,
    width: 28,
    said: words.stems,
    ofEntries: index.words,
    fill: (at, row) => {
      const entry = index.entries[at]
      if (entry === undefined) return
      const { field, hasName, values, concepts: own, nameConcepts } = entry
      const name = names.covered[at] ?? 0
      const askedShared = asked.some((concept) => own.has(concept))
      const isTime = field.type === 'date' || own.has('calendar') || own.has('clock')
      row[0] = name
      row[1] = flag(hasName && name > 0.99)
      row[2] = glosses.covered[at] ?? 0
      row[3] = glosses.cosine[at] ?? 0
      row[4] = asks[at] ?? 0
      row[5] = cued[at] ?? 0
      row[6] = pieces[at] ?? 0
      row[7] = shareOf(concepts, own) / Math.max(1, concepts.size)
      row[8] = shareOf(concepts, nameConcepts) / Math.max(1, nameConcepts.size)
      row[9] = flag(askedShared)
      row[10] = flag(asked.length > 0 && !askedShared)
      // "Who gets it at the new address?" names the address in passing.
      row[11] = flag(asked.length > 0 && !askedShared && name > 0.99)
      row[12] = flag(yesno && field.type === 'boolean')
      row[13] = flag(yesno && field.type !== 'boolean')
      row[14] = flag(!yesno && field.type === 'boolean')
      row[15] =
        values.length === 0 ? 0 : Math.min(2, values.filter((value) => holds(clause, value)).length) / 2
      row[16] = flag(concepts.has('when') && isTime)
      row[17] = flag(clockOnly && own.has('clock'))
      row[18] = flag(calendarOnly && own.has('calendar'))
      row[19] = flag(concepts.has('howmany') && (field.type === 'number' || own.has('howmany')))
      row[20] = flag(concepts.has('from') && nameConcepts.has('from'))
      row[21] = flag(concepts.has('to') && nameConcepts.has('to'))
      row[22] = flag(concepts.has('end') && own.has('end'))
      row[23] = flag(!concepts.has('end') && nameConcepts.has('end'))
      row[24] = flag(field.type === 'enum' && concepts.has('which'))
      row[25] = flag(words.stems.size === 0)
      row[26] = glosses.within[at] ?? 0
      row[27] = flag(glosses.covered[at] === 0 && (asks[at] ?? 0) < 0.1)
    },
  }
}

/** "The code on the label or in your mail": it is found there, and nobody asks for the mail. */
const FOUND_AT =
  /\b((?:numbers?|codes?|digits|references?)(?: (?:that|which)(?:'s| is| stands| appears| you find)?)?(?: (?:printed|shown|given|quoted|stated|written|listed|found))?) (?:on|in|inside|at the (?:top|bottom|foot|end) of|on the back of) (?:the|your|our|its)\b.*$/

/**
 * The field that a clause asks for. A field whose name only says where a number stands is not meant, unless it is a number
 * itself.
 */
export function askedField(clause: string, index: FieldIndex, ranker: Ranker): Ranked | undefined {
  const found = best(fieldRows(clause, index), ranker)
  const head = clause.replace(FOUND_AT, '$1')
  if (found === undefined || head === clause) return found
  const { concepts } = index.entries[index.listed.indexOf(found.name)] ?? {}
  return concepts?.has('idnumber') === false ? best(fieldRows(head, index), ranker) : found
}

export const flag = (is: boolean): number => (is ? 1 : 0)

const shareOf = (concepts: ReadonlySet<Concept>, own: ReadonlySet<Concept>): number => {
  let count = 0
  for (const concept of concepts) if (own.has(concept)) count += 1
  return count
}

/** The best likeness among the wordings of each entry, written over what stands in `best`. */
export function bestOf(
  likenesses: Float64Array,
  ownerOf: readonly number[],
  best: Float64Array,
): Float64Array {
  best.fill(0)
  for (let at = 0; at < ownerOf.length; at += 1) {
    const owner = ownerOf[at] ?? 0
    const likeness = likenesses[at] ?? 0
    if (likeness > (best[owner] ?? 0)) best[owner] = likeness
  }
  return best
}
