import type { Chance } from '../base/chance.ts'
import { evaluateExpression } from '../base/guards/expression.ts'
import { memo } from '../base/memo.ts'
import { isJsonObject, type Json } from '../base/values/json.ts'
import { answerSpecially, perform } from './call-effects.ts'
import { type CallResult, failed, succeeded } from './call-result.ts'
import { bindRows, show } from './call-rows.ts'
import { type Desk, fill, type Rows, scopeOf } from './call-scope.ts'
import { searchHandbook } from './handbook.ts'
import type { WorldState } from './state.ts'
import type { ArgumentFault, Tool, ToolCall, ToolError, ToolSpec, World } from './world.ts'

/**
 * One call, as a real back office would answer it. Never throws: an unknown tool, wrong arguments and a missing row are
 * results. Without `chance` there is no noise.
 */
export function callTool(world: World, state: WorldState, call: ToolCall, chance?: Chance): CallResult {
  const tool = world.tools.get(call.tool)
  if (tool === undefined) {
    const known = [...world.tools.keys()].join(', ')
    return failed(state, {
      error: 'unknown_tool',
      message: `There is no tool "${call.tool}". Tools: ${known}.`,
    })
  }
  const faults = tool.works.validate(call.input)
  if (faults.length > 0) return failed(state, invalidArguments(tool, faults))
  const noise = chance === undefined || isCalm(world.tools) ? CALM : drawNoise(tool, chance)
  if (noise.unavailable) {
    const message = `${tool.name} is temporarily unavailable. Try again.`
    return { ...failed(state, { error: 'unavailable', message }), delayMs: noise.delayMs }
  }
  const input = isJsonObject(call.input) ? call.input : {}
  const result = answer({ world, state, tool, input, stale: noise.stale })
  return noise.delayMs === 0 ? result : { ...result, delayMs: noise.delayMs }
}

/** Could this write be made now? Arguments right, rows there, nothing impossible about it. */
export function possible(world: World, state: WorldState, tool: string, input: unknown): boolean {
  const known = world.tools.get(tool)
  if (known === undefined || known.works.validate(input).length > 0 || !isJsonObject(input)) return false
  const desk: Desk = { world, state, tool: known, input, stale: false }
  const bound = bindRows(desk)
  return 'rows' in bound && refusal(desk, bound.rows) === null
}

/** What agents are told of the tools. */
export const toolSpecs = ({ tools }: World): readonly ToolSpec[] => specsOf(tools)

/** Made once for each world: they go out with every call of a model, which writes them only once if they are the same. */
const specsOf = memo((tools: World['tools']): readonly ToolSpec[] =>
  [...tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
)

/** No tool of this desk is ever noisy: nothing need be drawn for any of them. */
const isCalm = memo((tools: World['tools']): boolean => {
  const noises = [...tools.values()].map(({ works }) => works.noise)
  const made = noises.every(({ unavailable, stale, slowMs }) => unavailable + stale + slowMs === 0)
  return made
})

const CALM = { unavailable: false, stale: false, delayMs: 0 }

/** Draws in a fixed order, whatever comes of it, so that one call's luck never shifts another's. */
function drawNoise(tool: Tool, chance: Chance): typeof CALM {
  const { unavailable, stale, slowMs } = tool.works.noise
  const drawn = { unavailable: chance.hits(unavailable), stale: chance.hits(stale), slow: chance.next() }
  return { unavailable: drawn.unavailable, stale: drawn.stale, delayMs: Math.round(drawn.slow * slowMs) }
}

function answer(desk: Desk): CallResult {
  const { searches, special } = desk.tool.works
  if (searches !== null) {
    const query = Object.values(desk.input).find((value) => typeof value === 'string') ?? ''
    return succeeded(desk.state, { output: { sections: [...searchHandbook(searches, query)] } })
  }
  if (special !== null) return answerSpecially(desk)
  const bound = bindRows(desk)
  if ('error' in bound) return failed(desk.state, bound)
  const refused = refusal(desk, bound.rows)
  if (refused !== null) return failed(desk.state, refused)
  const shown = show(desk, bound.rows)
  if ('error' in shown) return failed(desk.state, shown)
  return perform(desk, shown)
}

function refusal(desk: Desk, rows: Rows): ToolError | null {
  if (desk.tool.works.refuses.length === 0) return null
  const scope = scopeOf(desk, rows)
  const held = desk.tool.works.refuses.find(({ when }) => evaluateExpression(when, scope) === true)
  return held === undefined ? null : { error: held.error, message: fill(held.message, scope) }
}

function invalidArguments(
  tool: Tool,
  faults: readonly ArgumentFault[],
): ToolError & { readonly details: Json } {
  const list = faults.map(({ argument, problem }) => `${argument} ${problem}`.trim()).join('; ')
  return {
    error: 'invalid_arguments',
    message: `${tool.name}: ${list}.`,
    details: faults.map((fault) => ({ ...fault })),
  }
}
