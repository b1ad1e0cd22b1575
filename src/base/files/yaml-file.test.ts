import { expect, test } from 'vitest'
import { z } from 'zod'
import { readYaml } from './yaml-file.ts'

const schema = z.strictObject({
  agents: z.array(z.strictObject({ id: z.string(), kind: z.enum(['model', 'http']) })),
  trials: z.int().optional(),
})

const read = (text: string) =>
  readYaml('sage.yaml', text, schema).problems.map(
    (p) => `${p.line}:${p.column} ${p.code} ${p.message}${p.hint ? ` | ${p.hint}` : ''}`,
  )

test('reports every problem at once, each with its place', () => {
  expect(read('agents:\n  - id: 3\n    kind: modle\n    nmae: x\ntrials: many\n')).toEqual([
    '2:9 wrong-type agents.0.id: should be string, is a number',
    '3:11 unknown-value agents.0.kind: "modle" is not one of model, http | Did you mean "model"?',
    '4:5 unknown-key "nmae" is not an allowed member here (in agents.0) | Remove it: no other members are allowed here.',
    '5:9 wrong-type trials: should be number, is a string',
  ])
})

test('a duplicate key is a problem with its place', () => {
  expect(read('trials: 1\ntrials: 2\n')[0]).toMatch(/^2:1 duplicate-key/)
})

test('anchors that explode are refused', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n`
  expect(read(bomb)[0]).toMatch(/yaml-aliases/)
})

test('nesting without end is refused, not crashed on', () => {
  expect(read(`agents: ${'['.repeat(5000)}${']'.repeat(5000)}`)[0]).toMatch(/too-deep|invalid-yaml/)
})

test('an unknown key points at its name and is offered the nearest free one', () => {
  expect(read('agents: []\ntirals: 3\n')).toEqual([
    '2:1 unknown-key "tirals" is not an allowed member here | Did you mean "trials"?',
  ])
})

test('of several forms the nearest one speaks', () => {
  const either = z.strictObject({
    agents: z.array(z.union([z.string(), z.strictObject({ id: z.string(), sop: z.boolean().optional() })])),
  })
  const said = (text: string) =>
    readYaml('sage.yaml', text, either).problems.map((p) => `${p.line}:${p.column} ${p.message} | ${p.hint}`)
  expect(said('agents:\n  - { id: x, spo: true }\n')).toEqual([
    '2:14 "spo" is not an allowed member here (in agents.0) | Did you mean "sop"?',
  ])
})
