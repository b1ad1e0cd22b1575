import type { GraphFile, StepFile } from '../../src/graph/file/graph-file.ts'
import { between, chance, type Dice, pick } from '../random-graphs/dice.ts'

/** A random graph.yaml that fits the schema; it need not be sound: printing is total. */
export function randomFile(rng: Dice): GraphFile {
  const procedures = Object.fromEntries(
    Array.from({ length: between(rng, 1, 3) }, (_, index) => [
      `p${index}`,
      { for: `fields.intent == 'i${index}'`, ...randomScope(rng, ['part_a']) },
    ]),
  )
  return {
    format: 1,
    fields: {
      intent: { type: 'enum', of: ['i0', 'i1', 'i2'] },
      size: { type: 'number', range: [0, 90] },
      kind: { type: 'enum', of: ['big', 'small', 'odd'], may_be: ['refused', 'unavailable'] },
    },
    records: { order: { from: 'orders', by: 'fields.kind' } },
    derived: { age: { since: 'records.order.day', unit: 'days', range: [0, 99] } },
    procedures,
    sub_procedures: { part_a: randomScope(rng, []) },
    forbid: [{ id: 'no-a', kind: 'free_goods', tool: 'send', when: randomGuard(rng), cites: '1#1' }],
    interrupts: [
      {
        id: 'person',
        on: 'demand_human',
        nth: between(rng, 1, 3),
        start: 'a',
        cites: '2#1',
        steps: { a: { handover: 'asked', cites: '2#1' } },
      },
    ],
    waive: [{ clause: '9#9', because: 'a fact' }],
  }
}

function randomScope(
  rng: Dice,
  parts: readonly string[],
): { start: string; steps: Record<string, StepFile> } {
  const names = Array.from({ length: between(rng, 3, 10) }, (_, index) => `s${index}`)
  const steps: Record<string, StepFile> = {}
  names.forEach((name, index) => {
    const later = [...names.slice(index + 1), 'done']
    steps[name] = randomStep(rng, { later, before: names.slice(0, index), parts, name })
  })
  steps['done'] = { end: true }
  return { start: 's0', steps }
}

type Around = {
  readonly later: readonly string[]
  readonly before: readonly string[]
  readonly parts: readonly string[]
  readonly name: string
}

/** Every step tells of a topic, asks a field or writes an argument that bears its own name, so that no two are alike. */
function randomStep(rng: Dice, { later, before, parts, name }: Around): StepFile {
  const next = later[0] ?? 'done'
  const cites = `1#${between(rng, 1, 9)}`
  const [part] = parts
  switch (between(rng, 0, part === undefined ? 6 : 7)) {
    case 0:
      return { learn: pick(rng, ['size', 'kind']), attempts_max: between(rng, 1, 3), cites, next }
    case 1:
      return { check: 'order', tool: 'look', cites, next }
    case 2: {
      const back = chance(rng, 30) && before.length > 0 ? pick(rng, before) : null
      const loop = back === null ? {} : { loop: { max: between(rng, 1, 3), then: pick(rng, later) } }
      return {
        decide: [
          { when: randomGuard(rng), to: pick(rng, later), cites: `3#${between(rng, 1, 9)}` },
          { otherwise: back ?? next, ...loop },
        ],
        cites,
      }
    }
    case 3:
      return {
        act: `send_${name}`,
        with: { amount: `<= ${between(rng, 1, 99)}`, to: '== fields.kind' },
        cites,
        next,
      }
    case 4:
      return { confirm: name, attempts_max: 2, if_refused: pick(rng, later), cites, next }
    case 5:
      return { handover: `team_${name}`, cites }
    case 6:
      return { tell: pick(rng, ['inform', 'decline']), about: `about_${name}`, cites, next }
    default:
      return { run: part ?? 'part_a', next, exits: { over: pick(rng, later) } }
  }
}

function randomGuard(rng: Dice): string {
  const atom = (): string =>
    pick(rng, [
      `derived.age ${pick(rng, ['<=', '<', '>', '>='])} ${between(rng, 1, 90)}`,
      `fields.kind == '${pick(rng, ['big', 'small', 'odd'])}'`,
      `fields.kind in ['big', 'odd']`,
      `fields.kind == refused`,
      `records.order == absent`,
      `fields.size > ${between(rng, 1, 90)}`,
    ])
  const two = `${atom()} ${pick(rng, ['&&', '||'])} ${atom()}`
  return pick(rng, [atom(), atom(), two, `!(${two})`])
}
