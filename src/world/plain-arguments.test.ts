import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../base/values/json.ts'
import { argumentCompiler } from './arguments.ts'
import { plainArguments } from './plain-arguments.ts'

const limit = fc.oneof(
  fc.constant({}),
  fc.record({ minimum: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ exclusiveMinimum: fc.integer({ min: -3, max: 3 }), description: fc.string() }),
  fc.record({ maximum: fc.integer({ min: -3, max: 9 }) }),
  fc.record({ minLength: fc.integer({ min: 0, max: 3 }), maxLength: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'paid', 1, true), { minLength: 1 }) }),
  fc.constant({ format: 'date' }),
)
const property = fc
  .tuple(fc.constantFrom('string', 'number', 'integer', 'boolean'), limit)
  .map(([type, more]) => ({ type, ...more }))
const names = fc.constantFrom('a', 'b', 'c', 'toString')
const schema = fc
  .tuple(fc.dictionary(names, property, { noNullPrototype: true, maxKeys: 2 }), fc.uniqueArray(names))
  .map(([properties, wanted]): JsonObject => {
    const required = wanted.filter((name) => Object.hasOwn(properties, name))
    return {
      type: 'object',
      properties,
      additionalProperties: false,
      ...(required.length > 0 ? { required } : {}),
    }
  })
const value = fc.oneof(
  fc.constantFrom(
    'a',
    'paid',
    '',
    '😀',
    '😀😀',
    '2026-03-10',
    '2026-13-10',
    1,
    0,
    -1,
    1.5,
    true,
    null,
    [],
    {},
  ),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, undefined),
)
const input = fc.oneof(
  fc.dictionary(fc.oneof(names, fc.constant('more')), value, { noNullPrototype: true, maxKeys: 2 }),
  value,
)

describe('arguments that are plainly right', () => {
  test('are right by the compiled schema, whatever the schema and the input', () => {
    let right = 0
    fc.assert(
      fc.property(schema, fc.array(input, { minLength: 40, maxLength: 40 }), (parameters, inputs) => {
        const isPlainlyRight = plainArguments(parameters)
        const compiled = argumentCompiler()(parameters)
        if (isPlainlyRight === null || !('check' in compiled)) return
        for (const each of inputs) {
          if (!isPlainlyRight(each)) continue
          right += 1
          expect(compiled.check(each)).toEqual([])
        }
      }),
      { numRuns: 40 },
    )
    expect(right).toBeGreaterThan(50)
  })

  test('a schema that says more is left to the compiler', () => {
    const saying = (more: JsonObject): JsonObject => ({
      type: 'object',
      properties: { a: { type: 'string', ...more } },
      additionalProperties: false,
    })
    expect(plainArguments(saying({ minLength: 2 }))).not.toBe(null)
    for (const more of [{ pattern: '^a' }, { format: 'email' }, { type: ['string', 'null'] }, { enum: 'a' }])
      expect(plainArguments(saying(more)), JSON.stringify(more)).toBe(null)
    expect(plainArguments({ ...saying({}), additionalProperties: true })).toBe(null)
    expect(plainArguments({ ...saying({}), minProperties: 1 })).toBe(null)
  })
})
