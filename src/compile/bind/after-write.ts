import type { Value } from '../../base/values/value.ts'
import { type Bound, namesIn } from '../tie/condition.ts'
import type { Desk } from '../tie/desk.ts'

/** What is known once a tool has been used: it changed what its effects say, and what was known of that is no more. */
export function afterWrite(desk: Desk, tool: string, facts: readonly Bound[]): readonly Bound[] {
  const set = writtenBy(desk, tool)
  if (set.length === 0) return facts
  const changed = new Set(set.flatMap(namesIn))
  return [...facts.filter((fact) => !namesIn(fact).some((name) => changed.has(name))), ...set]
}

/** What a tool's effects make so, or any tool's. */
export function writtenBy(desk: Desk, tool?: string): readonly Bound[] {
  const tools = [...desk.world.tools.values()].filter(({ name }) => tool === undefined || name === tool)
  return tools.flatMap(({ works }) =>
    works.effects.flatMap((effect) =>
      effect.kind === 'update' && effect.when === null
        ? effect.values.flatMap(({ name, of }) => {
            const value = constantOf(of.text)
            const variables = desk.columns.filter(
              ({ record, column }) => record.table === effect.table && column.name === name,
            )
            return value === undefined
              ? []
              : variables.map(({ variable }): Bound => ({ name: variable, is: '==', value }))
          })
        : [],
    ),
  )
}

function constantOf(text: string): Value | undefined {
  if (/^(?:true|false)$/.test(text)) return text === 'true'
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return /^'([^']*)'$/.exec(text)?.[1]
}
