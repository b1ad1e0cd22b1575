import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaKeys } from './schema-keys.ts'

const schema = z.strictObject({
  agents: z.array(
    z.union([
      z.string(),
      z.strictObject({ id: z.string(), model: z.string() }),
      z.strictObject({ http: z.string() }),
    ]),
  ),
  rows: z.record(z.string(), z.strictObject({ key: z.string() })).optional(),
  limit: z.strictObject({ turns: z.int() }).default({ turns: 1 }),
  pair: z.tuple([z.strictObject({ left: z.string() }), z.string()]),
})

test.each([
  [[], ['agents', 'rows', 'limit', 'pair']],
  [
    ['agents', 3],
    ['id', 'model', 'http'],
  ],
  [['rows', 'anything'], ['key']],
  [['rows'], []],
  [['limit'], ['turns']],
  [['pair', 0], ['left']],
  [['nowhere', 'at', 'all'], []],
])('the names known at %j', (path, keys) => expect(schemaKeys(schema, path)).toEqual(keys))
