import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256 } from '../src/base/hash.ts'
import { parseSop } from '../src/sop/parse-sop.ts'
import type { Section } from '../src/sop/sop.ts'
import { filesUnder, ROOT } from './architecture/source-files.ts'

/**
 * Graphs cite clauses by number: a reader that cuts one sentence differently breaks every pack that cites a later one.
 * `sop-readings.txt` holds, for every SOP that a graph of ours cites, each section with its number of clauses and a hash of their ids, texts and places.
 */
const known = new Map(
  readFileSync(join(ROOT, 'test/sop-readings.txt'), 'utf8')
    .split(/\n(?=\S)/)
    .map((part) => {
      const [file = '', ...sections] = part.trimEnd().split('\n')
      return [file, sections.map((line) => line.trim())] as const
    }),
)
const written = ['packs', 'test']
  .flatMap((folder) => filesUnder(folder, (path) => path.endsWith('/sop.md') && !path.includes('/outside/')))
  .map(({ path, text }) => [path, parseSop(path, text).sections] as const)

const reading = ({ id, title, level, at, clauses }: Section): readonly string[] => [
  [id, title, level, at.line, at.column].join('|'),
  ...clauses.map((one) =>
    [one.id, one.form, one.at.line, one.at.column, one.start, one.end, one.text].join('|'),
  ),
]
const lineOf = (section: Section): string =>
  `${section.id} ${section.clauses.length} ${sha256(reading(section).join('\n')).slice(0, 12)}`

test('every SOP is known', () => {
  expect(written.map(([path]) => path).sort()).toEqual([...known.keys()].sort())
})

test.each(written)('%s is read as before', (path, sections) => {
  const before = known.get(path) ?? []
  // What changed is shown as it is read now. If the SOP itself was edited, put these lines into sop-readings.txt.
  const changed = sections.filter((section) => !before.includes(lineOf(section)))
  expect(changed.map((section) => ({ now: lineOf(section), reading: reading(section) }))).toEqual([])
  expect(sections.map(lineOf)).toEqual(before)
})
