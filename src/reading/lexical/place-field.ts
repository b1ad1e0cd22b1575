import type { ListedField } from '../../base/values/desk-lists.ts'
import { type Bags, bagsOf, contentOf, holds, likeness, piecesOf, rarity } from './bags.ts'
import { type Concept, conceptsIn, QUESTION_CONCEPTS } from './concepts.ts'
import { foldMessage } from './fold.ts'
import type { FeatureRow } from './rank.ts'

/** A desk's fields made ready to be compared with what an agent asks, for one language. */
export type FieldIndex = {
  readonly entries: readonly Entry[]
  readonly names: Bags
  readonly glosses: Bags
  /** every known way to ask, and whose it is */
  readonly asks: Bags
  readonly askedOf: readonly number[]
  readonly pieces: Bags
  readonly language: string
}

type Entry = {
  readonly field: ListedField
  readonly hasName: boolean
  readonly cues: readonly string[]
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
  const rare = rarity(texts.map(({ name, gloss }) => content(`${name} ${gloss}`)))
  return {
    entries: fields.map((field, at) => {
      const { name = '', gloss = '', cues = [] } = texts[at] ?? {}
      return {
        field,
        hasName: content(name).length > 0,
        cues,
        values: field.of
          .map((value) => foldMessage(value.replaceAll('_', ' ')))
          .filter((value) => value.length > 2),
        concepts: new Set(conceptsIn(`${name} ${gloss} ${cues.join(' ')}`)),
        nameConcepts: new Set(conceptsIn(name)),
      }
    }),
    names: bagsOf(
      texts.map(({ name }) => content(name)),
      rare,
    ),
    glosses: bagsOf(
      texts.map(({ name, gloss }) => content(`${name} ${gloss}`)),
      rare,
    ),
    asks: bagsOf(
      texts.flatMap(({ asks }) => asks.map(content)),
      rare,
    ),
    askedOf: texts.flatMap(({ asks }, at) => asks.map(() => at)),
    pieces: bagsOf(
      texts.map(({ name }) => piecesOf(name)),
      new Map(),
    ),
    language,
  }
}

/** Numbers of one clause and one field that hold for any desk; what is learned is only their weight. */
export function fieldRows(clause: string, index: FieldIndex): readonly FeatureRow[] {
  const words = new Set(contentOf(clause, index.language))
  const concepts = new Set(conceptsIn(clause))
  const names = likeness(words, index.names)
  const glosses = likeness(words, index.glosses)
  const asks = bestOf(likeness(words, index.asks).cosine, index.askedOf, index.entries.length)
  const pieces = likeness(new Set(piecesOf(clause)), index.pieces)
  const asked = [...concepts].filter((concept) => QUESTION_CONCEPTS.has(concept))
  const yesno = concepts.has('yesno')
  const clockOnly = concepts.has('clock') && !concepts.has('calendar')
  const calendarOnly = concepts.has('calendar') && !concepts.has('clock')
  return index.entries.map(({ field, hasName, cues, values, concepts: own, nameConcepts }, at) => {
    const name = names.covered[at] ?? 0
    const askedShared = asked.some((concept) => own.has(concept))
    const isTime = field.type === 'date' || own.has('calendar') || own.has('clock')
    return {
      name: field.name,
      features: [
        name,
        flag(hasName && name > 0.99),
        glosses.covered[at] ?? 0,
        glosses.cosine[at] ?? 0,
        asks[at] ?? 0,
        flag(cues.some((cue) => holds(clause, cue))),
        pieces.covered[at] ?? 0,
        shareOf(concepts, own) / Math.max(1, concepts.size),
        shareOf(concepts, nameConcepts) / Math.max(1, nameConcepts.size),
        flag(askedShared),
        flag(asked.length > 0 && !askedShared),
        // "Who gets it at the new address?" names the address in passing.
        flag(asked.length > 0 && !askedShared && name > 0.99),
        flag(yesno && field.type === 'boolean'),
        flag(yesno && field.type !== 'boolean'),
        flag(!yesno && field.type === 'boolean'),
        Math.min(2, values.filter((value) => holds(clause, value)).length) / 2,
        flag(concepts.has('when') && isTime),
        flag(clockOnly && own.has('clock')),
        flag(calendarOnly && own.has('calendar')),
        flag(concepts.has('howmany') && (field.type === 'number' || own.has('howmany'))),
        flag(concepts.has('from') && nameConcepts.has('from')),
        flag(concepts.has('to') && nameConcepts.has('to')),
        flag(concepts.has('end') && own.has('end')),
        flag(!concepts.has('end') && nameConcepts.has('end')),
        flag(field.type === 'enum' && concepts.has('which')),
        flag(words.size === 0),
        glosses.within[at] ?? 0,
        flag(glosses.covered[at] === 0 && (asks[at] ?? 0) < 0.1),
      ],
    }
  })
}

export const flag = (is: boolean): number => (is ? 1 : 0)

const shareOf = (concepts: ReadonlySet<Concept>, own: ReadonlySet<Concept>): number => {
  let count = 0
  for (const concept of concepts) if (own.has(concept)) count += 1
  return count
}

/** The best likeness among the wordings of each entry. */
export function bestOf(likenesses: Float64Array, ownerOf: readonly number[], size: number): Float64Array {
  const best = new Float64Array(size)
  for (let at = 0; at < ownerOf.length; at += 1) {
    const owner = ownerOf[at] ?? 0
    best[owner] = Math.max(best[owner] ?? 0, likenesses[at] ?? 0)
  }
  return best
}
