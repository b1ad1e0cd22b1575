import { describe, expect, test } from 'vitest'
import { csvRecords } from './csv-records.ts'
import { jsonRecords, type RecordSource } from './json-records.ts'

const LISTS = new Set(['items'])
const read = (source: RecordSource, text: string, size = text.length || 1) => {
  const found = []
  for (let at = 0; at < text.length; at += size) found.push(...source.push(text.slice(at, at + size)))
  found.push(...source.end())
  return {
    values: found.map(({ value }) => value),
    places: found.map(({ line }) => line),
    wrong: source.wrong(),
  }
}
const open = () => jsonRecords('f', LISTS)

describe('JSON', () => {
  test.each([1, 3, 1000])('lines, lists and lists of a document, in pieces of %i', (size) => {
    expect(read(open(), '{"a":"x\\"}{\\\\"}\n\n{"b":[1,{"c":"]"}]}\n', size)).toEqual({
      values: [{ a: 'x"}{\\' }, { b: [1, { c: ']' }] }],
      places: [1, 3],
      wrong: null,
    })
    expect(read(open(), '\uFEFF[\n {"a":1},\n {"a":2}\n]', size).values).toEqual([{ a: 1 }, { a: 2 }])
    expect(read(open(), '{"head":{"x":[1]},\n"items":[{"a":1},\n{"a":2}],"tail":3}', size)).toMatchObject({
      values: [{ a: 1 }, { a: 2 }],
      wrong: null,
    })
    expect(read(open(), '{"list":["items"],"other":[{"items":[1]}]}', size).values).toHaveLength(1)
  })

  test.each([
    ['truncated', '{"a":1}\n{"a":'],
    ['truncated', '[{"a":1},{"a":"'],
    ['not-json', 'Hello'],
    ['not-json', '"text"'],
    ['not-json', '{"a":1} x'],
    ['not-json', '{"a":1]'],
    ['not-json', '{"a":1}}'],
    ['not-json', '[1,,2'.replace(',,', ',nope,')],
    ['too-deep', `${'['.repeat(100_000)}1`],
    ['too-deep', `{"a":${'{"b":'.repeat(300)}1${'}'.repeat(300)}}\n`],
  ])('%s is said at its place, and reading ends there', (code, text) => {
    const { wrong } = read(open(), text)
    expect(wrong?.code).toBe(code)
    expect(read(open(), text, 1).wrong?.code).toBe(code)
  })

  test('names that mean something to JavaScript are only names', () => {
    const { values } = read(open(), '{"__proto__":{"polluted":true},"constructor":1}\n')
    expect(JSON.stringify(values)).toContain('__proto__')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

test('one record of more than 64 MB is refused while it is read', () => {
  const source = open()
  source.push('{"a":"')
  const piece = 'x'.repeat(1e6)
  for (let times = 0; times < 65 && source.wrong() === null; times += 1) source.push(piece)
  expect(source.wrong()?.code).toBe('record-too-large')
})

describe('CSV', () => {
  test.each([1, 5, 1000])('quotes, commas and line ends inside cells, in pieces of %i', (size) => {
    const text = '\uFEFFa,b\r\n1,"x, ""y""\nz"\r\n\r\n2,\n'
    expect(read(csvRecords('f'), text, size)).toEqual({
      values: [
        { a: '1', b: 'x, "y"\nz' },
        { a: '2', b: '' },
      ],
      places: [2, 5],
      wrong: null,
    })
  })

  test.each([
    ['csv-width', 'a,b\n1\n'],
    ['truncated', 'a,b\n1,"open'],
  ])('%s', (code, text) => {
    expect(read(csvRecords('f'), text).wrong?.code).toBe(code)
  })
})
