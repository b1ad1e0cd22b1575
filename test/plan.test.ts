import { expect, test } from 'vitest'
import { REFUSED, type Scalar, Special, UNAVAILABLE, UNKNOWN, type Value } from '../src/base/values/value.ts'
import { trueEnds } from '../src/cases/true-outcomes.ts'
import { coverageOf } from '../src/graph/coverage/coverage.ts'
import { universeOf } from '../src/graph/coverage/coverage-universe.ts'
import { variableReader } from '../src/graph/file/read-variable.ts'
import type { Graph } from '../src/graph/model/graph.ts'
import { truePaths } from '../src/graph/paths/paths.ts'
import { spaceOf } from '../src/graph/paths/paths-space.ts'
import { type Witness, witnessOf } from '../src/graph/paths/paths-witness.ts'
import { CRITERIA, planSituations } from '../src/graph/plan/plan.ts'
import { DESK_FACTS } from './random-graphs/desk.ts'
import { between, dice, pick, randomDesk, randomGraph, SMALL } from './random-graphs/index.ts'
import { type Assignment, truePath } from './support/graph/true-path.ts'

/** Random sound graphs: what the planner says of them, held against the plain meaning of guards. */
const GRAPHS = Number(process.env.SAGE_GRAPHS ?? 120)
const TODAY = '2026-03-10'
const AROUND = { today: TODAY, facts: DESK_FACTS }
const KEYS: Readonly<Record<string, string>> = { orders: 'order_id', customers: 'customer_id' }
const seeds = Array.from({ length: GRAPHS }, (_, seed) => seed + 1)

test('[P1] every witness really makes its path true, on rows built from it', () => {
  let [steady, fickle] = [0, 0]
  for (const seed of seeds) {
    const graph = randomGraph(dice(seed), SMALL)
    const space = spaceOf(graph, AROUND)
    const paths = truePaths(space, { pathsMax: 2_000 })
    if (paths.kind !== 'all') continue
    for (const path of paths.paths) {
      const witness = witnessOf(space, path)
      expect(witness, `seed ${seed}: ${path.id}`).toBeDefined()
      if (witness === undefined) continue
      const walked = truePath(graph, assignmentOf(graph, witness))
      expect(walked.steps, `seed ${seed}: ${path.id}`).toEqual(path.steps)
      expect(walked.edges, `seed ${seed}: ${path.id}`).toEqual(path.ways)
      steady += path.steady ? 1 : 0
      fickle += path.steady ? 0 : 1
    }
  }
  expect(steady).toBeGreaterThan(500)
  expect(fickle).toBeGreaterThan(20)
})

test('[P1] no path is missed: whatever customer and rows come, their path is listed', () => {
  let met = 0
  for (const seed of seeds) {
    const rng = dice(seed)
    const graph = randomGraph(rng, { ...SMALL, choices: false })
    const paths = truePaths(spaceOf(graph, AROUND), { pathsMax: 5_000 })
    if (paths.kind !== 'all') continue
    const listed = new Set(paths.paths.map((path) => path.steps.join(' ')))
    for (let n = 0; n < 40; n += 1) {
      const desk = randomDesk(rng)
      const claims = randomClaims(rng, graph)
      const read = variableReader(graph, {
        today: TODAY,
        field: (name) => claims.get(name) ?? UNKNOWN,
        row: desk.row,
        keyOf: (table) => KEYS[table] ?? 'id',
        done: () => false,
      })
      const no = between(rng, 0, 1) === 1
      const ends = trueEnds(graph, {
        intent: String(claims.get('intent')),
        read,
        agrees: () => !no,
        interrupted: [],
      })
      for (const end of ends) {
        expect(listed.has(end.path.join(' ')), `seed ${seed}: ${end.path.join(' ')}`).toBe(true)
        met += 1
      }
    }
  }
  expect(met).toBeGreaterThan(1_000)
})

test('[P4] coverage of the planned situations is what the plan promised, for every criterion', () => {
  for (const seed of seeds.slice(0, 40)) {
    const universe = universeOf(spaceOf(randomGraph(dice(seed), SMALL), AROUND))
    for (const criterion of CRITERIA) {
      const plan = planSituations(universe, { criteria: [criterion], interrupts: 'none' })
      const { hits } = coverageOf(
        universe,
        plan.situations.map((one) => one.exercised),
      )
      const missed = plan.promised[criterion].filter((id) => !hits[criterion].has(id))
      expect(missed, `seed ${seed}, ${criterion}`).toEqual([])
    }
  }
})

/** The situation a witness tells of, and nothing else: rows and answers it does not name do not exist. */
function assignmentOf(graph: Graph, witness: Witness): Assignment {
  const tables = tablesOf(graph, witness)
  const fields = new Map<string, readonly Value[]>()
  for (const [name, value] of witness.claims) fields.set(name, [value])
  for (const { field, value } of witness.later) fields.set(field, [...(fields.get(field) ?? []), value])
  return {
    intent: String(witness.claims.get('intent')),
    today: TODAY,
    fields,
    keyOf: (table) => KEYS[table] ?? 'id',
    row: (table, column, value) => tables.get(table)?.find((row) => row[column] === value) ?? null,
    agrees: (confirm) => witness.confirms.get(confirm.id) ?? expect.unreachable(),
    choose: (decide, edges) =>
      edges.find((edge) => edge.id === witness.choices.get(decide.id)) ?? expect.unreachable(),
  }
}

function tablesOf(graph: Graph, witness: Witness): ReadonlyMap<string, Record<string, Scalar | null>[]> {
  const tables = new Map<string, Record<string, Scalar | null>[]>()
  for (const { record, key, columns } of witness.bound) {
    const spec = graph.records.get(record)
    if (columns === null || spec === undefined || key instanceof Special) continue
    const rows = tables.get(spec.from) ?? []
    tables.set(spec.from, rows)
    const on = spec.on ?? KEYS[spec.from] ?? 'id'
    const cells = Object.fromEntries(
      [...columns].map(([column, value]) => [column, value instanceof Special ? null : value]),
    )
    const known = rows.find((row) => row[on] === key)
    if (known === undefined) rows.push({ ...cells, [on]: key })
    else Object.assign(known, cells)
  }
  return tables
}

function randomClaims(rng: ReturnType<typeof dice>, graph: Graph): ReadonlyMap<string, Value> {
  const claims = new Map<string, Value>()
  for (const field of graph.fields.values()) {
    const lacks = field.mayBe.map((word) => (word === 'refused' ? REFUSED : UNAVAILABLE))
    claims.set(field.name, pick(rng, [...dataOf(field.name, field.of, field.type), ...lacks]))
  }
  return claims
}

function dataOf(name: string, of: readonly string[], type: string): readonly Scalar[] {
  if (type === 'enum') return of
  if (type === 'boolean') return [true, false]
  if (type === 'number') return [1, 2, 3, 4, 5]
  if (type === 'date') return ['2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10', '2026-03-12']
  return name === 'email' ? ['ann@x.org', 'bob@x.org', 'no@x.org'] : ['o1', 'o2', 'o3', 'o9']
}
