import type { ReaderModel } from '../../src/reading/lexical/model.ts'
import { type Corpus, without } from './corpus.ts'
import { learnModel } from './learn-model.ts'
import type { TalkMessage } from './talks.ts'

/** Desks that are left out together: nothing of a desk, neither talk nor voice, is learned from when it is measured. */
const FOLDS: readonly (readonly string[])[] = [
  ['northline'],
  ['banking-dispute', 'airline-refund', 'telecom-package', 'lunchbox'],
  ['property-service', 'ecommerce-refund', 'logistics-delivery', 'online-education'],
]

/** For each message a model that has learned from nothing of its desk. */
export function heldOutModels(corpus: Corpus): (message: Pick<TalkMessage, 'desk'>) => ReaderModel {
  const models = new Map<string, ReaderModel>()
  for (const fold of FOLDS) {
    const model = learnModel(without(corpus, new Set(fold)))
    for (const desk of fold) models.set(desk, model)
  }
  return ({ desk }) => {
    const model = models.get(desk)
    if (model === undefined) throw new RangeError(`no fold holds ${desk}`)
    return model
  }
}
