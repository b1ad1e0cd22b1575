import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenRules, ROOMS, RULE_NAMES } from './architecture/cruise.ts'
import { ROOT, shippedSources } from './architecture/source-files.ts'
import { findImpure, findLoose } from './architecture/source-scan.ts'

const PURE = /^src\/(base|sop|graph|world|cards|transcript|cases|metrics|report|verdicts\/rules)\//
const sources = shippedSources()
const pureSources = sources.filter(({ path }) => PURE.test(path) && path !== 'src/base/hash.ts')

describe('the house', () => {
  test('no room imports what it must not, directly or through others, and nothing imports in a circle', async () => {
    expect(await brokenRules(ROOT, ['src', 'studio/src'])).toEqual([])
  })

  test('pure rooms have no clock, chance, network, files, console or process', () => {
    expect(pureSources.length).toBeGreaterThan(10)
    expect(report(pureSources, findImpure)).toEqual([])
  })

  test('no any, no bare error, no cast through another type, no default export, no barrel', () => {
    const others = sources.filter(({ path }) => path !== 'src/base/assert.ts')
    expect(report(others, findLoose)).toEqual([])
  })
})

const report = (files: typeof sources, find: typeof findImpure): readonly string[] =>
  files.flatMap(({ path, text }) => find(text).map(({ line, what }) => `${path}:${line} ${what}`))

/** A small house with one violation per rule: proof that each rule can fail. */
const PLANTED: Readonly<Record<string, string>> = {
  'src/base/word.ts': `export const word = 'word'`,
  'src/base/peeks.ts': `import type { Graph } from '../graph/graph.ts'\nexport type Peek = Graph`,
  'src/base/file.ts': `import { readFileSync } from 'node:fs'\nexport const read = readFileSync`,
  'src/base/lost.ts': `export { nothing } from './nowhere.ts'`,
  'src/graph/graph.ts': `export type Graph = { readonly steps: number }`,
  'src/cases/case.ts': `import type { Graph } from '../graph/graph.ts'\nexport type Case = { readonly graph: Graph }`,
  // the middle files that would carry the truth to the blind
  'src/world/leak.ts': `import type { Graph } from '../graph/graph.ts'\nexport type Leak = Graph`,
  'src/conversation/agent/spy.ts': `import type { Leak } from '../../world/leak.ts'\nexport type Spy = Leak`,
  'src/conversation/leak.ts': `import type { Case } from '../cases/case.ts'\nexport type Told = Case`,
  'src/conversation/customer/knows.ts': `import type { Told } from '../leak.ts'\nexport type Knows = Told`,
  'src/models/providers/one.ts': `export const provider = 1`,
  'src/models/ask.ts': `export { provider } from './providers/one.ts'`,
  'src/verdicts/ask-model.ts': `export { provider } from '../models/ask.ts'`,
  'src/verdicts/rules/rule.ts': `export { provider } from '../ask-model.ts'`,
  // a circle of types only
  'src/sop/left.ts': `import type { Right } from './right.ts'\nexport type Left = { readonly right?: Right }`,
  'src/sop/right.ts': `import type { Left } from './left.ts'\nexport type Right = { readonly left?: Left }`,
  'src/index.ts': `export { word } from './base/word.ts'`,
  'src/runner/door.ts': `export { word } from '../index.ts'`,
  'src/runner/ships.ts': `export { helper } from './ships.test.ts'`,
  'src/runner/ships.test.ts': `export const helper = 1`,
  'src/attic/box.ts': `export const box = 1`,
  'src/cli/uses.ts': `export { box } from '../attic/box.ts'`,
  'studio/src/page.tsx': `import type { Graph } from '../../src/graph/graph.ts'\nexport type Page = Graph`,
}

describe('planted violations are found', () => {
  let house = ''
  let found: readonly string[] = []
  beforeAll(async () => {
    house = mkdtempSync(join(tmpdir(), 'sage-house-'))
    for (const [path, text] of Object.entries({ ...PLANTED, ...oneWrongImportPerRoom() })) {
      mkdirSync(dirname(join(house, path)), { recursive: true })
      writeFileSync(join(house, path), text)
    }
    found = await brokenRules(house, ['src', 'studio'])
  })
  afterAll(() => rmSync(house, { recursive: true, force: true }))

  test.each([
    ['layer-base', 'src/base/peeks.ts -> src/graph/graph.ts'],
    ['agent-is-blind', 'src/conversation/agent/spy.ts -> src/graph/graph.ts'],
    ['customer-is-blind', 'src/conversation/customer/knows.ts -> src/cases/case.ts'],
    ['customer-is-blind', 'src/conversation/customer/knows.ts -> src/graph/graph.ts'],
    ['no-cycles', 'src/sop/left.ts -> src/sop/right.ts'],
    ['pure-has-no-node', 'src/base/file.ts -> fs'],
    ['nothing-unresolved', 'src/base/lost.ts -> ./nowhere.ts'],
    ['rules-call-no-model', 'src/verdicts/rules/rule.ts -> src/models/ask.ts'],
    ['only-doors-wire-providers', 'src/models/ask.ts -> src/models/providers/one.ts'],
    ['studio-reads-data-only', 'studio/src/page.tsx -> src/graph/graph.ts'],
    ['nobody-imports-the-door', 'src/runner/door.ts -> src/index.ts'],
    ['nothing-ships-a-test', 'src/runner/ships.ts -> src/runner/ships.test.ts'],
    ['every-file-has-a-room', 'src/cli/uses.ts -> src/attic/box.ts'],
  ])('%s: %s', (rule, edge) => {
    expect(found.filter((line) => line.startsWith(`${rule}: ${edge}`))).not.toEqual([])
  })

  test('every room refuses an import of the runner or, the runner, of the command line', () => {
    const layers = new Set(found.map((line) => line.split(':')[0]))
    expect(ROOMS.filter((room) => !layers.has(`layer-${room}`))).toEqual([])
  })

  test('every rule was broken once', () => {
    const broken = new Set(found.map((line) => line.split(':')[0]))
    expect(RULE_NAMES.filter((name) => !broken.has(name))).toEqual([])
  })

  test('an innocent file is left alone', () => {
    expect(
      found.filter(
        (line) => line.includes(': src/base/word.ts ->') || line.includes(': src/graph/graph.ts ->'),
      ),
    ).toEqual([])
  })
})

function oneWrongImportPerRoom(): Readonly<Record<string, string>> {
  const wrong = (room: string) => (room === 'runner' ? '../cli/uses.ts' : '../runner/door.ts')
  return Object.fromEntries(
    ROOMS.map((room) => [`src/${room}/wrong.ts`, `import '${wrong(room)}'\nexport const wrong = 1`]),
  )
}

describe('planted impurities are found', () => {
  test.each([
    ['const now = Date.now()', 'clock: Date.now'],
    ['const today = new Date()', 'clock: new Date()'],
    ['const text = Date()', 'clock: Date()'],
    ['const at = performance.now()', 'clock: performance'],
    ['setTimeout(() => undefined, 1)', 'clock: setTimeout'],
    ['const dice = Math.random()', 'chance: Math.random'],
    ['const id = crypto.randomUUID()', 'chance: crypto'],
    [`await fetch('http://x')`, 'network: fetch'],
    [`import { readFileSync } from 'node:fs'`, 'files: node:fs'],
    [`export { readFileSync } from 'node:fs'`, 'files: node:fs'],
    [`const fs = await import('node:fs')`, 'files: import()'],
    ['const here = import.meta.url', 'files: import.meta'],
    [`console.log('x')`, 'console: console'],
    ['const home = process.env', 'process: process'],
    ['const now = globalThis.Date', 'process: globalThis'],
    ['const say = { console }', 'console: console'],
    ['const { random } = Math', 'chance: Math under another name'],
    ['const Clock = Date', 'clock: Date under another name'],
  ])('%s', (text, what) => expect(findImpure(text).map((one) => one.what)).toContain(what))

  test.each([
    `const day = new Date('2026-03-10')`,
    'type Row = { readonly process: string; readonly console?: number }',
    'const step = row.process',
    `const text = 'Date.now()' // Date.now()`,
    'const high = Math.max(1, 2)',
    'const isDate = (x: unknown): x is Date => x instanceof Date',
    'const day = Date.UTC(2026, 2, 10)',
  ])('innocent: %s', (text) => expect(findImpure(text)).toEqual([]))

  test.each([
    ['let x: any', 'any'],
    [`throw new Error('x')`, 'throw new Error'],
    ['const y = x!', 'non-null assertion'],
    ['const y = x as unknown as string', 'cast through another type'],
    [`export * from './x.ts'`, 'export *'],
    ['export default 1', 'default export'],
    ['export default function f() {}', 'default export'],
  ])('loose: %s', (text, what) => expect(findLoose(text).map((one) => one.what)).toContain(what))
})
