import type { ReaderModel } from '../../src/reading/lexical/model.ts'
import { type Corpus, without } from './corpus.ts'
import { learnModel } from './learn-model.ts'
import { measureTalks, type TalkFigures } from './measure-talks.ts'

/** Desks that are left out together: nothing of a desk, neither talk nor voice, is learned from when it is measured. */
export const FOLDS: readonly (readonly string[])[] = [
  ['northline'],
  ['banking-dispute', 'airline-refund', 'telecom-package', 'lunchbox'],
  ['property-service', 'ecommerce-refund', 'logistics-delivery', 'online-education'],
]

export function measureHeldOut(corpus: Corpus): TalkFigures {
  const models = new Map<string, ReaderModel>()
  for (const fold of FOLDS) {
    const model = learnModel(without(corpus, new Set(fold)))
    for (const desk of fold) models.set(desk, model)
  }
  return measureTalks(corpus.talks, corpus.listsOf, ({ desk }) => {
    const model = models.get(desk)
    if (model === undefined) throw new RangeError(`no fold holds ${desk}`)
    return model
  })
}

export type Round = { readonly learnedFrom: number; readonly figures: TalkFigures }

/** Each hundred of labelled messages, in the order of the file, measured by a reader that learned from those before it. */
export function measureRounds(corpus: Corpus, size = 100): readonly Round[] {
  const rounds: Round[] = []
  for (let from = 0; from < corpus.talks.length; from += size) {
    const model = learnModel({ ...corpus, talks: corpus.talks.slice(0, from) })
    rounds.push({
      learnedFrom: from,
      figures: measureTalks(corpus.talks.slice(from, from + size), corpus.listsOf, () => model),
    })
  }
  return rounds
}
