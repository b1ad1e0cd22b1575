import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { type Evidence, evidenceOf, weighedAs } from '../../src/reading/lexical/evidence.ts'
import { LEARNED_LANGUAGE } from '../../src/reading/lexical/kinds.ts'
import type { ReaderModel } from '../../src/reading/lexical/model.ts'
import { prepareMessage } from '../../src/reading/lexical/prepare.ts'
import { draftsOfMessage } from '../../src/reading/lexical/read-message.ts'
import { knownValues } from '../../src/reading/lexical/values.ts'
import type { Certainty } from '../../src/reading/lexical/weigh.ts'
import { WEIGHED, type WeighedKind } from '../../src/reading/lexical/weighed.ts'
import type { TalkMessage } from '../../test/plays/plays.ts'
import { isLabelled } from '../../test/reading/measure-talks.ts'
import type { Corpus } from './corpus.ts'
import { learnModel } from './learn-model.ts'
import { type OpenSet, openSets } from './open-sets.ts'

/** An act that was read, what spoke for it, and whether the labels have it. */
export type WeighedAct = {
  readonly as: WeighedKind
  readonly evidence: Evidence
  readonly isRight: boolean
}

/** The acts of a set, read by a model that has learned nothing from it: on what it has learned from a reader is too sure of itself. */
export const actsOfSet = (
  messages: readonly TalkMessage[],
  listsOf: (desk: string) => DeskLists,
  model: ReaderModel,
): readonly WeighedAct[] =>
  messages.flatMap((talk) => {
    const message = prepareMessage(talk.text, listsOf(talk.desk))
    if (message.language !== LEARNED_LANGUAGE) return []
    const drafts = draftsOfMessage(message, knownValues(talk.seen), model).flat()
    return drafts.flatMap((draft) => {
      const as = weighedAs(draft)
      return as === undefined
        ? []
        : [
            {
              as,
              evidence: evidenceOf(draft, as, drafts, message),
              isRight: isLabelled(draft, talk),
            },
          ]
    })
  })

/** An open set with the model that has learned from all the others. */
export type LeftOut = OpenSet & { readonly model: ReaderModel; readonly acts: readonly WeighedAct[] }

export const leaveOneSetOut = (corpus: Corpus): readonly LeftOut[] =>
  openSets().map((set, at, sets) => {
    const others = sets.flatMap(({ messages }, other) => (other === at ? [] : messages))
    const model = learnModel({ ...corpus, talks: others })
    return { ...set, model, acts: actsOfSet(set.messages, corpus.listsOf, model) }
  })

const ROUNDS = 12
const PULL = 1
const BIAS_PULL = 0.001

/** One logistic regression a kind. Deterministic. */
export function learnCertainty(acts: readonly WeighedAct[]): Certainty {
  const learned = WEIGHED.map((kind) => [kind, learnWeights(acts.filter(({ as }) => as === kind))] as const)
  return Object.fromEntries(learned) as Certainty
}

/** By Newton's method: some twenty weights over some thousand acts settle in a few rounds. */
function learnWeights(acts: readonly WeighedAct[]): Readonly<Record<keyof Evidence, number>> {
  const [first] = acts
  const names = Object.keys(first?.evidence ?? {}) as (keyof Evidence)[]
  const rows = acts.map(({ evidence }) => names.map((name) => evidence[name]))
  const pulls = names.map((name): number => (name === 'always' ? BIAS_PULL : PULL))
  let weights: readonly number[] = names.map(() => 0)
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = pulls.map((pull, at) => -pull * (weights[at] ?? 0))
    const bend = pulls.map((pull, at) => pulls.map((_, other) => (other === at ? pull : 0)))
    for (const [at, row] of rows.entries()) {
      const sum = row.reduce((total, value, one) => total + value * (weights[one] ?? 0), 0)
      const chance = 1 / (1 + Math.exp(-sum))
      const miss = Number(acts[at]?.isRight) - chance
      for (const [one, value] of row.entries()) {
        if (value === 0) continue
        slope[one] = (slope[one] ?? 0) + miss * value
        const bends = bend[one]
        if (bends !== undefined)
          for (const [other, by] of row.entries())
            bends[other] = (bends[other] ?? 0) + chance * (1 - chance) * value * by
      }
    }
    const step = solved(bend, slope)
    weights = weights.map((weight, at) => weight + (step[at] ?? 0))
  }
  return Object.fromEntries(names.map((name, at) => [name, Number((weights[at] ?? 0).toFixed(2))])) as Record<
    keyof Evidence,
    number
  >
}

/** Linear equations by elimination; the matrix is symmetric and positive, so that no row need be exchanged. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [pivot, own] of rows.entries())
    for (const [at, row] of rows.entries()) {
      if (at === pivot) continue
      const share = (row[pivot] ?? 0) / (own[pivot] ?? 1)
      for (let column = pivot; column < row.length; column += 1)
        row[column] = (row[column] ?? 0) - share * (own[column] ?? 0)
    }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}
