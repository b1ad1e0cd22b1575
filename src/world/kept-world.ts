import { assert } from '../base/assert.ts'
import { lazyArguments } from './arguments.ts'
import type { Tool, ToolWorks, World } from './world.ts'

/** A back office as data alone: how arguments are checked follows from the parameters. */
export type KeptWorld = Omit<World, 'tools'> & { readonly tools: ReadonlyMap<string, KeptTool> }
type KeptTool = Omit<Tool, 'works'> & { readonly works: Omit<ToolWorks, 'validate' | 'special'> }

export function keepWorld(world: World): KeptWorld {
  const tools = [...world.tools].map(([name, { works, ...tool }]): [string, KeptTool] => {
    const { validate: _, special, ...data } = works
    assert(special === null, `the tool ${name} is described by data`)
    return [name, { ...tool, works: data }]
  })
  return { ...world, tools: new Map(tools) }
}

export function openKeptWorld(kept: KeptWorld): World {
  const check = lazyArguments()
  const tools = [...kept.tools].map(([name, tool]): [string, Tool] => [
    name,
    { ...tool, works: { ...tool.works, validate: check(tool.parameters), special: null } },
  ])
  return { ...kept, tools: new Map(tools) }
}
