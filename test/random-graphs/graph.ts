import type { VarName } from '../../src/base/guards/guard.ts'
import type { TellAct } from '../../src/base/values/acts.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import type {
  Constraint,
  DerivedSpec,
  Edge,
  FieldSpec,
  Forbid,
  Graph,
  Interrupt,
  Procedure,
  RecordSpec,
  Step,
} from '../../src/graph/model/graph.ts'
import type { Hold } from '../../src/graph/model/hold.ts'
import { timeSpansIn } from '../../src/text/figures/spans.ts'
import { aClause, aStep } from '../support/base/ids.ts'
import { WRITES } from './desk.ts'
import { between, chance, type Dice, pick, weighted } from './dice.ts'
import { all, choiceGuards, compare, DOMAINS, exclusiveGuards, not, randomGuard } from './guards.ts'

/** How large, and of what. `forbids: 'harmless'` names only what an agent that does what is due never does. */
export type GraphSize = {
  /** steps of each procedure, roughly */
  readonly steps: number
  readonly procedures: number
  readonly loops: boolean
  readonly interrupts: boolean
  readonly choices: boolean
  readonly needs: boolean
  readonly forbids: 'any' | 'harmless' | 'none'
}
export const SMALL: GraphSize = {
  steps: 8,
  procedures: 2,
  loops: true,
  interrupts: true,
  choices: true,
  needs: true,
  forbids: 'any',
}

const AT = { file: 'graph.yaml', line: 1, column: 1 }
const TELLS: readonly TellAct[] = ['inform', 'explain', 'decline', 'comfort', 'offer', 'request-proof']
export const TOPICS = ['late', 'money', 'photo'] as const
export const MUST_SAY = 'within 3 days'
/** held by a text that says MUST_SAY */
const SOME_DAYS: Hold = { kind: 'days', text: 'three days', anyOf: timeSpansIn('three days') }
const FIELD_NAMES = ['order_id', 'email', 'color', 'photo', 'quantity', 'day', 'sure'] as const

/** Builds one graph. What it remembers while it builds: */
type Builder = {
  readonly rng: Dice
  readonly size: GraphSize
  readonly steps: Map<StepId, Step>
  readonly procedure: string
  /** V7: the same for all learns of a field in one procedure */
  readonly attempts: ReadonlyMap<string, number | null>
  left: number
  names: number
}
/** What holds on every way to the step that is built next. */
type Way = {
  /** V4: variables that are settled there */
  readonly settled: ReadonlySet<string>
  /** variables that hold data there: what constraints may demand and a due act can give */
  readonly data: readonly VarName[]
  /** steps passed on every way, for `needs` and `done.*` */
  readonly passed: readonly Step[]
}
const NOWHERE: Way = { settled: new Set(), data: [], passed: [] }

/**
 * A random sound graph: complete and exclusive decisions, every variable settled on every way to where it is read (V4), all
 * ways lead to an end or a handover, loops unrolled. Its tables and tools are those of `randomDesk`.
 */
export function randomGraph(rng: Dice, size: GraphSize = SMALL): Graph {
  const steps = new Map<StepId, Step>()
  const procedures = Array.from({ length: size.procedures }, (_, i) =>
    randomProcedure(rng, size, steps, `p${i + 1}`),
  )
  const interrupts = size.interrupts ? randomInterrupts(rng, size, steps) : []
  return {
    sop: { file: 'sop.md', text: '', sections: [], clauses: new Map() },
    fields: new Map(fields(procedures.length).map((field) => [field.name, field])),
    records: new Map(RECORDS.map((record) => [record.name, record])),
    derived: new Map(DERIVED.map((derived) => [derived.name, derived])),
    procedures,
    steps,
    forbids: randomForbids(rng, size, steps),
    interrupts,
    waived: [],
  }
}

const field = (name: string, type: FieldSpec['type'], more: Partial<FieldSpec> = {}): FieldSpec => ({
  name,
  type,
  of: [],
  range: null,
  mayBe: ['refused', 'unavailable'],
  settledBy: null,
  identity: false,
  shared: false,
  at: AT,
  ...more,
})
const fields = (procedures: number): readonly FieldSpec[] => [
  field('intent', 'enum', { of: Array.from({ length: procedures }, (_, i) => `i${i + 1}`), mayBe: [] }),
  field('order_id', 'string', { shared: true }),
  field('email', 'string', { identity: true, mayBe: ['refused'] }),
  field('color', 'enum', { of: ['red', 'blue', 'green'] }),
  field('photo', 'boolean'),
  field('quantity', 'number', { range: [1, 5], mayBe: ['refused'] }),
  field('day', 'date', { mayBe: ['refused', 'unavailable'] }),
  field('sure', 'boolean', { mayBe: ['refused'], identity: true }),
]
const RECORDS: readonly RecordSpec[] = [
  { name: 'order', from: 'orders', by: 'fields.order_id', on: null, required: false, at: AT },
  { name: 'customer', from: 'customers', by: 'records.order.customer_id', on: null, required: false, at: AT },
  { name: 'account', from: 'customers', by: 'fields.email', on: 'email', required: false, at: AT },
]
const DERIVED: readonly DerivedSpec[] = [
  { name: 'age', kind: 'since', of: 'records.order.placed_on', unit: 'days', range: [0, 400], at: AT },
  {
    name: 'left',
    kind: 'minus',
    of: 'records.order.total',
    minus: 'records.order.paid',
    range: [-9, 9],
    at: AT,
  },
  { name: 'mine', kind: 'same', of: 'fields.email', as: 'records.customer.email', at: AT },
  { name: 'wait', kind: 'until', of: 'fields.day', unit: 'hours', range: [-400, 400], at: AT },
]
/** what must be settled before each variable may be read */
const STANDS_ON: Readonly<Record<string, readonly string[]>> = {
  'derived.age': ['records.order'],
  'derived.left': ['records.order'],
  'derived.mine': ['fields.email', 'records.customer'],
  'derived.wait': ['fields.day'],
}
const KEYS_OF: Readonly<Record<string, string>> = {
  order: 'fields.order_id',
  customer: 'records.order',
  account: 'fields.email',
}
const TOOLS_OF: Readonly<Record<string, string>> = {
  order: 'read_order',
  customer: 'read_customer',
  account: 'find_account',
}

function randomProcedure(rng: Dice, size: GraphSize, steps: Map<StepId, Step>, id: string): Procedure {
  const builder = newBuilder(rng, size, steps, id)
  const start = chance(rng, 60) ? preamble(builder) : chain(builder, NOWHERE, null)
  return { id, for: compare('fields.intent', '==', id.replace('p', 'i')), start, at: AT }
}

function newBuilder(rng: Dice, size: GraphSize, steps: Map<StepId, Step>, procedure: string): Builder {
  const attempts = new Map<string, number | null>(
    FIELD_NAMES.map((name) => [name, chance(rng, 50) ? between(rng, 1, 3) : null]),
  )
  return { rng, size, steps, procedure, attempts, left: size.steps, names: 0 }
}

/** where a step leads before the rest is built */
const NOT_YET = aStep('')

/** names differ between procedures, so that `done.x` means a step of one of them only */
const newId = (builder: Builder): StepId => {
  builder.names += 1
  return aStep(`${builder.procedure}/${builder.procedure}s${builder.names}`)
}

type Base = Pick<Step, 'id' | 'procedure' | 'source' | 'cites' | 'needs' | 'round' | 'at'>
function base(builder: Builder, way: Way, id: StepId = newId(builder)): Base {
  builder.left -= 1
  const needed = way.passed.filter(
    ({ kind }) => kind === 'learn' || kind === 'check' || kind === 'tell' || kind === 'act',
  )
  const needs =
    builder.size.needs && needed.length > 0 && chance(builder.rng, 12) ? [pick(builder.rng, needed).id] : []
  return { id, procedure: builder.procedure, source: id, cites: [aClause('1#1')], needs, round: 1, at: AT }
}

function put(builder: Builder, step: Step): StepId {
  builder.steps.set(step.id, step)
  return step.id
}

const after = (way: Way, step: Step, settled: readonly string[] = []): Way => ({
  ...way,
  settled: new Set([...way.settled, ...settled]),
  passed: [...way.passed, step],
})

/** Steps from here to `exit`, or to an end of its own where there is none. */
function chain(builder: Builder, way: Way, exit: StepId | null): StepId {
  if (builder.left <= 0) return exit ?? finish(builder, way)
  const { size } = builder
  const kind = weighted(builder.rng, {
    learn: 26,
    check: 16,
    decide: 22,
    choose: size.choices ? 5 : 0,
    tell: 14,
    act: 14,
    loop: size.loops ? 6 : 0,
    finish: 6,
  })
  if (kind === 'learn') return learn(builder, way, pick(builder.rng, FIELD_NAMES), exit)
  if (kind === 'check') return check(builder, way, exit)
  if (kind === 'decide') return decide(builder, way, exit)
  if (kind === 'choose') return choose(builder, way, exit)
  if (kind === 'tell') return tell(builder, way, exit)
  if (kind === 'act') return act(builder, way, exit)
  if (kind === 'loop') return loop(builder, way, exit)
  return exit ?? finish(builder, way)
}

function finish(builder: Builder, way: Way): StepId {
  const step = base(builder, way)
  return put(
    builder,
    chance(builder.rng, 25) ? { ...step, kind: 'handover', reason: 'asked' } : { ...step, kind: 'end' },
  )
}

/** `next` is built after the step, so that it sees what the step settles. */
function learn(builder: Builder, way: Way, name: string, exit: StepId | null): StepId {
  const step = {
    ...base(builder, way),
    kind: 'learn' as const,
    field: name,
    attemptsMax: builder.attempts.get(name) ?? null,
  }
  const next = chain(builder, after(way, { ...step, next: NOT_YET }, [`fields.${name}`]), exit)
  return put(builder, { ...step, next })
}

function check(builder: Builder, way: Way, exit: StepId | null): StepId {
  const ready = RECORDS.filter(({ name }) => way.settled.has(KEYS_OF[name] ?? ''))
  if (ready.length === 0) return learn(builder, way, pick(builder.rng, ['order_id', 'email']), exit)
  const { name } = pick(builder.rng, ready)
  const step = { ...base(builder, way), kind: 'check' as const, record: name, tool: TOOLS_OF[name] ?? '' }
  const next = chain(builder, after(way, { ...step, next: NOT_YET }, [`records.${name}`]), exit)
  return put(builder, { ...step, next })
}

/** the variables that may be read here */
const readable = (way: Way): readonly VarName[] =>
  Object.keys(DOMAINS).filter((name) => {
    const stands = STANDS_ON[name] ?? [name.split('.').slice(0, 2).join('.')]
    return stands.every((each) => way.settled.has(each))
  })

const doneFacts = (way: Way): readonly VarName[] =>
  way.passed
    .filter(({ kind }) => kind === 'tell' || kind === 'act')
    .map(({ source }) => `done.${source.split('/')[1] ?? ''}`)

function decide(builder: Builder, way: Way, exit: StepId | null): StepId {
  const facts = doneFacts(way)
  const names = facts.length > 0 && chance(builder.rng, 25) ? facts : readable(way)
  if (names.length === 0) return learn(builder, way, pick(builder.rng, FIELD_NAMES), exit)
  return split(builder, way, exit, { guards: exclusiveGuards(builder.rng, names), choice: 'graph' })
}

const choose = (builder: Builder, way: Way, exit: StepId | null): StepId =>
  split(builder, way, exit, { guards: choiceGuards(builder.rng, readable(way)), choice: 'agent' })

type Split = { readonly guards: ReturnType<typeof exclusiveGuards>; readonly choice: 'graph' | 'agent' }

/** A decide whose ways meet again, or do not. */
function split(builder: Builder, way: Way, exit: StepId | null, { guards, choice }: Split): StepId {
  const step = { ...base(builder, way), needs: [], kind: 'decide' as const, choice }
  const behind = after(way, { ...step, edges: [] })
  const share = Math.max(1, Math.floor(builder.left / (guards.length + 1)))
  const meet = chance(builder.rng, 50) ? within(builder, share, () => chain(builder, behind, exit)) : exit
  const targets = guards.map((_, i) => within(builder, share, () => branch(builder, behind, meet, i)))
  return put(builder, {
    ...step,
    edges: guards.map((guard, i) => edge(step.id, { ...guard, to: targets[i] ?? NOT_YET, number: i })),
  })
}

/** edges of one decide lead to different steps: a choice between two ways to the same step is none */
const branch = (builder: Builder, way: Way, exit: StepId | null, i: number): StepId =>
  i === 0 && exit !== null && chance(builder.rng, 30) ? exit : tell(builder, way, exit)

function within<T>(builder: Builder, share: number, build: () => T): T {
  const { left } = builder
  builder.left = share
  const built = build()
  builder.left = left - (share - builder.left)
  return built
}

type EdgeParts = Pick<Edge, 'when' | 'otherwise' | 'to'> & {
  readonly number: number
  readonly loops?: boolean
}
const edge = (from: StepId, { number, loops, ...rest }: EdgeParts): Edge => ({
  ...rest,
  id: `${from}>${rest.to}${number === 0 ? '' : `#${number}`}`,
  loops: loops ?? false,
  at: AT,
})

function tell(builder: Builder, way: Way, exit: StepId | null): StepId {
  const { rng } = builder
  const step = {
    ...base(builder, way),
    kind: 'tell' as const,
    act: chance(rng, 40) ? ('inform' as const) : pick(rng, TELLS),
    about: chance(rng, 75) ? pick(rng, TOPICS) : null,
    mustSay: chance(rng, 20) ? [MUST_SAY, 'in no time'] : [],
    holds: chance(rng, 20) ? [SOME_DAYS] : [],
  }
  return put(builder, { ...step, next: chain(builder, after(way, { ...step, next: NOT_YET }), exit) })
}

/** An act, mostly with a confirm before it. */
function act(builder: Builder, way: Way, exit: StepId | null): StepId {
  const { rng } = builder
  const confirmId = chance(rng, 60) ? newId(builder) : null
  const step = {
    ...base(builder, way),
    kind: 'act' as const,
    tool: pick(rng, WRITES),
    constraints: randomConstraints(rng, way),
  }
  put(builder, { ...step, next: chain(builder, after(way, { ...step, next: NOT_YET }), exit) })
  if (confirmId === null) return step.id
  const refused = chance(rng, 65) ? within(builder, 2, () => tell(builder, way, exit)) : null
  const confirm = {
    ...base(builder, way, confirmId),
    kind: 'confirm' as const,
    attemptsMax: chance(rng, 60) ? between(rng, 1, 2) : null,
  }
  return put(builder, { ...confirm, step: step.id, next: step.id, ifRefused: refused })
}

function randomConstraints(rng: Dice, way: Way): readonly Constraint[] {
  const constraints: Constraint[] = []
  const add = (argument: string, is: Constraint['is'], operand: Constraint['operand']) =>
    constraints.push({ argument, is, operand, text: `${argument} ${is} ${JSON.stringify(operand)}` })
  for (const name of way.data) if (chance(rng, 70)) add(name.split('.').at(-1) ?? '', '==', { name })
  if (chance(rng, 30)) add('reason', 'in', { values: ['a', 'b'] })
  if (chance(rng, 25)) add('level', pick(rng, ['<=', '<', '>=', '!=']), { value: 3 })
  return constraints
}

/** Ask for the order, look it up, part with those who have none: what follows can demand its data. */
function preamble(builder: Builder): StepId {
  const [ask, has, look, known] = [newId(builder), newId(builder), newId(builder), newId(builder)]
  const has_none =
    DOMAINS['fields.order_id']?.values.slice(2).map((lack) => compare('fields.order_id', '==', lack)) ?? []
  const none = all(has_none.map(not))
  const exits = within(builder, 2, () => tell(builder, NOWHERE, null))
  const settled = new Set(['fields.order_id', 'records.order'])
  const data = ['fields.order_id', 'records.order.address']
  const body = chain(builder, { settled, data, passed: [] }, null)
  const at = (id: StepId) => ({ ...base(builder, NOWHERE, id), needs: [] })
  put(builder, {
    ...at(ask),
    kind: 'learn',
    field: 'order_id',
    attemptsMax: builder.attempts.get('order_id') ?? null,
    next: has,
  })
  put(builder, {
    ...at(has),
    kind: 'decide',
    choice: 'graph',
    edges: [
      edge(has, { when: none, otherwise: false, to: look, number: 0 }),
      edge(has, { when: not(none), otherwise: true, to: exits, number: 1 }),
    ],
  })
  put(builder, { ...at(look), kind: 'check', record: 'order', tool: 'read_order', next: known })
  const absent = compare('records.order', '==', DOMAINS['records.order']?.values[0] ?? true)
  put(builder, {
    ...at(known),
    kind: 'decide',
    choice: 'graph',
    edges: [
      edge(known, { when: absent, otherwise: false, to: exits, number: 0 }),
      edge(known, { when: not(absent), otherwise: true, to: body, number: 1 }),
    ],
  })
  return ask
}

/** learn (or check), perhaps tell, decide: again, at most `rounds` times in all; unrolled. */
function loop(builder: Builder, way: Way, exit: StepId | null): StepId {
  const { rng } = builder
  const rounds = between(rng, 2, 3)
  const ready = RECORDS.filter(({ name }) => way.settled.has(KEYS_OF[name] ?? ''))
  const looksUp = ready.length > 0 && chance(rng, 40)
  const subject = looksUp ? pick(rng, ready).name : pick(rng, FIELD_NAMES)
  const settles = looksUp ? `records.${subject}` : `fields.${subject}`
  const inside: Way = { ...way, settled: new Set([...way.settled, settles]), passed: [] }
  const ids = { ask: newId(builder), say: chance(rng, 40) ? newId(builder) : null, again: newId(builder) }
  const names = readable(inside).filter((name) => readable(way).includes(name) === false || chance(rng, 20))
  const guard =
    ids.say !== null && chance(rng, 20)
      ? compare(`done.${ids.say.split('/')[1]}`, '==', true)
      : randomGuard(rng, names.length > 0 ? names : [settles])
  const behind: Way = { ...inside, passed: way.passed }
  const out = within(builder, Math.max(1, builder.left - 4), () => tell(builder, behind, exit))
  const then = chance(rng, 50) ? out : within(builder, 2, () => tell(builder, behind, exit))
  const about = { act: pick(rng, TELLS), about: pick(rng, TOPICS) }
  const copy = (id: StepId, round: number) => (round === 1 ? id : aStep(`${id}~${round}`))
  for (let round = 1; round <= rounds; round += 1) {
    const at = (id: StepId) => ({ ...base(builder, NOWHERE, copy(id, round)), source: id, needs: [], round })
    const asked = copy(ids.say ?? ids.again, round)
    if (looksUp)
      put(builder, {
        ...at(ids.ask),
        kind: 'check',
        record: subject,
        tool: TOOLS_OF[subject] ?? '',
        next: asked,
      })
    else
      put(builder, {
        ...at(ids.ask),
        kind: 'learn',
        field: subject,
        attemptsMax: builder.attempts.get(subject) ?? null,
        next: asked,
      })
    if (ids.say !== null)
      put(builder, {
        ...at(ids.say),
        kind: 'tell',
        ...about,
        mustSay: [],
        holds: [],
        next: copy(ids.again, round),
      })
    const from = copy(ids.again, round)
    const back = round < rounds ? { to: copy(ids.ask, round + 1), loops: true } : { to: then, loops: false }
    put(builder, {
      ...at(ids.again),
      kind: 'decide',
      choice: 'graph',
      edges: [
        edge(from, { when: guard, otherwise: false, number: 0, ...back }),
        edge(from, { when: not(guard), otherwise: true, to: out, number: 1 }),
      ],
    })
  }
  return ids.ask
}

function randomInterrupts(rng: Dice, size: GraphSize, steps: Map<StepId, Step>): readonly Interrupt[] {
  const kinds = (['abuse', 'demand_human', 'abuse'] as const).slice(0, between(rng, 0, 3))
  return kinds.map((on, i) => {
    const builder = newBuilder(rng, size, steps, `x${i + 1}`)
    const when = chance(rng, 25) ? randomGuard(rng, ['fields.color', 'fields.photo', 'fields.email']) : null
    return {
      id: `x${i + 1}`,
      on,
      when,
      nth: i === 2 ? 2 : between(rng, 1, 2),
      start: detour(builder),
      cites: [],
      at: AT,
    }
  })
}

/** hand over; or say something and go on; or ask something first and then one of the two */
function detour(builder: Builder): StepId {
  const { rng } = builder
  const at = (id?: StepId) => ({ ...base(builder, NOWHERE, id), needs: [] })
  const handover = () => put(builder, { ...at(), kind: 'handover', reason: 'asked' })
  if (chance(rng, 30)) return handover()
  const resume = put(builder, { ...at(), kind: 'resume' })
  const say = put(builder, {
    ...at(),
    kind: 'tell',
    act: pick(rng, TELLS),
    about: pick(rng, TOPICS),
    mustSay: [],
    holds: [],
    next: resume,
  })
  if (chance(rng, 60)) return say
  const [ask, again] = [newId(builder), newId(builder)]
  const [first, second] = exclusiveGuards(rng, ['fields.photo']).map((guard) => guard.when)
  const when = first ?? second ?? compare('fields.photo', '==', true)
  const edges = [
    edge(again, { when, otherwise: false, to: say, number: 0 }),
    edge(again, { when: not(when), otherwise: true, to: handover(), number: 1 }),
  ]
  put(builder, { ...at(again), kind: 'decide', choice: 'graph', edges })
  return put(builder, { ...at(ask), kind: 'learn', field: 'photo', attemptsMax: null, next: again })
}

function randomForbids(rng: Dice, size: GraphSize, steps: ReadonlyMap<StepId, Step>): readonly Forbid[] {
  if (size.forbids === 'none') return []
  const names = Object.keys(DOMAINS)
  const forbid = (id: string, what: Forbid['what']): Forbid => ({
    id,
    kind: 'bad',
    what,
    when: randomGuard(rng, names),
    cites: [aClause('1#1')],
    at: AT,
  })
  const harmless = [forbid('f1', { tool: 'idle' })]
  if (size.forbids === 'harmless') return harmless
  const facts = [...steps.values()]
    .filter(({ kind }) => kind === 'act')
    .map(({ source }) => `done.${source.split('/')[1]}`)
  const perhaps: readonly Forbid[] = [
    forbid('f2', { tool: pick(rng, WRITES) }),
    forbid('f3', { act: pick(rng, TELLS), about: chance(rng, 60) ? pick(rng, TOPICS) : null }),
    forbid('f4', {
      says: pick(rng, ['records.order.address', 'records.customer.email', 'records.order.total']),
    }),
    forbid('f5', { tool: 'hand_over' }),
    {
      ...forbid('f6', { tool: pick(rng, WRITES) }),
      when: facts.length > 0 ? randomGuard(rng, facts) : randomGuard(rng, names),
    },
  ]
  return [...harmless, ...perhaps.filter(() => chance(rng, 35))]
}
