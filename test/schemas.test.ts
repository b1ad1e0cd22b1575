import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { runFileLines } from '../src/storage/run-file.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { TranscriptEvent } from '../src/transcript/event.ts'
import { publishedSchemas } from '../tools/published-schemas.ts'
import { filesUnder, ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'
import { aRunId, aTrialId } from './support/base/ids.ts'
import { aRun, aTrial } from './support/storage/store-contract.ts'

const schemas = publishedSchemas()

test('what the build writes into schemas/ is what the program checks with', () => {
  ensureBuilt()
  const folder = join(ROOT, 'schemas')
  expect(
    new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
  ).toEqual(schemas)
})

test.each([...schemas])('%s is a JSON Schema', (_, text) => {
  expect(new Ajv2020({ strict: false, validateFormats: false }).compile(JSON.parse(text))).toBeTypeOf(
    'function',
  )
})

/** which of our own files each schema is for */
const FILES: readonly (readonly [schema: string, folder: string, path: RegExp])[] = [
  ['suite', 'suites', /\.yaml$/],
  ['pack', 'packs', /^packs\/[^/]+\/pack\.yaml$/],
  ['graph', 'packs', /^packs\/[^/]+\/graph\.yaml$/],
  ['world', 'packs', /^packs\/[^/]+\/world\.yaml$/],
  ['tools', 'packs', /^packs\/[^/]+\/tools\.yaml$/],
  ['cases', 'packs', /^packs\/[^/]+\/cases\/.*\.yaml$/],
  ['lexicon', 'packs', /^packs\/[^/]+\/lexicon\.yaml$/],
  ['tactic', 'tactics', /\.yaml$/],
  ['tactic', 'packs', /^packs\/[^/]+\/tactics\/.*\.yaml$/],
]

test.each(FILES)('our own files meet %s, in %s', (schema, folder, path) => {
  const check = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
    JSON.parse(schemas.get(`${schema}.schema.json`) ?? ''),
  )
  const wrong = filesUnder(folder, (file) => path.test(file)).flatMap((file) =>
    check(parse(file.text)) ? [] : [`${file.path}: ${JSON.stringify(check.errors?.[0])}`],
  )
  expect(wrong).toEqual([])
})

test('every line of an exported run meets run-file-line', async () => {
  const store = await openSqliteStore(':memory:')
  const run = aRun('one')
  await store.createRun(run)
  await store.saveTrials([aTrial('one', 1), aTrial('one', 2, { transcript: 'damaged' })])
  await store.appendPages([
    { run: aRunId('one'), trial: aTrialId('t'), attempt: 0, page: 0, events: '{"n":1}\n' },
  ])
  const about = { run: aRunId('one'), trial: aTrialId('t'), at: '2026-01-01T00:00:00.000Z' }
  await store.saveRatings([
    {
      ...about,
      judge: 'j',
      n: 0,
      dimension: 'd',
      value: null,
      quote: '',
      because: 'silent',
      promptHash: 'h',
    },
  ])
  await store.addReview({ ...about, author: 'me', kind: 'note', body: '{}' })
  const check = new Ajv2020({ strict: false }).compile(
    JSON.parse(schemas.get('run-file-line.schema.json') ?? ''),
  )
  const seen: unknown[] = []
  for await (const text of runFileLines(store, run)) {
    const line = z.object({ type: z.string() }).loose().parse(JSON.parse(text))
    expect([line.type, check(line), check.errors]).toEqual([line.type, true, null])
    expect(check({ ...line, type: 'other' })).toBe(false)
    seen.push(line.type)
  }
  expect([...new Set(seen)]).toEqual(['run', 'trial', 'page', 'rating', 'review', 'end'])
})

const eventSchema = schemas.get('transcript-event.schema.json') ?? ''

test('[TR8] the JSON Schema accepts events of this format and refuses what is none', () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(eventSchema))
  const message = { n: 3, type: 'message.sent', from: 'agent', text: 'Hello' }
  expect(validate(message)).toBe(true)
  expect(validate({ ...message, n: 0 })).toBe(false)
  expect(validate({ ...message, extra: 1 })).toBe(false)
  expect(validate({ ...message, type: 'message.shouted' })).toBe(false)
  expect(validate({ n: 1, type: 'conversation.ended', ending: { kind: 'limit.hit', limit: 'turns' } })).toBe(
    true,
  )
  expect(validate({ n: 1, type: 'conversation.ended', ending: { kind: 'boredom' } })).toBe(false)
})

test('[TR8] it names every type of event', () => {
  for (const schema of TranscriptEvent.options) expect(eventSchema).toContain(`"${schema.shape.type.value}"`)
})
