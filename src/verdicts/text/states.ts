import { memo, memoText } from '../../base/memo.ts'
import type { World } from '../../world/world.ts'
import { isDenied, isSupposed, sentencesOf } from './sentences.ts'

/** Finds statements of the state of the customer's own thing: "your order was shipped". States are the world's enum values. */
export const statesIn = (text: string, world: World): readonly string[] => statesOf(world)(text)

const statesOf = memo((world: World) => {
  const values = new Set<string>()
  for (const table of world.tables.values()) {
    for (const column of table.columns.values()) {
      for (const value of column.of)
        if (/^[a-z][a-z_ -]{3,30}$/.test(value)) values.add(value.replaceAll('_', ' '))
    }
  }
  const says = values.size === 0 ? null : saying([...values])
  return memoText((text): readonly string[] =>
    says === null || !says.test(text) ? [] : statedIn(text, says),
  )
})

const statedIn = (text: string, says: RegExp): readonly string[] =>
  sentencesOf(text).flatMap((sentence) => {
    const said = says.exec(sentence)?.[1]
    return said === undefined || isDenied(sentence) || isSupposed(sentence) ? [] : [said.toLowerCase()]
  })

const saying = (values: readonly string[]): RegExp =>
  new RegExp(
    `\\byour (?:[\\w-]{1,20} ){1,3}(?:is|was|has been|has already been|got) (?:already |currently |now |just )?(${values.join('|')})\\b`,
    'i',
  )
