import type { ListedTool } from '../../base/values/desk-lists.ts'
import { type Bags, bagsOf, contentOf, holds, likeness, rarity } from './bags.ts'
import { type Deed, deedsIn } from './deeds.ts'
import { foldMessage } from './fold.ts'
import { bestOf, flag } from './place-field.ts'
import type { FeatureRow } from './rank.ts'

/** A desk's deeds made ready to be found in words, for one language. Look-ups are no deeds. */
export type ToolIndex = {
  readonly entries: readonly Entry[]
  readonly names: Bags
  readonly glosses: Bags
  readonly wordings: Bags
  readonly wordingOf: readonly number[]
  readonly language: string
}

type Entry = {
  readonly name: string
  readonly cues: readonly string[]
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
  const rare = rarity(texts.map(({ wordings }, at) => [...(whole[at] ?? []), ...wordings.flatMap(content)]))
  return {
    entries: writes.map(({ name, parameters }, at) => {
      const { name: plain = '', gloss = '', cues = [] } = texts[at] ?? {}
      return {
        name,
        cues,
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
      rare,
    ),
    glosses: bagsOf(whole, rare),
    wordings: bagsOf(
      texts.flatMap(({ wordings }) => wordings.map(content)),
      rare,
    ),
    wordingOf: texts.flatMap(({ wordings }, at) => wordings.map(() => at)),
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

/** What one stretch of words has in common with every tool. */
function inCommon(text: string, { entries, names, glosses, wordings, wordingOf, language }: ToolIndex) {
  const words = new Set(contentOf(text, language))
  const deeds = deedsIn(text)
  const own = likeness(words, names)
  const gloss = likeness(words, glosses)
  const worded = bestOf(likeness(words, wordings).cosine, wordingOf, entries.length)
  return {
    deeds,
    rows: entries.map((entry, at): readonly number[] => [
      gloss.cosine[at] ?? 0,
      worded[at] ?? 0,
      flag(entry.cues.some((cue) => holds(text, cue))),
      own.covered[at] ?? 0,
      flag(deeds.some((deed) => entry.nameDeeds.has(deed))),
      flag(deeds.some((deed) => entry.deeds.has(deed))),
      flag(deeds.length > 0 && !deeds.some((deed) => entry.deeds.has(deed))),
      gloss.within[at] ?? 0,
    ]),
  }
}

/** A clause that names no deed ("shall I go ahead?") means the one named before it in the message. */
export function toolRows(
  { near, before, message, values }: DeedWords,
  index: ToolIndex,
): readonly FeatureRow[] {
  const here = inCommon(near, index)
  const there = inCommon(before, index)
  const around = inCommon(message, index)
  const bare = here.deeds.length === 0
  const bareTwice = bare && there.deeds.length === 0
  return index.entries.map(({ name, parameters, ownParameters }, at) => {
    const hereRow = here.rows[at] ?? []
    const thereRow = there.rows[at] ?? []
    const aroundRow = around.rows[at] ?? []
    return {
      name,
      features: [
        ...hereRow,
        ...thereRow.map((value) => (bare ? value : 0)),
        ...thereRow.map((value) => (bare ? 0 : value)),
        ...aroundRow.map((value) => (bareTwice ? value : 0)),
        ...aroundRow.slice(0, 6).map((value) => (bareTwice ? 0 : value)),
        Math.min(3, values(parameters)) / 3,
        values(ownParameters) / Math.max(1, ownParameters.size),
        flag(bare),
        flag(bareTwice),
      ],
    }
  })
}

const DEED_JOIN = /,? (?:and|as well as|plus|y|et|und|sowie) (?:then |also |to |luego |aussi |auch )?/

/** The halves of "cancel the order and refund the fee", where each names a deed. */
export const deedParts = (text: string): readonly string[] =>
  text.split(DEED_JOIN).filter((part) => deedsIn(part).length > 0)

/** "Does that work for you?" with nothing before it names no deed: a bias must not choose one. */
export const namesNoDeed = (
  { near, before, message }: DeedWords,
  { glosses, wordings, language }: ToolIndex,
): boolean => {
  const text = `${message} ${before} ${near}`
  return (
    deedsIn(text).length === 0 &&
    !contentOf(text, language).some((word) => glosses.places.has(word) || wordings.places.has(word))
  )
}
