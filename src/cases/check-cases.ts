import { type Problem, problem } from '../base/problem.ts'
import { didYouMean } from '../base/suggest.ts'
import { ABSENT, REFUSED, type Scalar, UNAVAILABLE, UNKNOWN, type Value } from '../base/value.ts'
import type { PlaceOf } from '../base/yaml-file.ts'
import type { CardRequest } from '../cards/card.ts'
import type { Tactic } from '../cards/tactic.ts'
import type { FieldSpec, Graph, Interrupt } from '../graph/graph.ts'
import { variableReader } from '../graph/read-variable.ts'
import { rowFault } from '../world/cell.ts'
import { openWorld, rowOf, type WorldState } from '../world/state.ts'
import type { World } from '../world/world.ts'
import type { Case, Intensity, Outcome } from './case.ts'
import type { PlacedCase } from './case-file.ts'
import { closedRead, outcomeFits, sayOutcome, type TrueEnd, trueEnds } from './true-outcomes.ts'

/** What cases are held to: the desk they are played at. */
export type Desk = {
  readonly graph: Graph
  readonly world: World
  readonly tactics: ReadonlyMap<string, Tactic>
}

/** A case's story against the records, the graph and the other cases. */
export function checkCases(placed: readonly PlacedCase[], desk: Desk): readonly Problem[] {
  const ids = placed.map((one) => one.case.id)
  return placed.flatMap((one, index) => {
    const found = new Finder(one, desk)
    if (ids.indexOf(one.case.id) !== index)
      found.say(['id'], 'duplicate-case', `there are two cases ${one.case.id}`)
    found.names(ids)
    found.card()
    const state = found.sets()
    if (state !== null) {
      found.records(state)
      found.outcomes(state)
    }
    return found.problems
  })
}

type Path = readonly (string | number)[]

/** Collects what is wrong with one case. */
class Finder {
  readonly problems: Problem[] = []
  readonly #case: Case
  readonly #placeOf: PlaceOf
  readonly #desk: Desk

  constructor(placed: PlacedCase, desk: Desk) {
    this.#case = placed.case
    this.#placeOf = placed.placeOf
    this.#desk = desk
  }

  say(path: Path, code: string, message: string, hint?: string): void {
    this.problems.push(problem(this.#placeOf(path), code, `${this.#shortId()}: ${message}`, hint))
  }

  #shortId(): string {
    return this.#case.id.slice(this.#case.pack.length + 1)
  }

  // ---- names

  names(cases: readonly string[]): void {
    const { trap, bucket, twin, tactic, decidedBy, intensity, intensities } = this.#case
    const { graph, tactics } = this.#desk
    const forbids = graph.forbids.map(({ id }) => id)
    if (trap !== null && trap !== FALSE_CLOSURE && !forbids.includes(trap))
      this.say(
        ['trap'],
        'unknown-forbid',
        `there is no forbid "${trap}"`,
        didYouMean(trap, [...forbids, FALSE_CLOSURE]),
      )
    if ((trap !== null) !== (bucket === 'adversarial'))
      this.say(['bucket'], 'trap', 'an adversarial case names its trap, and no other case has one')
    if (twin !== null && (!cases.includes(twin) || twin === this.#case.id))
      this.say(['twin'], 'unknown-case', `there is no other case "${twin}"`, didYouMean(twin, cases))
    if (tactic !== null && tactics.size > 0 && !tactics.has(tactic))
      this.say(
        ['tactic'],
        'unknown-tactic',
        `there is no tactic "${tactic}"`,
        didYouMean(tactic, tactics.keys()),
      )
    if (decidedBy !== null && !graph.sop.clauses.has(decidedBy))
      this.say(
        ['decided_by'],
        'unknown-clause',
        `the SOP has no sentence ${decidedBy}`,
        didYouMean(decidedBy, graph.sop.clauses.keys()),
      )
    if (!intensities.includes(intensity))
      this.say(['intensity'], 'intensity', `its own intensity ${intensity} is not among its intensities`)
  }

  // ---- the card

  card(): void {
    const { requests } = this.#case.card
    const isOne = requests.length === 1
    requests.forEach((request, index) => {
      const path: Path = this.#isSugar() ? ['card'] : ['card', 'requests', index]
      this.#request(request, path)
      if (index === 0 || !isOne) this.#opening(request, path, index)
    })
  }

  #isSugar(): boolean {
    return (
      this.#placeOf(['card', 'requests']).line === this.#placeOf(['card']).line &&
      this.#case.card.requests.length === 1
    )
  }

  #request(request: CardRequest, path: Path): void {
    const { graph, world } = this.#desk
    const intents = graph.fields.get('intent')?.of ?? []
    if (!intents.includes(request.intent))
      this.say(
        [...path, 'intent'],
        'unknown-intent',
        `there is no intent "${request.intent}"`,
        didYouMean(request.intent, intents),
      )
    for (const [name, value] of Object.entries(request.knows))
      this.#claim([...path, 'knows', name], name, value)
    for (const [name, value] of Object.entries(request.truth)) {
      this.#claim([...path, 'truth', name], name, value)
      if (request.knows[name] === undefined || request.knows[name] === value)
        this.say(
          [...path, 'truth', name],
          'no-lie',
          `${name}: truth stands beside a claim that differs from it`,
          'Drop it, or put what they claim into `knows`.',
        )
    }
    this.#lacks([...path, 'cannot'], request.cannot, 'unavailable')
    this.#lacks([...path, 'refuses'], request.refuses, 'refused')
    for (const { field, value } of request.corrects) this.#claim([...path, 'corrects'], field, value)
    const answered = [...Object.keys(request.knows), ...request.cannot, ...request.refuses]
    for (const name of request.volunteers) {
      if (!answered.includes(name))
        this.say(
          [...path, 'volunteers'],
          'volunteers',
          `volunteers ${name}, of which the card knows nothing`,
          'Put it into `knows`.',
        )
    }
    for (const tool of request.says_no_to) {
      if (!world.tools.has(tool))
        this.say(
          [...path, 'says_no_to'],
          'unknown-tool',
          `there is no tool "${tool}"`,
          didYouMean(tool, world.tools.keys()),
        )
    }
  }

  #claim(path: Path, name: string, value: Scalar): void {
    const spec = this.#field(path, name)
    const fault = spec === undefined ? null : claimFault(spec, value)
    if (fault !== null) this.say(path, 'claim-type', `${name} ${fault}`)
  }

  #lacks(path: Path, names: readonly string[], lack: 'refused' | 'unavailable'): void {
    for (const name of names) {
      const spec = this.#field(path, name)
      if (spec !== undefined && !spec.mayBe.includes(lack))
        this.say(
          path,
          'may-not-be',
          `${name} may not be ${lack}`,
          `Add ${lack} to its \`may_be\` in graph.yaml.`,
        )
    }
  }

  #field(path: Path, name: string): FieldSpec | undefined {
    const { fields } = this.#desk.graph
    if (!fields.has(name))
      this.say(path, 'unknown-field', `there is no field "${name}"`, didYouMean(name, fields.keys()))
    return fields.get(name)
  }

  /** What the first message says in so many words is volunteered; what is volunteered stands in it. */
  #opening(request: CardRequest, path: Path, index: number): void {
    const { opens } = this.#case
    if (opens === null || index > 0 || request.comes !== 'at-start') return
    for (const [name, value] of Object.entries(request.knows)) {
      if (this.#desk.graph.fields.get(name)?.type !== 'string' || typeof value !== 'string') continue
      const isSaid = opens.includes(value)
      if (request.volunteers.includes(name) && !isSaid)
        this.say(['opens'], 'opening', `volunteers ${name}, but the opening does not say "${value}"`)
      if (!request.volunteers.includes(name) && isSaid)
        this.say(
          [...path, 'volunteers'],
          'opening',
          `the opening says "${value}", so ${name} is volunteered`,
          `Add ${name} to \`volunteers\`.`,
        )
    }
  }

  // ---- the records

  /** The back office of this case, or null where its own rows are wrong. */
  sets(): WorldState | null {
    const { tables } = this.#desk.world
    for (const [name, _rows] of Object.entries(this.#case.sets)) {
      if (tables.has(name)) continue
      this.say(
        ['sets', name],
        'unknown-table',
        `there is no table "${name}"`,
        didYouMean(name, tables.keys()),
      )
      return null
    }
    const state = openWorld(this.#desk.world, this.#case.sets)
    for (const [name, rows] of Object.entries(this.#case.sets)) {
      for (const key of Object.keys(rows)) {
        const [table, row] = [tables.get(name), state.changed.get(name)?.get(key)]
        const fault =
          table === undefined || row === undefined || row === null ? null : rowFault(table, key, row)
        if (fault !== null) this.say(['sets', name, key], fault.code, fault.message, fault.hint)
      }
    }
    return this.problems.some(({ code }) => code.startsWith('cell') || code === 'unknown-column')
      ? null
      : state
  }

  records(state: WorldState): void {
    const { graph, world } = this.#desk
    for (const [name, key] of Object.entries(this.#case.records)) {
      const spec = graph.records.get(name)
      if (spec === undefined) {
        this.say(
          ['records', name],
          'unknown-record',
          `there is no record "${name}"`,
          didYouMean(name, graph.records.keys()),
        )
        continue
      }
      const table = world.tables.get(spec.from)
      const isThere =
        table !== undefined &&
        rowOf(world, state, spec.from, table.key, keyValue(world, spec.from, key)) !== null
      if (key !== 'absent' && !isThere)
        this.say(
          ['records', name],
          'no-such-row',
          `${spec.from} has no row ${key}`,
          didYouMean(key, table?.rows.keys() ?? []),
        )
    }
    for (const [index, request] of this.#case.card.requests.entries()) this.#bindings(request, index, state)
  }

  /** What the card names is what `records` names, and what a record settles is told as it is or declared a lie. */
  #bindings(request: CardRequest, index: number, state: WorldState): void {
    const { graph, world } = this.#desk
    const read = this.#reader(request, state)
    const path: Path = this.#isSugar() ? ['card', 'knows'] : ['card', 'requests', index, 'knows']
    for (const [name, spec] of graph.records) {
      const field = spec.by.startsWith('fields.') ? spec.by.slice(7) : null
      const claimed = field === null ? undefined : request.knows[field]
      if (field === null || claimed === undefined) continue
      const named = this.#case.records[name]
      const row = rowOf(world, state, spec.from, spec.on ?? world.tables.get(spec.from)?.key ?? '', claimed)
      const key = row === null ? 'absent' : String(row[world.tables.get(spec.from)?.key ?? ''])
      if (index === 0 && named === undefined)
        this.say(
          ['records'],
          'names-no-record',
          `names no ${name}`,
          `Add \`records: { ${name}: ${key} }\`, so that people see what it is about.`,
        )
      else if (index === 0 && named !== key)
        this.say(
          [...path, field],
          'record-differs',
          `${field} "${claimed}" is ${name} ${key}, but \`records\` says ${named}`,
        )
      else if (index > 0 && row === null)
        this.say(
          [...path, field],
          'no-such-row',
          `${field} "${claimed}" is no row of ${spec.from}`,
          didYouMean(String(claimed), world.tables.get(spec.from)?.rows.keys() ?? []),
        )
    }
    for (const [name, spec] of graph.fields) {
      if (spec.settledBy === null || request.knows[name] === undefined) continue
      const [really, told] = [read(spec.settledBy), request.truth[name] ?? request.knows[name]]
      if (really !== told && really !== ABSENT)
        this.say(
          [...path, name],
          'fact-differs',
          `${name} is ${String(told)} on the card, ${String(really)} in ${spec.settledBy}`,
          `If they lie, put the record's value into \`truth\`.`,
        )
    }
    if (index === 0) this.#further(read)
  }

  /** Records bound through other records: the key named in the case is the one the path arrives at. */
  #further(read: (name: string) => Value): void {
    const { graph, world } = this.#desk
    for (const [name, key] of Object.entries(this.#case.records)) {
      const spec = graph.records.get(name)
      if (spec === undefined || spec.by.startsWith('fields.')) continue
      const column = world.tables.get(spec.from)?.key ?? ''
      const found = read(`records.${name}.${column}`)
      if (String(found === ABSENT ? 'absent' : found) !== key)
        this.say(
          ['records', name],
          'record-differs',
          `${name} is ${found === ABSENT ? 'absent' : String(found)} by the records, not ${key}`,
        )
    }
  }

  #reader(request: CardRequest, state: WorldState) {
    const { graph, world } = this.#desk
    const identity = Object.assign(
      {},
      ...this.#case.card.requests.map(({ knows }) => identityOf(graph, knows)),
    )
    const said: Readonly<Record<string, Scalar>> = { ...identity, ...request.knows, ...corrected(request) }
    return variableReader(graph, {
      today: world.today,
      field: (name) => {
        if (name === 'intent') return request.intent
        if (Object.hasOwn(said, name)) return said[name] ?? UNKNOWN
        if (request.refuses.includes(name)) return REFUSED
        return request.cannot.includes(name) ? UNAVAILABLE : lackOf(graph.fields.get(name))
      },
      row: (table, column, value) => rowOf(world, state, table, column, value),
      keyOf: (table) => world.tables.get(table)?.key ?? '',
      done: () => false,
    })
  }

  // ---- the outcomes

  outcomes(state: WorldState): void {
    const { acceptable, card } = this.#case
    if (acceptable.length !== card.requests.length || acceptable.some((each) => each.length === 0)) {
      this.say(
        ['acceptable'],
        'acceptable',
        `has ${card.requests.length} request(s) and outcomes for ${acceptable.filter((each) => each.length > 0).length}`,
        'Write `acceptable` for one request, `acceptable_per_request` for several.',
      )
      return
    }
    for (const outcome of acceptable.flat()) this.#outcomeNames(outcome)
    this.#bucket()
    if (this.problems.length > 0) return
    for (const [index, request] of card.requests.entries()) this.#agrees(request, index, state)
  }

  #outcomeNames({ writes, handover, declined }: Outcome): void {
    const { graph, world } = this.#desk
    const path: Path = this.#case.card.requests.length === 1 ? ['acceptable'] : ['acceptable_per_request']
    for (const { tool, with: args } of writes) {
      const known = world.tools.get(tool)
      if (known === undefined || known.role !== 'write') {
        const writeTools = [...world.tools.values()]
          .filter(({ role }) => role === 'write')
          .map(({ name }) => name)
        this.say(path, 'unknown-tool', `"${tool}" is no write tool`, didYouMean(tool, writeTools))
        continue
      }
      const properties = Object.keys(known.parameters.properties ?? {})
      for (const name of Object.keys(args)) {
        if (!properties.includes(name))
          this.say(
            path,
            'unknown-parameter',
            `${tool} has no parameter "${name}"`,
            didYouMean(name, properties),
          )
      }
    }
    const steps = [...graph.steps.values()]
    const reasons = steps.flatMap((step) => (step.kind === 'handover' ? [step.reason] : []))
    const topics = steps.flatMap((step) =>
      step.kind === 'tell' && step.act === 'decline' && step.about !== null ? [step.about] : [],
    )
    if (handover !== null && handover !== 'any' && !reasons.includes(handover))
      this.say(
        path,
        'unknown-reason',
        `no step hands over for "${handover}"`,
        didYouMean(handover, new Set(reasons)),
      )
    if (declined !== null && declined !== 'any' && !topics.includes(declined))
      this.say(path, 'unknown-topic', `no step declines "${declined}"`, didYouMean(declined, new Set(topics)))
  }

  #bucket(): void {
    const { bucket, acceptable } = this.#case
    const handsOver = acceptable.some((each) => each.every(({ handover }) => handover !== null))
    if ((bucket === 'must-escalate') !== handsOver && bucket !== 'adversarial')
      this.say(
        ['bucket'],
        'bucket',
        handsOver
          ? 'ends in a handover, so it is must-escalate'
          : 'no acceptable outcome hands over, so it is not must-escalate',
      )
  }

  /** The hand-written outcomes are exactly those the graph leads to. */
  #agrees(request: CardRequest, index: number, state: WorldState): void {
    const written = this.#case.acceptable[index] ?? []
    for (const intensity of this.#case.intensities) {
      const ends = this.#ends(request, intensity, state)
      const path: Path =
        this.#case.card.requests.length === 1 ? ['acceptable'] : ['acceptable_per_request', index]
      const outside = ends.find((end) => !written.some((outcome) => outcomeFits(outcome, end.outcome)))
      const never = written.find((outcome) => !ends.some((end) => outcomeFits(outcome, end.outcome)))
      if (outside !== undefined)
        this.say(
          path,
          'outcome-differs',
          `the graph leads to ${sayOutcome(outside.outcome)}, which is not among the acceptable`,
          `Its way: ${outside.path.join(' > ')}`,
        )
      else if (never !== undefined)
        this.say(
          path,
          'outcome-differs',
          `the graph never leads to ${sayOutcome(never)}`,
          `Its way: ${ends[0]?.path.join(' > ') ?? 'none'}`,
        )
      this.#answers(request, ends)
      if (outside !== undefined || never !== undefined) return
    }
  }

  #ends(request: CardRequest, intensity: Intensity, state: WorldState): readonly TrueEnd[] {
    const read = this.#reader(request, state)
    return trueEnds(this.#desk.graph, {
      intent: request.intent,
      read: closedRead(read),
      agrees: (tool) => !request.says_no_to.includes(tool),
      interrupted: interruptsOf(this.#desk, this.#case.tactic, intensity),
    })
  }

  /** Whatever the right way asks for, the card has an answer to. */
  #answers(request: CardRequest, ends: readonly TrueEnd[]): void {
    const others = this.#case.card.requests.flatMap(({ knows }) =>
      Object.keys(identityOf(this.#desk.graph, knows)),
    )
    const known = [...Object.keys(request.knows), ...request.cannot, ...request.refuses, ...others]
    for (const field of new Set(ends.flatMap(({ learned }) => learned))) {
      if (known.includes(field) || this.problems.some(({ code }) => code === 'no-answer')) continue
      this.say(
        ['card'],
        'no-answer',
        `will be asked for ${field} and has no answer`,
        'Put it into `knows`, `cannot` or `refuses`.',
      )
    }
  }
}

const FALSE_CLOSURE = 'false_closure'

const keyValue = (world: World, table: string, key: string): Scalar => {
  const spec = world.tables.get(table)
  return spec?.columns.get(spec.key)?.type === 'number' ? Number(key) : key
}

const corrected = (request: CardRequest): Record<string, Scalar> =>
  Object.fromEntries(request.corrects.map(({ field, value }) => [field, value]))

const identityOf = (graph: Graph, knows: Readonly<Record<string, Scalar>>): Record<string, Scalar> =>
  Object.fromEntries(Object.entries(knows).filter(([name]) => graph.fields.get(name)?.identity === true))

/** A customer asked for what the card does not hold cannot say, and in the end is taken to refuse. */
const lackOf = (spec: FieldSpec | undefined): Value =>
  spec?.mayBe.includes('unavailable') ? UNAVAILABLE : spec?.mayBe.includes('refused') ? REFUSED : UNKNOWN

function claimFault(spec: FieldSpec, value: Scalar): string | null {
  switch (spec.type) {
    case 'enum':
      return spec.of.includes(String(value)) ? null : `is none of ${spec.of.join(', ')}`
    case 'number':
      if (typeof value !== 'number') return 'should be a number'
      return spec.range !== null && (value < spec.range[0] || value > spec.range[1])
        ? `is outside ${spec.range.join(' to ')}`
        : null
    case 'boolean':
      return typeof value === 'boolean' ? null : 'should be true or false'
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? null
        : 'should be a date, YYYY-MM-DD'
    case 'string':
      return typeof value === 'string' ? null : 'should be text: put it in quotes'
  }
}

/** Interrupts the tactic sets off at this intensity: it demands or abuses often enough for their `nth`. */
function interruptsOf(
  { graph, tactics }: Desk,
  id: string | null,
  intensity: Intensity,
): readonly Interrupt[] {
  const level = id === null ? undefined : tactics.get(id)?.levels[intensity]
  if (level === undefined) return []
  const times = { demand_human: level.demands, abuse: level.abuses }
  return graph.interrupts.filter(({ on, nth, when }) => when === null && nth <= times[on])
}
