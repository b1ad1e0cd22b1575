import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { ReadAct } from '../../base/values/reading.ts'
import { evidenceOf, weighedAs } from './evidence.ts'
import { isMeasured } from './frames/languages.ts'
import { shippedModel } from './model.ts'
import { prepareMessage } from './prepare.ts'
import { type Conversation, draftsOfMessage } from './read-message.ts'
import { knownValues } from './values.ts'
import { chanceOfRight } from './weigh.ts'

/** How likely each act of a message is what it was taken for, and above what chance it counts as sure. For people: a verdict reads no chance. */
export function chancesOfActs(
  text: string,
  lists: DeskLists,
  { seen }: Conversation,
): readonly (Pick<ReadAct, 'kind' | 'from'> & { readonly chance: number; readonly sureAbove: number })[] {
  const message = prepareMessage(text, lists)
  if (!isMeasured(message.language)) return []
  const learned = shippedModel()
  const drafts = draftsOfMessage(message, knownValues(seen), learned).flat()
  return drafts.flatMap((draft) => {
    const as = weighedAs(draft)
    if (as === undefined) return []
    const chance = chanceOfRight(evidenceOf(draft, as, drafts, message), learned.certainty[as])
    return [{ kind: draft.kind, from: draft.from, chance, sureAbove: learned.limits.certain[as] }]
  })
}
