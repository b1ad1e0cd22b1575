import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Turn, TurnAnswer } from '../src/conversation/protocol/wire.ts'
import { loadPackOnce, tryOut } from './agents/contract.ts'
import { answerOf, httpWireTo, openService, viewOf } from './agents/wires.ts'
import { ROOT } from './architecture/source-files.ts'
import { classic } from './support/references/classic.ts'

const page = parse(readFileSync(join(ROOT, 'docs/openapi.yaml'), 'utf8'))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(page, 'openapi')
const check = (name: string) => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })

type Seen = { readonly what: string; readonly schema: string; readonly value: unknown }
const seen: Seen[] = []

beforeAll(async () => {
  const pack = await loadPackOnce()
  for (const theCase of pack.cases.slice(0, 2)) {
    const mind = classic(pack)
    const service = await openService(async (turn) => {
      seen.push({ what: 'turn', schema: 'Turn', value: turn })
      const call = async (path: string, init: RequestInit): Promise<unknown> =>
        (
          await fetch(`${turn.desk?.address}${path}`, {
            ...init,
            headers: { authorization: `Bearer ${turn.desk?.token}`, ...init.headers },
          })
        ).json()
      const note = async (schema: string, path: string, init: RequestInit): Promise<void> =>
        void seen.push({ what: path, schema, value: await call(path, init) })
      await note('CallAnswer', '/call', {
        method: 'POST',
        body: '{"tool": "lookup_order", "input": {"order_id": "LB-1042"}}',
      })
      await note('Refusal', '/call', { method: 'POST', body: '[]' })
      await note('Refusal', '/tools', { headers: { authorization: 'Bearer wrong' } })
      seen.push({
        what: 'tool',
        schema: 'Tool',
        value: ((await call('/tools', {})) as { tools: unknown[] }).tools[0],
      })
      const answer = answerOf(await mind.reply(viewOf(turn, pack)))
      seen.push({ what: 'answer', schema: 'TurnAnswer', value: JSON.parse(JSON.stringify(answer)) })
      return answer
    })
    const source = httpWireTo(service.url)
    for (const protocol of ['declared', 'observed'] as const)
      await tryOut(pack, theCase, { make: source.make, protocol })
    await source.finish?.()
    await service.close()
  }
})

describe('docs/openapi.yaml', () => {
  test('real traffic meets it', () => {
    const wrong = seen.flatMap(({ what, schema, value }) => {
      const isRight = check(schema)
      return isRight(value) ? [] : [`${what}: ${JSON.stringify(isRight.errors?.[0])}`]
    })
    expect([...new Set(wrong)]).toEqual([])
    expect([...new Set(seen.map(({ schema }) => schema))].sort()).toEqual(
      ['CallAnswer', 'Refusal', 'Tool', 'Turn', 'TurnAnswer'].sort(),
    )
  })

  test.each([
    ['Turn', Turn],
    ['TurnAnswer', TurnAnswer],
  ] as const)('%s has the members the program has, and demands the same', (name, schema) => {
    const written = page.components.schemas[name]
    expect(Object.keys(written.properties)).toEqual(Object.keys(schema.shape))
    const demanded = Object.entries(schema.shape).flatMap(([key, one]) =>
      one.safeParse(undefined).success ? [] : [key],
    )
    expect(written.required ?? []).toEqual(demanded)
  })

  test('what the program refuses, it refuses', () => {
    for (const wrong of [
      { message: 'x' },
      { messages: 'x' },
      { calls: [{ name: 'x' }] },
      { reported: [{ tool: 'x' }] },
    ]) {
      expect([TurnAnswer.safeParse(wrong).success, check('TurnAnswer')(wrong)]).toEqual([false, false])
    }
  })
})
