import { didYouMean, unknownName } from '../base/files/suggest.ts'
import type { ReadVar } from '../base/guards/guard.ts'
import { ABSENT, type Scalar } from '../base/values/value.ts'
import type { CardRequest } from '../cards/card.ts'
import type { RecordSpec } from '../graph/model/graph.ts'
import { rowFault } from '../world/cell.ts'
import { openWorld, rowOf, type WorldState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { cardReader } from './card-reader.ts'
import type { Examined } from './check-case.ts'
import { closedRead, trueEnds } from './true-outcomes.ts'

/** The back office of this case, or null where its own rows are wrong. */
export function checkSets({ case: { sets }, desk: { world }, say }: Examined): WorldState | null {
  const unknown = Object.keys(sets).filter((name) => !world.tables.has(name))
  for (const name of unknown) say(['sets', name], ...unknownName('table', name, world.tables.keys()))
  if (unknown.length > 0) return null
  const state = openWorld(world, sets)
  let isSound = true
  for (const [name, rows] of state.changed) {
    const table = world.tables.get(name)
    for (const [key, row] of rows) {
      const fault = table === undefined || row === null ? null : rowFault(table, key, row)
      if (fault === null) continue
      say(
        ['sets', name, key],
        fault.code,
        fault.message,
        fault.hint ?? 'Rows of a case must match the column types of their table.',
      )
      isSound = false
    }
  }
  return isSound ? state : null
}

/** What the case says it is about is there, and is what its card speaks of. */
export function checkRecords(examined: Examined, state: WorldState): void {
  const { case: theCase, desk } = examined
  for (const [name, key] of Object.entries(theCase.records)) checkNamed(examined, state, { name, key })
  for (const [index, request] of theCase.card.requests.entries()) {
    const read = cardReader(desk, { card: theCase.card, request, state })
    checkClaimedKeys(examined, state, { request, index, checked: checkedOnTheWay(examined, request, read) })
    checkSettledFacts(examined, { request, index, read })
    if (index === 0) checkBoundRecords(examined, read)
  }
}

function checkNamed(
  { desk, say }: Examined,
  state: WorldState,
  { name, key }: { name: string; key: string },
): void {
  const { graph, world } = desk
  const spec = graph.records.get(name)
  if (spec === undefined) {
    say(['records', name], ...unknownName('record', name, graph.records.keys()))
    return
  }
  if (
    key === 'absent' ||
    rowOf(world, state, spec.from, keyOf(world, spec.from), keyValue(world, spec.from, key)) !== null
  )
    return
  const known = world.tables.get(spec.from)?.rows.keys() ?? []
  say(['records', name], 'no-such-row', `${spec.from} has no row ${key}`, didYouMean(key, known))
}

/** A desk may bind rows that this customer's way never looks at: nobody has to name those. */
function checkedOnTheWay({ desk }: Examined, request: CardRequest, read: ReadVar): ReadonlySet<string> {
  const agrees = (tool: string) => !request.says_no_to.includes(tool)
  const ends = trueEnds(desk.graph, {
    intent: request.intent,
    read: closedRead(read),
    agrees,
    interrupted: [],
  })
  const steps = ends.flatMap(({ path }) => path.flatMap((id) => desk.graph.steps.get(id) ?? []))
  return new Set(steps.flatMap((step) => (step.kind === 'check' ? [step.record] : [])))
}

/** The key on the card leads to the row the case names. Later requests may be about other rows, but real ones. */
function checkClaimedKeys(
  { case: { records }, desk, say, pathOfRequest }: Examined,
  state: WorldState,
  {
    request,
    index,
    checked,
  }: { readonly request: CardRequest; readonly index: number; readonly checked: ReadonlySet<string> },
): void {
  for (const [name, spec] of desk.graph.records) {
    const field = spec.by.startsWith('fields.') ? spec.by.slice('fields.'.length) : ''
    const claimed = request.knows[field]
    if (claimed === undefined || (!checked.has(name) && records[name] === undefined)) continue
    const path = [...pathOfRequest(index), 'knows', field]
    const key = keyFound(desk.world, state, { spec, claimed })
    const named = records[name]
    if (index > 0 && key === null && checked.has(name)) {
      const known = desk.world.tables.get(spec.from)?.rows.keys() ?? []
      say(
        path,
        'no-such-row',
        `${field} "${claimed}" is not a row of ${spec.from}`,
        didYouMean(String(claimed), known),
      )
    }
    if (index > 0) continue
    if (named === undefined) {
      const hint = `Add \`records: { ${name}: ${key ?? 'absent'} }\`, so that people see what it is about.`
      say(['records'], 'names-no-record', `does not name a ${name}`, hint)
    } else if (named !== (key ?? 'absent')) {
      const said = `${field} "${claimed}" is ${name} ${key ?? 'absent'}, but \`records\` says ${named}`
      say(path, 'record-differs', said, 'Use the same row in both, or `absent` for no row.')
    }
  }
}

function keyFound(
  world: World,
  state: WorldState,
  { spec, claimed }: { readonly spec: RecordSpec; readonly claimed: Scalar },
): string | null {
  const key = keyOf(world, spec.from)
  const row = rowOf(world, state, spec.from, spec.on ?? key, claimed)
  return row === null ? null : String(row[key])
}

/** What a record settles is told as it is, or declared a lie by `truth`. */
function checkSettledFacts(
  { desk, say, pathOfRequest }: Examined,
  { request, index, read }: { readonly request: CardRequest; readonly index: number; readonly read: ReadVar },
): void {
  for (const [name, { settledBy }] of desk.graph.fields) {
    const told = request.truth[name] ?? request.knows[name]
    if (settledBy === null || told === undefined) continue
    const really = read(settledBy)
    if (really === told || really === ABSENT) continue
    const said = `${name} is ${String(told)} on the card, ${String(really)} in ${settledBy}`
    say(
      [...pathOfRequest(index), 'knows', name],
      'fact-differs',
      said,
      "If they lie, put the record's value into `truth`.",
    )
  }
}

/** Records bound through other records: the key the case names is the one the way arrives at. */
function checkBoundRecords({ case: { records }, desk, say }: Examined, read: ReadVar): void {
  for (const [name, key] of Object.entries(records)) {
    const spec = desk.graph.records.get(name)
    if (spec === undefined || spec.by.startsWith('fields.')) continue
    const found = read(`records.${name}.${keyOf(desk.world, spec.from)}`)
    const says = found === ABSENT ? 'absent' : String(found)
    if (says !== key)
      say(
        ['records', name],
        'record-differs',
        `${name} is ${says} by the records, not ${key}`,
        `Write ${name}: ${says}.`,
      )
  }
}

const keyOf = (world: World, table: string): string => world.tables.get(table)?.key ?? ''

const keyValue = (world: World, table: string, key: string): Scalar =>
  world.tables.get(table)?.columns.get(keyOf(world, table))?.type === 'number' ? Number(key) : key
