import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  between,
  chance,
  type Desk,
  type Dice,
  dice,
  MIXED,
  pick,
  randomDesk,
  randomGraph,
  randomHistory,
  SMALL,
} from '../../test/random-graphs/index.ts'
import { truePath } from '../../test/support/graph/true-path.ts'
import { assert } from '../base/assert.ts'
import type { AgentAct, CustomerMove } from '../base/values/acts.ts'
import type { StepId } from '../base/values/ids.ts'
import { REFUSED, type Scalar, Special, UNAVAILABLE, type Value } from '../base/values/value.ts'
import { variableReader } from './file/read-variable.ts'
import type { Constraint, Graph, Step } from './model/graph.ts'
import { startWalk } from './walk/walk.ts'
import type { JudgedAction, RequestView, Walk, WalkEvent } from './walk/walk-types.ts'

/** What the customer would say, round by round; yes or no to a proposal; a world that stands still. */
type Situation = {
  readonly rng: Dice
  readonly graph: Graph
  readonly desk: Desk
  readonly fields: ReadonlyMap<string, readonly Value[]>
  readonly agrees: boolean
}
type Talk = Situation & { readonly walk: Walk; readonly told: Map<string, number>; n: number }

const ACTIONS_MAX = 200
const SEEDS = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const VALUES: Readonly<Record<string, readonly Value[]>> = {
  order_id: ['o1', 'o2', 'o9', REFUSED, UNAVAILABLE],
  email: ['ann@x.org', 'bob@x.org', REFUSED],
  color: ['red', 'blue', 'green', REFUSED, UNAVAILABLE],
  photo: [true, false, REFUSED, UNAVAILABLE],
  quantity: [1, 3, 5, REFUSED],
  day: ['2026-03-05', '2026-03-09', UNAVAILABLE],
  sure: [true, false],
}

function situationOf(seed: number, options: { choices: boolean }): Situation {
  const rng = dice(seed)
  const size = {
    ...SMALL,
    procedures: 1,
    forbids: 'harmless',
    interrupts: false,
    choices: options.choices,
  } as const
  const rounds = (values: readonly Value[]) => [1, 2, 3, 4].map(() => pick(rng, values))
  return {
    rng,
    graph: randomGraph(rng, size),
    desk: randomDesk(rng),
    fields: new Map(Object.entries(VALUES).map(([field, values]) => [field, rounds(values)])),
    agrees: chance(rng, 70),
  }
}

function begin(situation: Situation): Talk {
  const walk = startWalk(situation.graph, situation.desk.around)
  const talk: Talk = { ...situation, walk, told: new Map(), n: 0 }
  customerSays(talk, [{ do: 'open', request: 'r1', intent: 'i1' }, ...volunteered(talk)])
  return talk
}

/** A few things the customer says unasked, in any order. */
function volunteered(talk: Talk): readonly CustomerMove[] {
  const unsaid = [...talk.fields.keys()].filter((field) => !talk.told.has(field))
  return unsaid.filter(() => chance(talk.rng, 15)).map((field) => tellMove(talk, field))
}

function tellMove(talk: Talk, field: string): CustomerMove {
  const round = talk.told.get(field) ?? 0
  const values = talk.fields.get(field) ?? []
  const value = values[Math.min(round, values.length - 1)]
  talk.told.set(field, round + 1)
  if (value instanceof Special) {
    return { do: 'lack', request: 'r1', field, lack: value === REFUSED ? 'refused' : 'unavailable' }
  }
  return { do: 'tell', request: 'r1', field, value: value ?? '' }
}

function take(talk: Talk, event: (n: number) => WalkEvent): readonly JudgedAction[] {
  talk.n += 1
  return talk.walk.take(event(talk.n))
}

function customerSays(talk: Talk, moves: readonly CustomerMove[]): void {
  take(talk, (n) => ({ type: 'customer', n, moves }))
}

/** Does a step as an honest agent would, and lets the customer answer. */
function doStep(talk: Talk, step: Step): JudgedAction {
  const [judged] = take(talk, (n) => eventFor(talk, step, n))
  assert(judged !== undefined, 'an action is judged')
  const proposal = talk.n
  if (step.kind === 'learn') customerSays(talk, [tellMove(talk, step.field), ...volunteered(talk)])
  if (step.kind === 'confirm') {
    const answer = { do: talk.agrees ? 'agree' : 'refuse', request: 'r1', proposal } as const
    customerSays(talk, [answer, ...volunteered(talk)])
  }
  return judged
}

function eventFor(talk: Talk, step: Step, n: number): WalkEvent {
  const says = (act: AgentAct, text = ''): WalkEvent => ({ type: 'said', n, acts: [act], text })
  const calls = (tool: string, input: Readonly<Record<string, Scalar>>): WalkEvent => {
    const { reads } = talk.desk.call(tool, input)
    return { type: 'called', n, tool, input, ok: true, reads, changes: [] }
  }
  switch (step.kind) {
    case 'learn':
      return says({ act: 'request', field: step.field })
    case 'check':
      return calls(step.tool, keysOf(talk))
    case 'confirm': {
      const act = talk.graph.steps.get(step.step)
      assert(act?.kind === 'act', 'a confirm is of an act')
      return says({
        act: 'propose',
        tool: act.tool,
        arguments: chance(talk.rng, 50) ? {} : inputFor(talk, act.constraints),
      })
    }
    case 'act':
      return calls(step.tool, inputFor(talk, step.constraints))
    case 'tell':
      return says(
        { act: step.act, ...(step.about === null ? {} : { about: step.about }) },
        [...step.mustSay.slice(0, 1), ...step.holds.map(({ text }) => text)].join(', '),
      )
    case 'handover':
      return calls('hand_over', {})
    default:
      return says({ act: 'sign-off' })
  }
}

const reader = (talk: Talk) =>
  variableReader(talk.graph, {
    today: talk.desk.around.today,
    keyOf: talk.desk.around.keyOf,
    row: talk.desk.around.row,
    field: (name) => talk.walk.requests()[0]?.fields.get(name) ?? REFUSED,
    done: () => false,
  })

function keysOf(talk: Talk): Readonly<Record<string, Scalar>> {
  const read = reader(talk)
  const keys = {
    order_id: 'fields.order_id',
    customer_id: 'records.order.customer_id',
    email: 'fields.email',
  }
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, variable]) => {
      const value = read(variable)
      return value instanceof Special ? [] : [[name, value]]
    }),
  )
}

/** Arguments that meet all constraints. */
function inputFor(talk: Talk, constraints: readonly Constraint[]): Record<string, Scalar> {
  const read = reader(talk)
  return Object.fromEntries(
    constraints.map(({ argument, is, operand }): [string, Scalar] => {
      const demanded =
        'name' in operand ? read(operand.name) : 'value' in operand ? operand.value : operand.values[0]
      if (is === '!=') return [argument, 'something else']
      if (typeof demanded === 'number' && (is === '<' || is === '>'))
        return [argument, demanded + (is === '<' ? -1 : 1)]
      return [argument, demanded === undefined || demanded instanceof Special ? 'nothing' : demanded]
    }),
  )
}

const stepOf = (graph: Graph, id: StepId): Step => {
  const step = graph.steps.get(id)
  assert(step !== undefined, `${id} is a step`)
  return step
}

/** Plays to the end, doing the due step that `choose` picks. */
function playOn(talk: Talk, choose: (due: readonly Step[]) => Step): readonly JudgedAction[] {
  const judged: JudgedAction[] = []
  for (let action = 0; action < ACTIONS_MAX; action += 1) {
    const due = talk.walk.due().map(({ step }) => stepOf(talk.graph, step))
    if (due.length === 0) break
    const step = choose(due)
    judged.push(doStep(talk, step))
    if (chance(talk.rng, 20)) customerSays(talk, volunteered(talk))
  }
  return judged
}

const view = (talk: Talk): RequestView => {
  const [request] = talk.walk.requests()
  assert(request !== undefined, 'there is a request')
  return request
}

test('[A2] [P1] an agent that does any due step is never wrong and ends on the true path, whatever is volunteered', () => {
  fc.assert(
    fc.property(SEEDS, (seed) => {
      const talk = begin(situationOf(seed, { choices: true }))
      const judged = playOn(talk, (due) => pick(talk.rng, due))
      expect(judged.filter((action) => action.class !== 'due')).toEqual([])
      expect(talk.walk.due()).toEqual([])
      expect(judged.length).toBeLessThan(ACTIONS_MAX)
      const { walked, decided } = view(talk)
      const path = truePath(talk.graph, {
        intent: 'i1',
        today: talk.desk.around.today,
        fields: talk.fields,
        keyOf: talk.desk.around.keyOf,
        row: talk.desk.around.row,
        agrees: () => talk.agrees,
        choose: (step, edges) => {
          const taken = decided.find((one) => one.step === step.id)?.edge
          return edges.find((edge) => edge.id === taken) ?? edges[0] ?? expect.unreachable()
        },
      })
      // A loop whose decision does not wait for what the round asks may be answered once for two rounds: then the customer
      // has said less than the situation lists, and stands elsewhere.
      const asked = path.steps
        .map((id) => stepOf(talk.graph, id))
        .filter((step) => step.kind === 'learn' && step.round > 1)
      const rounds = (field: string) =>
        asked.filter((step) => step.kind === 'learn' && step.field === field).length
      if ([...talk.told].some(([field, times]) => times !== 1 + rounds(field))) return
      // Where all that is due on two ways has been done alike, nothing ever chose between them.
      const isDecided = (id: string) => decided.some((one) => one.step === id)
      const open = walked.filter((id) => stepOf(talk.graph, id).kind === 'decide' && !isDecided(id))
      if (open.length === 0) expect(walked).toEqual(path.steps)
      else expect(path.steps.filter((id) => !walked.includes(id))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test('[A4a] an agent that skips a step is caught when it goes on, and the first open step is the one it skipped', () => {
  let caught = 0
  fc.assert(
    fc.property(SEEDS, (seed) => {
      const talk = begin(situationOf(seed, { choices: false }))
      const before = between(talk.rng, 0, 8)
      let wrote = false
      for (let done = 0; done < before; done += 1) {
        const first = talk.walk.due()[0]
        if (first === undefined) return
        const step = stepOf(talk.graph, first.step)
        wrote ||= step.kind === 'act'
        doStep(talk, step)
      }
      const due = talk.walk.due().map(({ step }) => stepOf(talk.graph, step))
      const skipped = due[0]
      if (
        skipped === undefined ||
        skipped.kind === 'act' ||
        skipped.kind === 'handover' ||
        skipped.kind === 'end'
      )
        return
      const path = truePath(talk.graph, {
        intent: 'i1',
        today: talk.desk.around.today,
        fields: talk.fields,
        keyOf: talk.desk.around.keyOf,
        row: talk.desk.around.row,
        agrees: () => talk.agrees,
        choose: () => expect.unreachable(),
      })
      // truePath reads the rows as given; a row this agent wrote to may lead its later decisions elsewhere.
      if (wrote && !path.steps.includes(skipped.id)) return
      expect(path.steps).toContain(skipped.id)
      const beyond = path.steps.slice(path.steps.indexOf(skipped.id) + 1).map((id) => stepOf(talk.graph, id))
      const next = beyond.find(
        (step) => step.kind === 'act' || step.kind === 'handover' || step.kind === 'end',
      )
      // What a later round would ask again may lead elsewhere on the claims so far: another branch, not a step too early.
      if (beyond.some((step) => step.round > 1) || skipped.round > 1) return
      // An act whose row or field is not known yet cannot be given its arguments.
      if (next === undefined || (next.kind === 'act' && next.constraints.length > 0)) return
      const [judged] = take(talk, (n) => eventFor(talk, next, n))
      expect(judged).toMatchObject({ class: 'premature' })
      expect(judged?.open[0]).toBe(skipped.id)
      caught += 1
    }),
    { numRuns: 600, examples: [[1236745263]] },
  )
  expect(caught).toBeGreaterThan(50)
})

test('[A4b] an act of another branch is never due or permitted once all is decided', () => {
  let tried = 0
  fc.assert(
    fc.property(SEEDS, (seed) => {
      const talk = begin(situationOf(seed, { choices: false }))
      for (let action = 0; action < ACTIONS_MAX; action += 1) {
        const first = talk.walk.due()[0]
        if (first === undefined || stepOf(talk.graph, first.step).kind === 'end') break
        doStep(talk, stepOf(talk.graph, first.step))
      }
      for (const step of talk.graph.steps.values()) {
        if (step.kind !== 'act') continue
        const [judged] = take(talk, (n) => eventFor(talk, step, n))
        expect(judged?.class).toBe('off-path')
        expect(judged?.because).toMatch(/./)
        tried += 1
      }
    }),
    { numRuns: 250 },
  )
  expect(tried).toBeGreaterThan(50)
})

test('[V3c] the writes of the agent never reopen a decision', () => {
  fc.assert(
    fc.property(SEEDS, (seed) => {
      const rng = dice(seed)
      const graph = randomGraph(rng, { ...SMALL, choices: false })
      const desk = randomDesk(rng)
      const walk = startWalk(graph, desk.around)
      for (const { event, afterwards } of randomHistory(
        rng,
        { graph, desk, walk },
        { ...MIXED, events: 20 },
      )) {
        const before = walk.requests()
        const isWrite = event.type === 'called' && event.reads.length === 0
        walk.take(event)
        desk.apply(afterwards)
        if (!isWrite) continue
        const after = new Map(walk.requests().map((request) => [request.id, request]))
        for (const { id, decided, satisfied } of before) {
          expect(after.get(id)?.decided).toEqual(expect.arrayContaining([...decided]))
          expect(after.get(id)?.satisfied.length).toBeGreaterThanOrEqual(satisfied.length)
        }
      }
    }),
    { numRuns: 200 },
  )
})
