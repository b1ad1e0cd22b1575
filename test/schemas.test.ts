import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { publishedSchemas } from '../src/runner/published-schemas.ts'
import { filesUnder, ROOT } from './architecture/source-files.ts'

const schemas = publishedSchemas()

test('schemas/ holds the published schemas and nothing else', () => {
  expect(readdirSync(join(ROOT, 'schemas')).sort()).toEqual([...schemas.keys()].sort())
})

test.each([...schemas])(
  'schemas/%s is what the program checks with (npm run schemas writes it)',
  (file, text) => {
    expect(readFileSync(join(ROOT, 'schemas', file), 'utf8')).toBe(text)
  },
)

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
