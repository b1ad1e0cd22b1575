import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesUnder, ROOT, shippedSources } from './architecture/source-files.ts'
import { wordsOf } from './architecture/source-scan.ts'

/**
 * Words that packs and the program share because both mean the same thing by them. Each with its reason; a word that
 * only a desk knows never belongs here.
 */
const SHARED: Readonly<Record<string, string>> = {
  intent: 'the field every request has (docs/spec/graph.md R1)',
  reason: 'the argument every handover tool has',
  note: 'the argument every handover tool has',
  customer: 'a party of every conversation',
  amount: 'money, as one kind of fact in a message',
  email: 'an address of mail, as one kind of value in a message',
  name: 'what anything here is called',
  title: 'what a pack or a suite is called',
  call_id: 'a member of the records of OpenAI’s Responses interface',
  trace_id: 'a member of OpenTelemetry spans',
  contact: 'a kind of author in Intercom, a word in the names of other systems’ tools',
  lunchbox: 'the desk that sage init starts with, by its id',
  payment_id: 'a column of the database that tau-bench publishes',
}

/** Parsed once: every pack is looked for in all of them. */
const sources = shippedSources().map(({ path, text }) => ({ path, words: wordsOf(text) }))
const packs = readdirSync(join(ROOT, 'packs'), { withFileTypes: true }).filter((entry) =>
  existsSync(join(ROOT, 'packs', entry.name, 'pack.yaml')),
)

describe.each(packs.map(({ name }) => name))('src knows no word of pack %s', (pack) => {
  const words = wordsOfPack(pack)

  test('its words were found', () => expect(words.size).toBeGreaterThan(5))

  test('none of them stands in src', () => {
    expect(
      sources.flatMap((file) => wordsFound(file.words, words).map((word) => `${file.path}: ${word}`)),
    ).toEqual([])
  })
})

test('a planted word is found, in a name, in a text and inside one', () => {
  const words = new Set(['order_id', 'lunchbox', 'colour'])
  const found = (text: string) => wordsFound(wordsOf(text), words)
  expect(found('const { order_id } = row')).toEqual(['order_id'])
  expect(found(`const path = 'fields.order_id'`)).toEqual(['order_id'])
  expect(found(`const path = \`packs/lunchbox/\${file}\``)).toEqual(['lunchbox'])
  expect(found(`if (field === 'colour') stop()`)).toEqual(['colour'])
  expect(found(`// order_id in lunchbox\nconst colour = 'the colour of money'`)).toEqual([])
})

/** Compound words anywhere; plain English words only where they stand alone as a text, as an id would. */
function wordsFound(
  { names, texts }: ReturnType<typeof wordsOf>,
  words: ReadonlySet<string>,
): readonly string[] {
  const parts = new Set(texts.flatMap((one) => one.match(/[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*/g) ?? []))
  return [...words].filter((word) => {
    const compound = /[_-]/.test(word)
    return compound
      ? names.has(word) || parts.has(word)
      : texts.includes(word) || (isPackId(word) && parts.has(word))
  })
}

const isPackId = (word: string): boolean => word === 'lunchbox' || packs.some(({ name }) => name === word)

/** A pack's own names: its id, fields and tools, and what of its other names is no plain English word. */
function wordsOfPack(pack: string): ReadonlySet<string> {
  const read = (file: string): unknown => {
    const found = filesUnder(`packs/${pack}`, (path) => path === `packs/${pack}/${file}`)[0]
    return found === undefined ? undefined : parse(found.text)
  }
  const graph = read('graph.yaml')
  const world = read('world.yaml')
  const tools = read('tools.yaml')
  const cases = filesUnder(`packs/${pack}`, (path) => /\/cases\/.*\.yaml$/.test(path)).flatMap(({ text }) =>
    listOf(parse(text)),
  )
  const names = [pack, ...keysOf(member(graph, 'fields')), ...keysOf(tools)]
  const parts = [
    ...['records', 'derived'].flatMap((part) => keysOf(member(graph, part))),
    ...keysOf(member(world, 'tables')),
    ...valuesOf(member(world, 'tables')).flatMap((table) => keysOf(member(table, 'columns'))),
    ...valuesOf(tools).flatMap((tool) => keysOf(member(tool, 'parameters'))),
    ...[...listOf(member(graph, 'forbid')), ...cases].map((one) => String(member(one, 'id'))),
  ]
  // A column called `fee` is English before it is a desk's; one called `delivered_on` is not.
  const words = [...names, ...parts.filter((word) => /[_-]/.test(word))]
  return new Set(words.filter((word) => !Object.hasOwn(SHARED, word)))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : [])
const valuesOf = (value: unknown): readonly unknown[] => (isObject(value) ? Object.values(value) : [])
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
