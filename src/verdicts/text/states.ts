import { flatMap } from '../../base/flat-map.ts'
import type { World } from '../../world/world.ts'
import { isDenied, isSupposed, sentencesOf } from './sentences.ts'

/** Finds statements of the state of the customer's own thing: "your order was shipped". States are the world's enum values. */
type States = { readonly says: RegExp } | null

const cache = new WeakMap<World, States>()

export function statesIn(text: string, world: World): readonly string[] {
  const states = statesOf(world)
  if (states === null || !states.says.test(text)) return []
  return flatMap(sentencesOf(text), (sentence) => {
    const said = states.says.exec(sentence)?.[1]
    return said === undefined || isDenied(sentence) || isSupposed(sentence) ? [] : [said.toLowerCase()]
  })
}

function statesOf(world: World): States {
  const known = cache.get(world)
  if (known !== undefined) return known
  const values = new Set<string>()
  for (const table of world.tables.values()) {
    for (const column of table.columns.values()) {
      for (const value of column.of)
        if (/^[a-z][a-z_ -]{3,30}$/.test(value)) values.add(value.replaceAll('_', ' '))
    }
  }
  const states = values.size === 0 ? null : { says: saying([...values]) }
  cache.set(world, states)
  return states
}

const saying = (values: readonly string[]): RegExp =>
  new RegExp(
    `\\byour (?:[\\w-]{1,20} ){1,3}(?:is|was|has been|has already been|got) (?:already |currently |now |just )?(${values.join('|')})\\b`,
    'i',
  )
