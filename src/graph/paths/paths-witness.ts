import type { VarName } from '../../base/guards/guard.ts'
import type { StepId } from '../../base/values/ids.ts'
import { isoDateOf } from '../../base/values/iso-date.ts'
import { ABSENT, UNKNOWN, type Value } from '../../base/values/value.ts'
import { inputsOf } from '../file/declarations.ts'
import { derive } from '../file/read-variable.ts'
import type { Graph } from '../model/graph.ts'
import { branches, demanding, entryNamed, type PathTrail, runOn, start, type TruePath } from './paths.ts'
import { loopTakings } from './paths-loops.ts'
import { type Need, needOf } from './paths-needs.ts'
import { type Assignment, assign, type Prefer, type ValueStore } from './paths-solve.ts'
import { isColumn, plainName, recordOf, roundsIn, type Space } from './paths-space.ts'

/** What must be so for a path to be true: one concrete world and one concrete customer. */
export type Witness = {
  /** field -> what is said, or that it is refused or unavailable */
  readonly claims: ReadonlyMap<string, Value>
  /** what is said when asked again in a later round of a loop; none where the first answer serves all rounds */
  readonly later: readonly { readonly field: string; readonly round: number; readonly value: Value }[]
  /** record -> the columns that matter (`absent`: empty), or null: there is no such row */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Value> | null>
  /** every row in every round: a changed answer binds another one */
  readonly bound: readonly BoundRow[]
  /** every variable of the path, derived ones too, as its last round knows it */
  readonly values: Assignment
  /** what is answered to each proposal */
  readonly confirms: ReadonlyMap<StepId, boolean>
  /** the edge for which the agent must decide where the SOP leaves it the choice */
  readonly choices: ReadonlyMap<StepId, string>
}

type BoundRow = {
  readonly record: string
  readonly key: Value
  readonly columns: ReadonlyMap<string, Value> | null
}

/** A variable that must have one value when its decision is made: how a boundary is put to the test. */
export type Pin = { readonly step: string; readonly need: Need }
/** a pin for when the path is through */
export const AT_END = ''

/** The constraints of the whole path, with the pins; undefined where no assignment meets all of them. */
export function storeOf(space: Space, path: TruePath, pins: readonly Pin[] = []): ValueStore | undefined {
  const trail = trailAlong(space, path, pins)
  return trail && (trail.steady ?? trail.free)
}

export function witnessOf(
  space: Space,
  path: TruePath,
  wishes: { readonly pins?: readonly Pin[]; readonly prefer?: Prefer } = {},
): Witness | undefined {
  const store = storeOf(space, path, wishes.pins)
  const found = store && assign(store, wishes.prefer)
  return found && describe(space, path, found)
}

function trailAlong(space: Space, path: TruePath, pins: readonly Pin[]): PathTrail | undefined {
  const takings = loopTakings(space.graph)
  const entry = entryNamed(space.graph, path.procedure)
  let trail = entry && start(space, entry)
  for (const way of path.ways) {
    if (trail === undefined) return undefined
    const at = pinned(space, runOn(space, trail), pins)
    trail = at && branches(space, at, { takings, only: way }).find((next) => next.ways?.item === way)
  }
  return trail && pinned(space, runOn(space, trail), pins)
}

export function pinned(space: Space, trail: PathTrail, pins: readonly Pin[]): PathTrail | undefined {
  const source = trail.at === null ? AT_END : space.graph.steps.get(trail.at)?.source
  let now: PathTrail | undefined = trail
  for (const pin of pins) if (pin.step === source && now) now = demanding(space, now, pin.need)
  return now
}

export const pinOf = (
  space: Space,
  step: string,
  at: { readonly name: VarName; readonly value: Value },
): Pin => ({
  step,
  need: needOf(space, { op: 'compare', name: at.name, is: '==', value: at.value, text: '' }, true),
})

function describe(space: Space, path: TruePath, found: Assignment): Witness {
  const claims = new Map<string, Value>()
  const later: { field: string; round: number; value: Value }[] = []
  const last = new Map<VarName, Value>()
  for (const [name, value] of [...found].sort(byRound)) {
    const plain = plainName(name)
    last.set(plain, value)
    if (!plain.startsWith('fields.')) continue
    const field = plain.slice('fields.'.length)
    const round = roundsIn(name).get(field)
    if (round === undefined) claims.set(field, value)
    else later.push({ field, round, value })
  }
  return {
    claims,
    later,
    rows: rowsOf(last),
    bound: boundRows(space, found),
    values: withDerived(space, last),
    ...answersOf(space.graph, path),
  }
}

const roundSum = (name: VarName): number =>
  [...roundsIn(name).values()].reduce((sum, round) => sum + round, 0)
const byRound = (a: readonly [VarName, Value], b: readonly [VarName, Value]): number =>
  roundSum(a[0]) - roundSum(b[0])

function rowsOf(values: Assignment): Witness['rows'] {
  const rows = new Map<string, Map<string, Value> | null>()
  for (const [name, value] of values)
    if (name.startsWith('records.') && !isColumn(name))
      rows.set(recordOf(name) ?? '', value === ABSENT ? null : new Map())
  for (const [name, value] of values)
    if (isColumn(name)) rows.get(recordOf(name) ?? '')?.set(name.split('.')[2] ?? '', value)
  return rows
}

function boundRows(space: Space, found: Assignment): readonly BoundRow[] {
  return [...found].flatMap(([name, value]) => {
    const { link } = space.about(name)
    if (link?.is !== 'row') return []
    const record = recordOf(plainName(name)) ?? ''
    const own = [...found].filter(([column]) => {
      const hung = space.about(column).link
      return hung?.is === 'column' && hung.row === name
    })
    const columns = new Map(own.map(([column, cell]) => [plainName(column).split('.')[2] ?? '', cell]))
    return [{ record, key: found.get(link.key) ?? UNKNOWN, columns: value === ABSENT ? null : columns }]
  })
}

/** Adds the derived variables whose inputs are known: days are told from the dates that were found. */
function withDerived(space: Space, values: Assignment): Assignment {
  const all = new Map(values)
  const today = isoDateOf(space.today)
  for (const spec of space.graph.derived.values()) {
    if (!inputsOf(spec).every((name) => all.has(name))) continue
    all.set(
      `derived.${spec.name}`,
      derive(spec, (name) => all.get(name) ?? UNKNOWN, today),
    )
  }
  return all
}

function answersOf(graph: Graph, path: TruePath): Pick<Witness, 'confirms' | 'choices'> {
  const confirms = new Map<StepId, boolean>()
  const choices = new Map<StepId, string>()
  const ways = new Set(path.ways)
  for (const id of path.steps) {
    const step = graph.steps.get(id)
    if (step?.kind === 'confirm') confirms.set(id, ways.has(`${id}>yes`))
    if (step?.kind !== 'decide' || step.choice !== 'agent') continue
    const edge = step.edges.find((one) => ways.has(one.id))
    if (edge !== undefined) choices.set(id, edge.id)
  }
  return { confirms, choices }
}
