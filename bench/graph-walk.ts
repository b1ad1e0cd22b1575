import { assert } from '../src/base/assert.ts'
import type { Place } from '../src/base/files/problem.ts'
import type { Guard } from '../src/base/guards/guard.ts'
import type { FieldSpec, Graph, Step } from '../src/graph/model/graph.ts'
import { startWalk } from '../src/graph/walk/walk.ts'
import type { Surroundings, WalkEvent } from '../src/graph/walk/walk-types.ts'
import { saidIn } from '../src/text/said/said.ts'
import { aStep } from '../test/support/base/ids.ts'

const EVENTS = [30, 300]
const STEPS = [30, 300]

/**
 * What a whole trial costs (milliseconds of CPU), for events and graphs as desks have them and ten times as many.
 * `wavering`: the customer changes a field in every twentieth message, which takes the walk back to where it was read.
 */
export async function benchGraphWalk(): Promise<Record<string, number>> {
  const measured: Record<string, number> = {}
  for (const customer of ['steady', 'wavering'] as const) {
    for (const steps of STEPS) {
      const graph = longGraph(steps)
      const cost = (events: number): number =>
        Math.min(...[1, 2, 3].map(() => trial(graph, { events, customer })))
      cost(100) // compiles the code, builds the graph's index
      const times = EVENTS.map(cost)
      for (const [place, events] of EVENTS.entries()) {
        measured[`${customer}_${steps}_steps_${events}_events_ms`] = round(times[place] ?? 0)
      }
    }
  }
  return measured
}

const round = (number: number): number => Math.round(number * 100) / 100

/** One trial: a customer who chats, wavers now and then, and an agent that does what is due, or else something kind. */
function trial(graph: Graph, talk: { events: number; customer: 'steady' | 'wavering' }): number {
  const walk = startWalk(graph, AROUND)
  const from = process.cpuUsage()
  let wrong = 0
  walk.take({ type: 'customer', n: 1, moves: [{ do: 'open', request: 'r1', intent: 'long' }] })
  for (let n = 2; n <= talk.events; n += 1) {
    const due = n % 4 === 0 ? undefined : walk.due()[0]
    const step = due === undefined ? undefined : graph.steps.get(due.step)
    wrong += walk
      .take(eventFor(n, step, talk.customer))
      .filter((action) => action.class !== 'due' && action.class !== 'permitted').length
  }
  const { user, system } = process.cpuUsage(from)
  assert(wrong === 0, `an agent that does what is due did ${wrong} wrong actions`)
  return (user + system) / 1_000
}

function eventFor(n: number, step: Step | undefined, customer: 'steady' | 'wavering'): WalkEvent {
  if (n % 4 === 0) {
    const message = n / 4
    const wavers = customer === 'wavering' && message % 20 === 0
    const value = wavers && (message / 20) % 2 === 0 ? 'no' : 'yes'
    const field = wavers ? 'f20' : `f${message % FIELDS}`
    return { type: 'customer', n, moves: [{ do: 'tell', request: 'r1', field, value }, { do: 'thank' }] }
  }
  if (step?.kind === 'act')
    return { type: 'called', n, tool: step.tool, input: {}, ok: true, reads: [], changes: [] }
  if (step?.kind === 'tell') {
    return {
      type: 'said',
      n,
      acts: [{ act: step.act, ...(step.about === null ? {} : { about: step.about }) }],
      said: saidIn(''),
    }
  }
  if (step?.kind === 'learn')
    return { type: 'said', n, acts: [{ act: 'request', field: step.field }], said: saidIn('') }
  return { type: 'said', n, acts: [{ act: 'comfort' }], said: saidIn('I see.') }
}

const AT: Place = { file: 'bench', line: 1, column: 1 }
const FIELDS = 40
const AROUND: Surroundings = {
  today: '2026-03-10',
  role: () => 'write',
  keyOf: () => 'id',
  row: () => null,
  possible: () => undefined,
}

/** One long procedure: learn, decide (both ways meet again), tell, act, over and over. */
function longGraph(size: number): Graph {
  const steps: Step[] = []
  const base = (place: number) => ({
    id: aStep(`long/s${place}`),
    procedure: 'long',
    source: `long/s${place}`,
    cites: [],
    needs: [],
    round: 1,
    at: AT,
  })
  for (let place = 0; place < size - 1; place += 1) {
    const next = aStep(`long/s${place + 1}`)
    const field = `f${Math.floor(place / 4) % FIELDS}`
    const kind = place % 4
    if (kind === 0) steps.push({ ...base(place), kind: 'learn', field, attemptsMax: null, next })
    else if (kind === 1) {
      const beyond = aStep(`long/s${Math.min(place + 2, size - 1)}`)
      const yes: Guard = {
        op: 'compare',
        name: `fields.${field}`,
        is: '==',
        value: 'yes',
        text: `fields.${field} == 'yes'`,
      }
      const no: Guard = { op: 'not', of: yes, text: 'otherwise' }
      const edge = { loops: false, at: AT }
      steps.push({
        ...base(place),
        kind: 'decide',
        choice: 'graph',
        edges: [
          { ...edge, id: `${place}>yes`, when: yes, otherwise: false, to: next },
          { ...edge, id: `${place}>no`, when: no, otherwise: true, to: beyond },
        ],
      })
    } else if (kind === 2)
      steps.push({
        ...base(place),
        kind: 'tell',
        act: 'inform',
        about: `t${place}`,
        mustSay: [],
        holds: [],
        next,
      })
    else steps.push({ ...base(place), kind: 'act', tool: `tool${place}`, constraints: [], next })
  }
  steps.push({ ...base(size - 1), kind: 'end' })
  const fieldOf = (name: string): FieldSpec => ({
    name,
    type: 'string',
    of: [],
    range: null,
    mayBe: [],
    settledBy: null,
    identity: false,
    shared: false,
    at: AT,
  })
  const names = ['intent', ...Array.from({ length: FIELDS }, (_, place) => `f${place}`)]
  const always: Guard = { op: 'constant', value: true, text: 'true' }
  return {
    sop: { file: 'sop.md', text: '', sections: [], clauses: new Map() },
    fields: new Map(names.map((name) => [name, fieldOf(name)])),
    records: new Map(),
    derived: new Map(),
    procedures: [{ id: 'long', for: always, start: aStep('long/s0'), at: AT }],
    steps: new Map(steps.map((step) => [step.id, step])),
    forbids: [],
    interrupts: [],
    waived: [],
  }
}
