import type { ReadVar } from '../base/guards/guard.ts'
import { isJsonObject, type Json, type JsonObject } from '../base/values/json.ts'
import { Special, UNKNOWN, type Value } from '../base/values/value.ts'
import type { Constraint, Graph } from '../graph/model/graph.ts'
import type { ToolSpec } from '../world/world.ts'

type Parameters = {
  readonly schemas: ReadonlyMap<string, JsonObject>
  readonly required: ReadonlySet<string>
}

/** What a tool's schema says of its parameters. */
function takenApart({ parameters: { properties, required } }: ToolSpec): Parameters {
  const schemas = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    (entry): entry is [string, JsonObject] => isJsonObject(entry[1]),
  )
  return {
    schemas: new Map(schemas),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
  }
}

/** The parameters a tool takes, with their JSON Schemas. */
export const parametersOf = (tool: ToolSpec): ReadonlyMap<string, JsonObject> => takenApart(tool).schemas

/**
 * Arguments for a call: what the step's constraints demand, else what the customer said under the same name, else a
 * column of that name in a bound record, else whatever the schema lets pass. Optional parameters nobody asked for stay out.
 */
export function inputFor(
  tool: ToolSpec,
  sources: {
    readonly graph: Graph
    readonly read: ReadVar
    readonly constraints: readonly Constraint[]
    readonly given: ReadonlyMap<string, Value>
  },
): Record<string, Json> {
  const input: Record<string, Json> = {}
  const { schemas, required } = takenApart(tool)
  for (const [name, schema] of schemas) {
    const constraint = sources.constraints.find((each) => each.argument === name)
    const value = constraint === undefined ? undefined : demanded(constraint, sources.read)
    const found = sources.given.get(name) ?? value ?? nearby(name, sources)
    if (found !== undefined && !(found instanceof Special)) input[name] = found
    else if (required.has(name)) input[name] = filler(name, schema)
  }
  return input
}

/** A value that meets the constraint, if one is known. */
export function demanded(constraint: Constraint, read: ReadVar): Value | undefined {
  const { operand, is } = constraint
  if ('values' in operand) return operand.values[0]
  const bound = 'name' in operand ? read(operand.name) : operand.value
  if (is === '==' || is === '<=' || is === '>=') return bound
  if (typeof bound === 'number') return is === '<' ? bound - 1 : bound + 1
  return undefined
}

function nearby(name: string, { graph, read }: { graph: Graph; read: ReadVar }): Value | undefined {
  const { field, columns } = placesOf(graph, name)
  const said = graph.fields.has(name) ? read(field) : UNKNOWN
  return said instanceof Special ? firstKnown(columns, read) : said
}

type Places = { readonly field: string; readonly columns: readonly string[] }

/** The variables a bare name can stand for: a field, or a column of any record. */
export const placesOf = (graph: Graph, name: string): Places => ({
  field: `fields.${name}`,
  columns: [...graph.records.keys()].map((record) => `records.${record}.${name}`),
})

export function firstKnown(variables: readonly string[], read: ReadVar): Value | undefined {
  for (const variable of variables) {
    const value = read(variable)
    if (!(value instanceof Special)) return value
  }
  return undefined
}

function filler(name: string, schema: JsonObject): Json {
  const choices = schema['enum']
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0]
  if (schema['default'] !== undefined) return schema['default']
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
    case 'boolean':
      return false
    case 'array':
      return []
    default:
      return `no ${name.replaceAll('_', ' ')} given`
  }
}
