import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readCsv } from '../src/base/files/csv.ts'
import { draftPack } from '../src/cases/read-pack.ts'
import { withSignoffRows } from '../src/cases/signoff-truth.ts'
import { checkTruth } from '../src/cases/truth-table.ts'
import { boundaryQuestions } from '../src/compile/signoff/boundary-questions.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { readCompileFolder } from '../src/runner/packs/compile-folder.ts'

const DIR = join(packageRoot(), 'packs/lunchbox')
const HEAD = 'fields.intent,outcome\n'
let questions: readonly string[] = []
let files: ReadonlyMap<string, string> = new Map()
beforeAll(async () => {
  const folder = await readCompileFolder(DIR, DIR)
  if (folder.graph === null) throw new TypeError('no graph')
  questions = boundaryQuestions(folder.graph, folder.lexicon).map(({ id }) => id)
  files = await readPackFiles(DIR)
})

function deskOf(from: ReadonlyMap<string, string>) {
  const { graph, world } = draftPack(from)
  if (graph === undefined || world === undefined) throw new TypeError('the desk cannot be read')
  return { graph, world }
}

test('answers become marked rows that the graph agrees with, once', () => {
  const desk = deskOf(files)
  const table = withSignoffRows(HEAD, questions, desk)
  const { rows, header } = readCsv('truth.csv', table)
  const from = header.findIndex(({ text }) => text === 'from')
  expect(rows.length).toBeGreaterThan(20)
  expect(new Set(rows.map((row) => row[from]?.text))).toEqual(new Set(['questions']))
  expect(checkTruth('truth.csv', table, desk)).toEqual([])
  expect(withSignoffRows(table, questions, desk)).toBe(table)
})

test('rows that somebody wrote stay as they are', () => {
  const desk = deskOf(files)
  const written = readFileSync(join(DIR, 'truth.csv'), 'utf8')
  const before = readCsv('truth.csv', written).rows.map((row) => row.map(({ text }) => text))
  const after = readCsv('truth.csv', withSignoffRows(written, questions, desk)).rows
  expect(
    after.slice(0, before.length).map((row, at) => row.slice(0, before[at]?.length).map(({ text }) => text)),
  ).toEqual(before)
})

test('a figure changed in the graph afterwards contradicts the answers about it', () => {
  const table = withSignoffRows(HEAD, questions, deskOf(files))
  const graph = files.get('graph.yaml') ?? ''
  const changed = graph.replace('derived.days_since_delivery <= 30', 'derived.days_since_delivery <= 29')
  expect(changed).not.toBe(graph)
  const problems = checkTruth('truth.csv', table, deskOf(new Map(files).set('graph.yaml', changed)))
  expect(problems.map(({ code }) => code)).toContain('truth-differs')
})
