import type { ListedTool } from '../../base/values/desk-lists.ts'
import {
  type Bags,
  bagsOf,
  contentOf,
  indexWordings,
  likeness,
  ownersIn,
  type Stems,
  standsIn,
  stemsOf,
  stemsSaid,
  type WordingIndex,
} from './bags.ts'
import { type Deed, deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import { bestOf, flag } from './place-field.ts'
import type { Rows } from './rank.ts'

/** A desk's deeds made ready to be found in words, for one language. Look-ups are no deeds. */
export type ToolIndex = {
  readonly stems: Stems
  readonly entries: readonly Entry[]
  readonly listed: readonly string[]
  readonly cues: WordingIndex
  readonly names: Bags
  readonly glosses: Bags
  readonly wordings: Bags
  readonly wordingOf: readonly number[]
  readonly words: readonly (readonly string[])[]
  readonly language: string
}

type Entry = {
  readonly nameDeeds: ReadonlySet<Deed>
  readonly deeds: ReadonlySet<Deed>
  readonly parameters: ReadonlySet<string>
  /** parameters that not every deed of the desk has: their values tell sisters apart */
  readonly ownParameters: ReadonlySet<string>
}

export function indexTools(tools: readonly ListedTool[], language: string): ToolIndex {
  const writes = tools.filter(({ role }) => role === 'write')
  const content = (text: string): readonly string[] => contentOf(text, language)
  const texts = writes.map(({ name, gloss, proposes, claims, cues }) => ({
    name: foldMessage(name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.]/g, ' ')),
    gloss: foldMessage(gloss),
    cues: (cues[language] ?? []).map(foldMessage),
    wordings: [...(proposes[language] ?? []), ...(claims[language] ?? [])].map((wording) =>
      foldMessage(wording.replace(/\{[^}]*\}/g, ' ')),
    ),
  }))
  const whole = texts.map(({ name, gloss, cues }) => content(`${name} ${gloss} ${cues.join(' ')}`))
  const stems = stemsOf(texts.map(({ wordings }, at) => [...(whole[at] ?? []), ...wordings.flatMap(content)]))
  return {
    stems,
    listed: writes.map(({ name }) => name),
    cues: indexWordings(texts.map(({ cues }) => cues)),
    entries: writes.map(({ parameters }, at) => {
      const { name: plain = '', gloss = '', cues = [] } = texts[at] ?? {}
      return {
        nameDeeds: new Set(deedsIn(plain)),
        deeds: new Set(deedsIn(`${plain}. ${gloss}. ${cues.join('. ')}`)),
        parameters: new Set(parameters),
        ownParameters: new Set(
          parameters.filter((one) => !writes.every((other) => other.parameters.includes(one))),
        ),
      }
    }),
    names: bagsOf(
      texts.map(({ name }) => content(name)),
      stems,
    ),
    glosses: bagsOf(whole, stems),
    wordings: bagsOf(
      texts.flatMap(({ wordings }) => wordings.map(content)),
      stems,
    ),
    wordingOf: texts.flatMap(({ wordings }, at) => wordings.map(() => at)),
    words: texts.map(({ wordings }, at) => [
      ...new Set([...(whole[at] ?? []), ...wordings.flatMap(content)]),
    ]),
    language,
  }
}

/** Words about a deed: the clause itself, the sentence before it, the message so far, and which parameters have a value in it. */
export type DeedWords = {
  readonly near: string
  readonly before: string
  readonly message: string
  readonly values: (parameters: ReadonlySet<string>) => number
}

const COMMON = 8

/** What one stretch of words has in common with every tool: eight numbers a tool. */
function inCommon(text: string, index: ToolIndex) {
  const { entries, names, glosses, wordings, wordingOf, language } = index
  const words = stemsSaid(contentOf(text, language), index.stems)
  const deeds = deedsIn(text)
  const own = likeness(words, names)
  const gloss = likeness(words, glosses)
  const worded = bestOf(likeness(words, wordings).cosine, wordingOf, new Float64Array(entries.length))
  const cued = ownersIn(text, index.cues)
  const numbers = new Float64Array(entries.length * COMMON)
  for (const [at, entry] of entries.entries()) {
    const isDeed = deeds.some((deed) => entry.deeds.has(deed))
    const from = at * COMMON
    numbers[from] = gloss.cosine[at] ?? 0
    numbers[from + 1] = worded[at] ?? 0
    numbers[from + 2] = cued[at] ?? 0
    numbers[from + 3] = own.covered[at] ?? 0
    numbers[from + 4] = flag(deeds.some((deed) => entry.nameDeeds.has(deed)))
    numbers[from + 5] = flag(isDeed)
    numbers[from + 6] = flag(deeds.length > 0 && !isDeed)
    numbers[from + 7] = gloss.within[at] ?? 0
  }
  return {
    words: words.stems,
    deeds,
    /** writes the numbers of a tool into a row */
    fill: (at: number, row: Float64Array, from: number): void => {
      for (let one = 0; one < COMMON; one += 1) row[from + one] = numbers[at * COMMON + one] ?? 0
    },
  }
}

/** A clause that names no deed ("shall I go ahead?") means the one named before it in the message. */
export function toolRows({ near, before, message, values }: DeedWords, index: ToolIndex): Rows {
  const here = inCommon(near, index)
  const there = inCommon(before, index)
  const around = inCommon(message, index)
  const bare = here.deeds.length === 0
  const bareTwice = bare && there.deeds.length === 0
  const width = 5 * COMMON + 2
  return {
    names: index.listed,
    width,
    said: here.words,
    ofEntries: index.words,
    fill: (at, row) => {
      const entry = index.entries[at]
      if (entry === undefined) return
      row.fill(0, 0, width)
      here.fill(at, row, 0)
      there.fill(at, row, bare ? COMMON : 2 * COMMON)
      around.fill(at, row, bareTwice ? 3 * COMMON : 4 * COMMON)
      // Around a clause that names a deed itself only six of the eight count; what follows takes their place.
      row[width - 4] = Math.min(3, values(entry.parameters)) / 3
      row[width - 3] = values(entry.ownParameters) / Math.max(1, entry.ownParameters.size)
      row[width - 2] = flag(bare)
      row[width - 1] = flag(bareTwice)
    },
  }
}

const DEED_JOIN = /,? (?:and|as well as|plus|y|et|und|sowie) (?:then |also |to |luego |aussi |auch )?/

/** The halves of "cancel the order and refund the fee", where each names a deed. */
export const deedParts = (text: string): readonly string[] =>
  text.split(DEED_JOIN).filter((part) => deedsIn(part).length > 0)

/** "Does that work for you?" with nothing before it names no deed: a bias must not choose one. */
export const namesNoDeed = (
  { near, before, message }: DeedWords,
  { glosses, wordings, stems, language }: ToolIndex,
): boolean => {
  // A deed that stands in one part stands in the whole; of most messages the whole need not be searched.
  if (deedsIn(near).length > 0 || deedsIn(before).length > 0) return false
  const text = `${message} ${before} ${near}`
  return (
    deedsIn(text).length === 0 &&
    !contentOf(text, language).some(
      (word) => standsIn(word, glosses, stems) || standsIn(word, wordings, stems),
    )
  )
}
