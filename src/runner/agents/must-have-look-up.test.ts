import { expect, test } from 'vitest'
import { lunchbox, outsideAgent } from '../../../test/agents/trial.ts'
import type { Pack } from '../../cases/case.ts'
import { makeAgent } from './parties.ts'

const withoutSearch = (pack: Pack): Pack => ({
  ...pack,
  id: 'bare',
  world: {
    ...pack.world,
    tools: new Map([...pack.world.tools].filter(([, tool]) => tool.works.searches === null)),
  },
})

test.each(['http', 'command', 'module', 'mcp'] as const)(
  'an agent of kind %s that is to look the SOP up needs a pack where it can',
  async (kind) => {
    const pack = await lunchbox()
    const target = { http: 'http://127.0.0.1:9/', command: 'node', module: './agent.ts', mcp: 'node' }[kind]
    const prepare = async (packs: readonly Pack[]) => {
      const agent = await makeAgent(outsideAgent(kind, [target], { sop: 'lookup' }))
      await agent.prepare?.(packs)
    }
    await expect(prepare([pack, withoutSearch(pack)])).rejects.toMatchObject({
      code: 'no-look-up',
      message: `Agent "my-${kind}" uses sop: lookup, but pack "bare" has no tool that searches the SOP.`,
    })
  },
)
