import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { assert } from '../../src/base/assert.ts'
import { readPack } from '../../src/cases/read-pack.ts'
import type { LintDesk } from '../../src/compile/lint/context.ts'
import { lintDeskOf } from '../../src/compile/lint/desk.ts'
import type { Finding } from '../../src/compile/lint/finding.ts'
import { lintSop } from '../../src/compile/lint/lint-sop.ts'
import { readPackFiles } from '../../src/runner/files/pack-files.ts'
import { productTactics } from '../../src/runner/packs/load-pack.ts'
import { clauseNamed } from '../../src/sop/clause-id.ts'
import { parseSop } from '../../src/sop/parse-sop.ts'
import type { SopDocument } from '../../src/sop/sop.ts'
import { ROOT } from '../architecture/source-files.ts'
import { endless, forbidden, type Planted, withoutDeadline, withoutElse, withSentences } from './plant.ts'

/**
 * What the lint finds of faults planted one at a time, in the shipped SOPs and the strangers'. The
 * floors stand a little below what was measured (docs/compile.md): they share the reader with all that compiles. */
const tactics = await productTactics()
const shipped = await Promise.all(readdirSync(join(ROOT, 'packs')).map((name) => deskAt(`packs/${name}`)))
const strangers = await Promise.all(
  ['a', 'b', 'c', 'd', 'e'].map((name) => deskAt(`test/strange-sops/${name}`)),
)

type Desk = { readonly name: string; readonly sop: SopDocument; readonly desk: LintDesk }

async function deskAt(path: string): Promise<Desk> {
  const files = await readPackFiles(join(ROOT, path))
  const { value, problems } = readPack(files, { tactics })
  assert(value !== undefined, problems.map(({ message }) => message).join('\n'))
  const sop = parseSop('sop.md', files.get('sop.md') ?? '')
  return { name: path.slice(path.lastIndexOf('/') + 1), sop, desk: lintDeskOf(value.world, value.lexicon) }
}

const lint = ({ desk }: Desk, text: string): readonly Finding[] => lintSop(parseSop('sop.md', text), desk)

/** The planted faults that show as a finding which the sound text does not have. */
function found(desk: Desk, kind: string, planted: readonly Planted[]): readonly boolean[] {
  const keyOf = (one: Finding) => `${one.kind} ${one.says} ${one.sentences.join('|')}`
  const had = new Set(lintSop(desk.sop, desk.desk).map(keyOf))
  return planted.map(({ text }) => lint(desk, text).some((one) => one.kind === kind && !had.has(keyOf(one))))
}

const share = (hits: readonly boolean[]) => ({ hits: hits.filter(Boolean).length, of: hits.length })

test('the shipped SOPs have three true findings, the strangers none', () => {
  const kinds = (desks: readonly Desk[]) =>
    desks.flatMap(({ name, sop, desk }) => lintSop(sop, desk).map(({ kind }) => `${name}: ${kind}`))
  expect(kinds(shipped)).toEqual([
    'ecommerce-refund: promise-without-deadline',
    'lunchbox: promise-without-deadline',
    'online-education: promise-without-deadline',
  ])
  expect(kinds(strangers)).toEqual([])
})

test.each([
  ['missing-else', 'a sentence for the other case taken out', withoutElse, 0.5, 0.55],
  ['promise-without-deadline', 'a deadline taken out', withoutDeadline, 0.85, 0.3],
  ['unbounded-retry', 'a retry without an end', endless, 0.95, 0.95],
  ['contradicting-clauses', 'an order forbidden elsewhere', forbidden, 0.85, 0.8],
] as const)('%s: %s', (kind, what, plant, own, strange) => {
  const rate = (desks: readonly Desk[]) => share(desks.flatMap((desk) => found(desk, kind, plant(desk.sop))))
  const [ours, theirs] = [rate(shipped), rate(strangers)]
  console.info(`${what}: ${ours.hits} of ${ours.of} shipped, ${theirs.hits} of ${theirs.of} strangers'`)
  expect(ours.hits / ours.of).toBeGreaterThanOrEqual(own)
  expect(theirs.hits / theirs.of).toBeGreaterThanOrEqual(strange)
})

const Plants = z.record(
  z.string(),
  z.array(
    z.strictObject({
      desk: z.enum(['a', 'b', 'c']),
      plants: z.array(z.strictObject({ after: z.string(), text: z.string() })),
    }),
  ),
)
const PLANTS = Plants.parse(parse(readFileSync(join(ROOT, 'test/strange-sops/planted.yaml'), 'utf8')))

test.each([
  ['contradicting-clauses', 7],
  ['unreachable-step', 10],
  ['two-meanings', 4],
  ['no-tool', 10],
])('%s, planted into the strangers', (kind, floor) => {
  const hits = (PLANTS[kind] ?? []).flatMap(({ desk, plants }) => {
    const at = strangers.find(({ name }) => name === desk)
    assert(
      at !== undefined && plants.every(({ after }) => clauseNamed(at.sop, after) !== undefined),
      'a plant has no place',
    )
    const what = plants.map(({ text }) => text).join(' ')
    return found(at, kind, [{ what, text: withSentences(at.sop, plants) }])
  })
  const { hits: caught, of } = share(hits)
  console.info(`${kind}: ${caught} of ${of}`)
  expect(caught).toBeGreaterThanOrEqual(floor)
})
