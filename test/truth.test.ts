import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assert } from '../src/base/assert.ts'
import { readCsv } from '../src/base/files/csv.ts'
import { draftPack } from '../src/cases/read-pack.ts'
import { holds } from '../src/cases/true-outcomes.ts'
import { checkTruth } from '../src/cases/truth-table.ts'
import type { Graph, Step } from '../src/graph/model/graph.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import type { World } from '../src/world/world.ts'
import { ROOT } from './architecture/source-files.ts'
import { inTurn } from './in-turn.ts'
import { deafProposals, exchangedWays, movedBoundaries, otherDeeds } from './wrong-graphs.ts'

/**
 * The second opinion on every graph: a table written from the SOP by somebody who had not opened it. It has to agree with
 * the graph, and it has to be sharp enough to disagree with a wrong one.
 */
const TRUTH = 'truth.csv'
const names = readdirSync(join(ROOT, 'packs')).filter((name) => existsSync(join(ROOT, 'packs', name, TRUTH)))

type Desk = { readonly graph: Graph; readonly world: World }
const tables = await Promise.all(
  names.map(async (name) => {
    const files = await readPackFiles(join(ROOT, 'packs', name))
    const { graph, world } = draftPack(files)
    assert(graph !== undefined && world !== undefined, `${name} can be read`)
    const text = files.get(TRUTH) ?? ''
    return { name, desk: { graph, world }, text, rows: readCsv(TRUTH, text).rows.length }
  }),
)

const differences = (text: string, desk: Desk) => checkTruth(TRUTH, text, desk)

test('every pack has a table', () => {
  expect(names).toEqual(readdirSync(join(ROOT, 'packs')).filter((name) => !name.startsWith('.')))
})

describe.each(tables)('truth.csv of $name', ({ desk, text, rows }) => {
  test(`${rows} rows agree with the graph`, () => {
    const said = differences(text, desk).map(({ line, message }) => `${TRUTH}:${line} ${message}`)
    expect(said).toEqual([])
    expect(rows).toBeGreaterThanOrEqual(30)
  })

  test('a row with the answer of another is caught, whichever row it is', () => {
    const [header = '', ...lines] = text.trimEnd().split('\n')
    const at = header.split(',').indexOf('outcome')
    const outcomes = [...new Set(lines.map((line) => line.split(',')[at] ?? ''))]
    const missed = lines.filter((line) => {
      const cells = line.split(',')
      const wrong = outcomes.find((outcome) => outcome !== cells[at]) ?? ''
      const found = differences(`${header}\n${cells.with(at, wrong).join(',')}\n`, desk)
      return !found.some(({ code }) => code === 'truth-differs')
    })
    expect(missed).toEqual([])
  })

  test('one wrong row in the whole table is reported at its line, with what the graph says', () => {
    const lines = text.trimEnd().split('\n')
    const at = (lines[0] ?? '').split(',').indexOf('outcome')
    const cells = (lines[7] ?? '').split(',')
    const planted = lines.with(7, cells.with(at, 'handover nobody').join(',')).join('\n')
    const found = differences(planted, desk)
    expect(new Set(found.map(({ code, line }) => `${code} ${line}`))).toEqual(new Set(['truth-differs 8']))
    expect(found[0]?.message).toContain(`the graph "${cells[at]}"`)
  })

  test('a misspelt column, state or tool is no agreement', () => {
    const [header = '', line = ''] = text.split('\n')
    const codes = (table: string) => differences(table, desk).map(({ code }) => code)
    expect(codes(`${header},records.nothing\n${line},\n`)).toEqual(['unknown-column'])
    expect(codes(`${header},agrees.nothing\n${line},no\n`)).toEqual(['unknown-column'])
    expect(codes(`${header}\n${line.replace(/^[^,]*/, 'nothing')}\n`)).toEqual(['unknown-value'])
  })
})

const FAULTS = [
  ['a boundary moved by one', movedBoundaries],
  ['two ways of a decision exchanged', exchangedWays],
  ['a no taken for a yes', deafProposals],
  ['another deed', otherDeeds],
] as const

/** Only a table that also says what is told can tell two answers apart that change nothing. */
const sharp = tables.filter(({ text }) => /,told\n/.test(text))

test('every table but the oldest says what is told', () => {
  expect(names.filter((name) => !sharp.some((one) => one.name === name))).toEqual(['northline'])
})

/** Steps where a mistake changes no answer of the desk, by how their mistakes are called. */
const HARMLESS = [
  // shared parts, entered only after an earlier decision has taken these ways away
  'modify/danger.where: modify/danger.held_already and',
  'modify/danger.held_already: another topic',
  'modify/danger.safety: another reason',
  'enquiry/move.no_advice: another topic',
  // only whether something is looked up, which the walk demands and no answer shows
  'care/what.has_course: care/what.ask_what and',
]

describe.each(sharp)('truth.csv of $name catches a wrong graph', ({ desk, text }) => {
  test.each(inTurn(FAULTS, 2))('%s', (_, plant) => {
    const wrong = plant(desk.graph)
    const missed = wrong.filter(({ graph, step }) => {
      const table = rowsThatCome(desk.graph, step, text)
      return !differences(table, { ...desk, graph }).some(({ code }) => code === 'truth-differs')
    })
    expect(wrong.length).toBeGreaterThan(0)
    const harmful = missed.filter(({ said }) => !HARMLESS.some((start) => said.startsWith(start)))
    expect(harmful.map(({ said }) => said)).toEqual([])
  })
})

/** The header and the rows of the procedure the step stands in: the others cannot notice. */
function rowsThatCome(graph: Graph, step: Step, text: string): string {
  const [header = '', ...lines] = text.trimEnd().split('\n')
  const procedure = graph.procedures.find(({ id }) => id === step.procedure)
  if (procedure === undefined) return text
  const comes = (line: string) => {
    const intent = line.split(',')[0] ?? ''
    return holds(procedure.for, (name) => (name === 'fields.intent' ? intent : undefined)) !== false
  }
  return [header, ...lines.filter(comes)].join('\n')
}
