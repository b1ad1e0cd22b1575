import { expect, test } from 'vitest'
import { mapCallBy, mappingProblems, readMapping } from './mapping-file.ts'

const FILE = `tools:
  getOrder: { is: lookup, arguments: { number: order_id } }
  audit: { ignore: true }
`
const call = (tool: string, input: { readonly [name: string]: string }) => ({
  tool,
  input,
  ok: true,
  output: null,
})

test('their names become ours; what is not named stays; what is ignored goes', () => {
  const { value } = readMapping('map.yaml', FILE)
  const map = mapCallBy(value ?? { tools: {} })
  expect(map(call('getOrder', { number: '7', verbose: 'yes' }))).toEqual(
    call('lookup', { order_id: '7', verbose: 'yes' }),
  )
  expect(map(call('other', { a: 'b' }))).toEqual(call('other', { a: 'b' }))
  expect(map(call('audit', {}))).toBeNull()
})

test('arguments that are no object stay as they are', () => {
  const { value } = readMapping('map.yaml', FILE)
  expect(
    mapCallBy(value ?? { tools: {} })({ tool: 'getOrder', input: ['7'], ok: false, output: 'no' }),
  ).toEqual({
    tool: 'lookup',
    input: ['7'],
    ok: false,
    output: 'no',
  })
})

test('a tool that is and is ignored, one that is neither, and an unknown key, each with its place', () => {
  const { problems } = readMapping(
    'map.yaml',
    'tools:\n  a: { is: x, ignore: true }\n  b: {}\n  c: { is: x, args: {} }\n',
  )
  expect(problems.map(({ line, code }) => [line, code])).toEqual([
    [2, expect.any(String)],
    [3, expect.any(String)],
    [4, 'unknown-key'],
  ])
})

test('names on the right that no pack has', () => {
  const reading = readMapping('map.yaml', FILE)
  expect(mappingProblems(reading, new Set(['lookup']))).toEqual([])
  expect(mappingProblems(reading, new Set(['look_up']))).toMatchObject([
    { line: 2, code: 'unknown-tool', hint: expect.stringContaining('look_up') },
  ])
})
