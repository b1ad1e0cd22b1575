import { describe, expect, test } from 'vitest'
import { filesUnder, isTest } from './architecture/source-files.ts'

/** Every number of a specification stands in a test's title, and every number in a title stands in a specification. */
const documents = filesUnder('docs/spec', (path) => path.endsWith('.md')).map(({ path, text }) => ({
  path,
  numbers: numbersIn(text),
}))
const titled = titledNumbers([
  ...filesUnder('src', isTest),
  ...filesUnder('test', (path) => path.endsWith('.ts')),
])

describe('specifications and tests agree', () => {
  test('no number is given twice', () => {
    const all = documents.flatMap(({ numbers }) => numbers)
    expect(all.filter((number, index) => all.indexOf(number) < index)).toEqual([])
  })

  test.each(documents.filter(({ numbers }) => numbers.length > 0))(
    'every number of $path stands in a test’s title',
    ({ numbers }) => {
      expect(numbers.filter((number) => !titled.has(number))).toEqual([])
    },
  )

  test('every number in a test’s title stands in a specification', () => {
    const known = new Set(documents.flatMap(({ numbers }) => numbers))
    expect(
      [...titled].filter(([number]) => !known.has(number)).map(([number, file]) => `${number} in ${file}`),
    ).toEqual([])
  })
})

test('numbers are read from documents and titles', () => {
  expect(
    numbersIn('- **V1** first\n- **AB12** second\n- see **bold** and V3\n  **V4** inside\n  - **V2a** part'),
  ).toEqual(['V1', 'AB12', 'V2a'])
  const text = `test('[V1] one', f)\ntest.each([1])('[V2, V3] two', f)\nit("[W4][W5] three", f)\nit('[V2a] four', f)\nconst x = list['V9']`
  expect([...titledNumbers([{ path: 'a.test.ts', text }]).keys()]).toEqual([
    'V1',
    'V2',
    'V3',
    'W4',
    'W5',
    'V2a',
  ])
})

/** A definition opens a list item or a line with its number in bold; parts of a rule are nested: V2a, V2b. */
function numbersIn(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^(?:(?: {2})*[-*] |\| ?)?\*\*([A-Z]{1,3}[1-9]\d*[a-z]?)\*\*/gm)].map(
    (found) => found[1] ?? '',
  )
}

/** Titles begin with their numbers: `'[V1] ...'`, `'[V1, V2] ...'`, `'[V1][V2] ...'`. */
function titledNumbers(
  files: readonly { readonly path: string; readonly text: string }[],
): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>()
  for (const { path, text } of files) {
    for (const title of text.matchAll(
      /['"`]((?:\[[A-Z]{1,3}[1-9]\d*[a-z]?(?:, ?[A-Z]{1,3}[1-9]\d*[a-z]?)*\] ?)+)/g,
    )) {
      for (const number of title[1]?.match(/[A-Z]{1,3}[1-9]\d*[a-z]?/g) ?? [])
        numbers.set(number, numbers.get(number) ?? path)
    }
  }
  return numbers
}
