import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

const textOf = (document: unknown): string => [...jsonPieces(document)].join('')

test('what is written is what JSON.stringify means', () => {
  const withGaps = fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined }))
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), withGaps), (document) => {
      expect(JSON.parse(textOf(document))).toEqual(JSON.parse(JSON.stringify(document)))
    }),
  )
})

test('plain lists stand on one line; everything else has a line of its own', () => {
  expect(textOf({ runs: [1, 2, null], rows: [{ a: 'x' }, []], none: {} })).toBe(
    '{\n  "runs": [1,2,null],\n  "rows": [\n    {\n      "a": "x"\n    },\n    []\n  ],\n  "none": {}\n}\n',
  )
})

test('a long document comes in pieces of bounded size', () => {
  const document = Array.from({ length: 20_000 }, (_, index) => ({ index }))
  const pieces = [...jsonPieces(document)]
  expect(pieces.length).toBeGreaterThan(5)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000)
})
