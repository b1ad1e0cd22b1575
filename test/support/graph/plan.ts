import { assert } from '../../../src/base/assert.ts'
import { loadGraph } from '../../../src/graph/load.ts'
import type { Graph } from '../../../src/graph/model/graph.ts'
import type { GraphFacts } from '../../../src/graph/model/graph-facts.ts'
import { type Space, spaceOf } from '../../../src/graph/paths/paths-space.ts'

/** For tests only: a small desk with a window, a photo, a loop, a choice, a confirmation and two interrupts. */
const TODAY = '2026-03-10'

const FACTS: GraphFacts = {
  tables: new Map([
    [
      'orders',
      {
        key: 'order_id',
        columns: new Map([
          ['order_id', { type: 'string', of: [], optional: false }],
          ['owner', { type: 'string', of: [], optional: false }],
          ['delivered_on', { type: 'date', of: [], optional: true }],
          ['total', { type: 'number', of: [], optional: false }],
        ]),
      },
    ],
    [
      'people',
      {
        key: 'person_id',
        columns: new Map([
          ['person_id', { type: 'string', of: [], optional: false }],
          ['email', { type: 'string', of: [], optional: false }],
        ]),
      },
    ],
  ]),
  tools: new Map([
    ['look', { role: 'read', parameters: ['order_id'] }],
    ['who', { role: 'read', parameters: ['person_id'] }],
    ['send', { role: 'write', parameters: ['order_id'] }],
    ['pay', { role: 'write', parameters: ['order_id'] }],
    ['hand_over', { role: 'handover', parameters: ['reason'] }],
    ['close', { role: 'close', parameters: [] }],
  ]),
}

const SOP = `## 1. Returns

We help within a window of 100 days. Without a photo we say no. We hand over on demand. Be polite.
`

const HEAD = `
format: 1
fields:
  intent: { type: enum, of: [broken] }
  order_id: { type: string, may_be: [refused] }
  email: { type: string, identity: true, may_be: [refused] }
  photo: { type: boolean, may_be: [refused] }
  pieces: { type: number, range: [1, 9] }
records:
  order: { from: orders, by: fields.order_id }
  owner: { from: people, by: records.order.owner, required: true }
derived:
  days: { since: records.order.delivered_on, unit: days, range: [0, 400] }
  hours: { since: records.order.delivered_on, unit: hours, range: [0, 9600] }
  mine: { same: [fields.email, records.owner.email] }
waive: [ { clause: "1#4", because: tone } ]
`

/** A graph of one procedure from its steps (YAML, \`name: { ... }\` a line), first step first. */
export function graphOfSteps(steps: string, more = INTERRUPT): Graph {
  const lines = steps.split('\n').filter((line) => line.trim() !== '')
  const start = /^\s*(\w+):/.exec(lines[0] ?? '')?.[1] ?? ''
  const body = lines.map((line) => `      ${line.trim()}`).join('\n')
  const text = `${HEAD}procedures:\n  broken:\n    for: "fields.intent == 'broken'"\n    start: ${start}\n    steps:\n${body}\n${more}`
  const reading = loadGraph(
    { graph: { file: 'graph.yaml', text }, sop: { file: 'sop.md', text: SOP } },
    FACTS,
  )
  const said = reading.problems.map((one) => one.message).join('; ')
  assert(reading.value !== undefined, said)
  return reading.value
}

const INTERRUPT = `interrupts:
  - { id: human, on: demand_human, nth: 1, start: out, cites: "1#3", steps: { out: { handover: asked, cites: "1#3" } } }
`

export const spaceOfSteps = (steps: string, more?: string): Space =>
  spaceOf(graphOfSteps(steps, more), { today: TODAY, facts: FACTS })

export const RETURNS = `
  ask: { learn: order_id, attempts_max: 2, cites: "1#1", next: has }
  has: { decide: [ { when: "fields.order_id == refused", to: no }, { otherwise: look } ], cites: "1#1" }
  look: { check: order, tool: look, cites: "1#1", next: known }
  known: { decide: [ { when: "records.order == absent", to: no }, { otherwise: window } ], cites: "1#1" }
  window: { decide: [ { when: "derived.days <= 100", to: photo }, { otherwise: late } ], cites: "1#1" }
  photo: { learn: photo, attempts_max: 2, cites: "1#2", next: proof }
  proof: { decide: [ { when: "fields.photo == true", to: sure }, { otherwise: no } ], cites: "1#2" }
  sure: { confirm: send, attempts_max: 2, cites: "1#1", next: send }
  send: { act: send, with: { order_id: "== fields.order_id" }, cites: "1#1", next: done }
  late: { tell: decline, about: late, cites: "1#1", next: done }
  no: { tell: decline, about: proof, cites: "1#2", next: done }
  done: { end: true }
`

export const LOOPING = `
  who: { learn: order_id, attempts_max: 2, cites: "1#1", next: gave }
  gave: { decide: [ { when: "fields.order_id == refused", to: no }, { otherwise: look } ], cites: "1#1" }
  look: { check: order, tool: look, cites: "1#1", next: known }
  known: { decide: [ { when: "records.order != absent", to: yes }, { otherwise: who, loop: { max: 3, then: no } } ], cites: "1#1" }
  yes: { tell: inform, about: found, cites: "1#1,1#2", next: done }
  no: { tell: decline, about: proof, cites: "1#2", next: done }
  done: { end: true }
`
