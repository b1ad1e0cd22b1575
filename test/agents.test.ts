import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pack } from '../src/cases/case.ts'
import type { DeskAddress } from '../src/conversation/protocol/wire.ts'
import type { Transcript } from '../src/transcript/event.ts'
import { freePort, untilAnswered } from './agents/free-port.ts'
import { lunchbox, outsideAgent, sameFor, trialWith } from './agents/trial.ts'
import { openService } from './agents/wires.ts'
import { ROOT } from './architecture/source-files.ts'

const example = (file: string): string => join(ROOT, 'examples', file)
const CASES = ['wants-a-person', 'torn-strap-with-photo', 'stuck-parcel-and-a-cancel']

let pack: Pack
let server: Server
beforeAll(async () => {
  pack = await lunchbox()
  // By its path: what the example imports for its types is the built package.
  const { serve }: { serve: (port: number) => Server } = await import(example('http-typescript/server.ts'))
  server = serve(0)
})
afterAll(() => server.close())

describe('one brain, every way in: the same transcript', () => {
  const expected = async (id: string): Promise<Transcript> =>
    sameFor(await trialWith(outsideAgent('module', [example('module/agent.js')]), pack, id))

  test.each(CASES)('a module holds a conversation: %s', async (id) => {
    const events = await expected(id)
    expect(events.at(-1)).toMatchObject({ type: 'conversation.ended' })
    expect(events.filter(({ type }) => type === 'fault.raised')).toEqual([])
    expect(events.filter(({ type }) => type === 'tool.called').length).toBeGreaterThan(0)
  })

  test.each(CASES)('a module in TypeScript that calls the tools itself: %s', async (id) => {
    const request = outsideAgent('module', [example('module/agent.ts')])
    expect(sameFor(await trialWith(request, pack, id))).toEqual(await expected(id))
  })

  test.each(CASES)('an HTTP service in TypeScript: %s', async (id) => {
    const { port } = server.address() as AddressInfo
    const request = outsideAgent('http', [`http://127.0.0.1:${port}/turn`])
    expect(sameFor(await trialWith(request, pack, id))).toEqual(await expected(id))
  })

  const python = spawnSync('python3', ['--version']).status === 0

  describe.skipIf(!python)(
    `an HTTP service in Python${python ? '' : ' (skipped: there is no python3 here)'}`,
    () => {
      let service: ChildProcess
      let port = 0
      beforeAll(async () => {
        port = await freePort()
        service = spawn('python3', [example('http-python/server.py'), String(port)], { stdio: 'ignore' })
        await untilAnswered(port)
      })
      afterAll(async () => {
        service.kill()
        await once(service, 'exit')
      })

      test.each(CASES)('%s', async (id) => {
        const request = outsideAgent('http', [`http://127.0.0.1:${port}/turn`])
        expect(sameFor(await trialWith(request, pack, id))).toEqual(await expected(id))
      })
    },
  )

  test.each(CASES)('a command: %s', async (id) => {
    const request = outsideAgent('command', ['node', example('command/agent.js')])
    expect(sameFor(await trialWith(request, pack, id))).toEqual(await expected(id))
  })

  test.each(CASES)('an MCP client: %s', async (id) => {
    const request = outsideAgent('mcp', ['node', example('mcp/agent.js')])
    expect(sameFor(await trialWith(request, pack, id))).toEqual(await expected(id))
  })

  test.each(CASES)('an MCP client that is a service and is told where the desk is: %s', async (id) => {
    const playing: ChildProcess[] = []
    const service = await openService(async (told) => {
      const { desk } = told as unknown as { desk: DeskAddress }
      const env = { ...process.env, SAGE_DESK_MCP: desk.mcp, SAGE_DESK_TOKEN: desk.token }
      playing.push(spawn('node', [example('mcp/agent.js')], { env, stdio: 'ignore' }))
      return {}
    })
    const transcript = await trialWith(outsideAgent('mcp', [service.url]), pack, id)
    expect(sameFor(transcript)).toEqual(await expected(id))
    for (const client of playing) client.kill()
    await service.close()
  })
})

describe('an MCP client', () => {
  test('whose service is not there is the machinery’s fault', async () => {
    const address = `http://127.0.0.1:${await freePort()}/desk`
    const transcript = await trialWith(outsideAgent('mcp', [address]), pack, 'wants-a-person')
    expect(transcript.at(-1)).toMatchObject({
      ending: { kind: 'machinery.failed', code: 'service-unreachable' },
    })
  })

  test('has no tools of its own', () => {
    expect(() => outsideAgent('mcp', ['node'], { tools: 'own' })).toThrow('cannot keep tools of its own')
  })
})
