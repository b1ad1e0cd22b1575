import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LUNCH_FACTS, LUNCH_GRAPH, LUNCH_SOP } from '../../test/fixtures/lunch-desk.ts'
import { aStep } from '../../test/support/base/ids.ts'
import { plantedIn } from '../../test/support/planted/planted.ts'
import { GraphFile } from './file/graph-file.ts'
import { loadGraph } from './load.ts'
import type { Graph } from './model/graph.ts'

const load = (graph: string, sop = LUNCH_SOP) =>
  loadGraph({ graph: { file: 'graph.yaml', text: graph }, sop: { file: 'sop.md', text: sop } }, LUNCH_FACTS)
const loaded = (graph: string): Graph => {
  const { value, problems } = load(graph)
  if (value === undefined) throw problems
  return value
}
/** The example with a change: what is wrong now, as `code message`. */
const wrong = (change: (graph: string) => string, sop = LUNCH_SOP): readonly string[] => {
  const changed = change(LUNCH_GRAPH)
  expect(changed === LUNCH_GRAPH && sop === LUNCH_SOP).toBe(false)
  return load(changed, sop).problems.map((it) => `${it.code}: ${it.message}`)
}
const swap = (from: string, to: string) => (graph: string) => graph.replace(from, to)

describe('the worked example', () => {
  test('[C2] [C3] loads without a problem', () => {
    const { value, problems } = load(LUNCH_GRAPH)
    expect(problems).toEqual([])
    expect(value?.steps.size).toBe(17)
    expect(value?.procedures[0]?.start).toBe('damaged/ask_order')
  })

  test('an otherwise is the negation of the others', () => {
    const proof = loaded(LUNCH_GRAPH).steps.get(aStep('damaged/proof'))
    expect(proof?.kind === 'decide' && proof.edges[1]).toMatchObject({
      id: 'damaged/proof>damaged/no_proof',
      otherwise: true,
      when: {
        op: 'not',
        of: { op: 'compare', name: 'fields.has_photo' },
        text: '!(fields.has_photo == true)',
      },
    })
  })
})

test('[C1] a step nobody leads to', () => {
  expect(wrong((it) => it.replace('otherwise: too_late', 'otherwise: no_proof'))).toEqual([
    'unreachable: step "too_late" of "damaged" cannot be reached',
  ])
  expect(
    wrong(
      (it) =>
        `${it}sub_procedures: { spare: { start: a, steps: { a: { tell: inform, cites: "4#1", next: exit } } } }\n`,
    ),
  ).toEqual(['unreachable: no procedure runs "spare"'])
})

describe('[C2] completeness and exclusiveness', () => {
  test('the message gives the assignment with no edge', () => {
    expect(
      wrong(swap('{ otherwise: too_late }', '{ when: "derived.days_since_delivery > 31", to: too_late }')),
    ).toEqual(['decide-incomplete: decide "damaged/window" has no edge for derived.days_since_delivery = 31'])
  })
  test('or with two, and both edges', () => {
    expect(
      wrong(swap('{ otherwise: no_proof }', '{ when: "fields.has_photo != refused", to: no_proof }')),
    ).toEqual([
      'decide-incomplete: decide "damaged/proof" has no edge for fields.has_photo = refused',
      'decide-ambiguous: decide "damaged/proof" has two edges for fields.has_photo = true: "fields.has_photo == true" and "fields.has_photo != refused"',
    ])
  })
  test('choice: agent may have two, not none', () => {
    const choice = (guard: string) =>
      wrong((it) =>
        it.replace(
          '{ otherwise: no_proof } ], cites: "4#2,4#4" }',
          `{ when: "${guard}", to: no_proof } ], choice: agent, cites: "4#2,4#4" }`,
        ),
      )
    expect(choice('fields.has_photo != absent || true')).not.toContain('ambiguous')
    expect(choice('fields.has_photo in [true, false]')).toEqual([
      'decide-incomplete: decide "damaged/proof" has no edge for fields.has_photo = refused',
    ])
  })
  test('a decision before it may have excluded a value', () => {
    // `known` has sent an absent order away: no later decide need handle it.
    const byStatus = swap('{ otherwise: window } ]', `{ otherwise: state } ]`)
    const state = (values: string) => (graph: string) =>
      byStatus(graph).replace(
        '      window:',
        `      state: { decide: [ { when: "records.order.status in ['paid', 'packed']", to: too_late }, { when: "records.order.status in [${values}]", to: window } ], cites: "4#5" }\n      window:`,
      )
    expect(load(state("'shipped', 'delivered', 'cancelled'")(LUNCH_GRAPH)).problems).toEqual([])
    expect(wrong(state("'shipped', 'delivered'"))).toEqual([
      'decide-incomplete: decide "damaged/state" has no edge for records.order.status = cancelled',
    ])
  })
  test('too many combinations are refused, not sampled', () => {
    const fields = Array.from({ length: 18 }, (_, at) => `  b${at}: { type: boolean }`).join('\n')
    const learns = Array.from(
      { length: 18 },
      (_, at) => `      l${at}: { learn: b${at}, cites: "4#1", next: ${at < 17 ? `l${at + 1}` : 'big'} }`,
    ).join('\n')
    const all = Array.from({ length: 18 }, (_, at) => `fields.b${at}`).join(' && ')
    expect(
      wrong((it) =>
        it
          .replace('  intent:  ', `${fields}\n  intent:  `)
          .replace('start: ask_order', 'start: l0')
          .replace(
            '      ask_order:',
            `${learns}\n      big: { decide: [ { when: "${all}", to: ask_order }, { otherwise: ask_order } ], cites: "4#1" }\n      ask_order:`,
          ),
      ),
    ).toEqual([
      'decide-too-large: decide "damaged/big" has more than 200000 combinations of values: too many to check',
    ])
  })
  test('an edge nobody can take is a warning', () => {
    const { value, problems } = load(
      LUNCH_GRAPH.replace(
        '{ otherwise: who } ]',
        '{ when: "records.order != absent", to: who }, { otherwise: no_order } ]',
      ),
    )
    expect(value).toBeDefined()
    expect(problems.map((it) => `${it.severity} ${it.code} ${it.line}:${it.column}`)).toEqual([
      'warning edge-never-taken 20:128',
    ])
  })
})

describe('[C3] [V4] settled on every way', () => {
  test('the unsettled way is printed as steps', () => {
    expect(
      wrong(
        swap(
          'unavailable", to: no_order }, { otherwise: look_up }',
          'unavailable", to: look_up }, { otherwise: known }',
        ),
      ),
    ).toContain(
      'unsettled: "damaged/known" reads "records.order", which is not settled on the way ask_order -> has_order -> known',
    )
  })
  test('a field never learned', () => {
    const found = wrong((it) => it.replace('to: ask_photo', 'to: proof').replace(/ {6}ask_photo:.*\n/, ''))
    expect(found).toEqual([
      'unsettled: "damaged/proof" reads "fields.has_photo", which is not settled on the way ask_order -> has_order -> look_up -> known -> who -> serial -> window -> proof',
    ])
  })
  test('a record without a key is settled without a look-up', () => {
    // On the way with a refused number nothing is looked up, and `known` may still be asked.
    expect(
      load(LUNCH_GRAPH.replace('unavailable", to: no_order }', 'unavailable", to: known }')).problems,
    ).toEqual([])
  })
  test('a check needs its key', () => {
    expect(
      wrong((it) =>
        it.replace('start: ask_order', 'start: look_up').replace(/ {6}ask_order:.*\n.*\n/, ''),
      )[0],
    ).toBe(
      'unsettled: "damaged/look_up" looks up by "fields.order_id", which is not settled on the way look_up',
    )
  })
})

describe('[C4] circles', () => {
  test('without a loop are refused, and named', () => {
    expect(wrong(swap('{ otherwise: no_proof }', '{ otherwise: ask_photo }'))).toContain(
      'unbounded-loop: a cycle without a limit in "damaged": ask_photo -> proof -> ask_photo',
    )
  })
  test('a loop that never comes back', () => {
    expect(
      wrong(swap('{ otherwise: no_proof }', '{ otherwise: no_proof, loop: { max: 2, then: no_proof } }')),
    ).toEqual(['loop-without-return: the loop from "proof" to "no_proof" never comes back to "proof"'])
  })
  test('sub-procedures that run each other', () => {
    const subs = `sub_procedures:
  one: { start: a, steps: { a: { run: two, next: exit } } }
  two: { start: b, steps: { b: { run: one, next: exit } } }
`
    expect(
      wrong((it) =>
        it
          .replace('no_order:   {', 'sub:        { run: one, next: done }\n      no_order:   {')
          .replace('otherwise: too_late', 'otherwise: sub')
          .concat(subs),
      ),
    ).toContain('sub-procedure-cycle: sub-procedures call each other in a cycle: one -> two -> one')
  })
})

describe('[C5] clauses', () => {
  test('every step but end cites one', () => {
    expect(wrong(swap('{ handover: serial_claims, cites: "4#6" }', '{ handover: serial_claims }'))).toEqual([
      'no-citation: step "human" of "damaged" does not cite a clause',
    ])
  })
  test('every clause is cited or waived with a reason', () => {
    const sop = `${LUNCH_SOP}\nWe love lunch.\n`
    const { problems } = load(LUNCH_GRAPH, sop)
    expect(problems.map((it) => `${it.file}:${it.line}:${it.column} ${it.code}`)).toEqual([
      'sop.md:11:1 clause-uncited',
    ])
    expect(
      load(`${LUNCH_GRAPH}waive: [ { clause: "4#7", because: "says how we feel" } ]\n`, sop).problems,
    ).toEqual([])
  })
})

describe('[C6] guards', () => {
  test('are type-checked, with the place inside the guard', () => {
    const { problems } = load(
      LUNCH_GRAPH.replace('"fields.order_id == refused ||', '"fields.order_id == refusd ||').replace(
        'fields.has_photo == true',
        "fields.has_photo == 'yes'",
      ),
    )
    expect(problems.map((it) => `${it.line}:${it.column} ${it.code} ${it.hint}`)).toEqual([
      "18:59 guard-refused Put words in quotes: 'refusd'.",
      '25:40 constant-type undefined',
    ])
  })
  test('a field that may not be refused is never refused', () => {
    expect(wrong(swap('"fields.has_photo == true"', '"fields.has_photo == absent"'))).toContain(
      'constant-unknown: guard "fields.has_photo == absent": "fields.has_photo": it is never absent',
    )
  })
  test('done.* names a step', () => {
    expect(
      load(LUNCH_GRAPH.replace('"fields.has_photo == true"', '"fields.has_photo == true && !done.replace"'))
        .problems,
    ).toEqual([])
    expect(
      wrong(swap('"fields.has_photo == true"', '"fields.has_photo == true && !done.replac"'))[0],
    ).toMatch(/^unknown-variable/)
  })
})

test.each(plantedIn('lunch-graph', 'names'))('[C7] every name resolves: $says', ({ from, to, says }) => {
  expect(wrong(swap(from, to))).toContain(says)
})

test('[C7] a name nearly right gets a hint', () => {
  expect(load(LUNCH_GRAPH.replace('next: has_order', 'next: has_ordr')).problems[0]).toMatchObject({
    line: 17,
    hint: 'Did you mean "has_order"?',
  })
})

test('[C8] attempts_max needs refused, and one number', () => {
  expect(
    wrong(
      swap(
        'order_id:     { type: string, may_be: [refused, unavailable] }',
        'order_id:     { type: string, may_be: [unavailable] }',
      ),
    ),
  ).toContain('attempts-without-refused: "order_id" has attempts_max but can never be refused')
  expect(
    wrong(
      swap(
        'no_order:   {',
        'again:      { learn: has_photo, attempts_max: 3, cites: "4#4", next: done }\n      no_order:   {',
      ),
    ),
  ).toContain('attempts-differ: "has_photo" is learned with attempts_max 2 and 3 in "damaged"')
})

test('[C9] each intent has exactly one procedure, chosen by the intent alone', () => {
  expect(wrong(swap('of: [damaged]', 'of: [damaged, late]'))).toEqual([
    'intent-without-procedure: no procedure is for the intent "late"',
  ])
  expect(
    wrong((it) =>
      it
        .replace(
          'forbid:',
          `  twin:\n    for: "fields.intent != 'x'"\n    start: a\n    steps: { a: { end: true } }\nforbid:`,
        )
        .replace('of: [damaged]', 'of: [damaged, x]'),
    ),
  ).toEqual([
    'intent-without-procedure: no procedure is for the intent "x"',
    'intent-with-two-procedures: "damaged" and "twin" are for the same intent "damaged"',
  ])
  expect(wrong(swap(`for: "fields.intent == 'damaged'"`, 'for: "fields.has_photo"'))[0]).toMatch(
    /^for-reads-more/,
  )
})

test('all problems come at once, in file order', () => {
  const found = load(
    LUNCH_GRAPH.replace('next: has_order', 'next: has_ordr')
      .replace('check: customer', 'check: custmer')
      .replace('"4#5", next', '"4#9", next'),
  ).problems
  expect(found.map((it) => it.line)).toEqual([17, 21, 30])
})

test('the schema can be published', () => {
  const schema = z.toJSONSchema(GraphFile)
  expect(JSON.stringify(schema)).toContain('attempts_max')
})

describe('[V2] [V8] what a special passes on', () => {
  const byPast = (guard: string) =>
    load(
      LUNCH_GRAPH.replace(
        'derived:\n',
        `derived:\n  known_email: { same: [fields.order_id, records.customer.email] }\n  over: { of: records.customer.replacements_this_year, minus: records.order.total, range: [-100, 100] }\n`,
      )
        .replace('{ otherwise: window } ]', '{ otherwise: extra } ]')
        .replace('      window:', `      extra: { decide: [ ${guard} ], cites: "4#6" }\n      window:`),
    ).problems.map((it) => `${it.code} ${it.message}`)

  test('a required record is there whenever its key is', () => {
    expect(
      byPast(
        '{ when: "records.customer.replacements_this_year <= 1", to: window }, { when: "records.customer.replacements_this_year > 1", to: too_late }',
      ),
    ).toEqual([])
    expect(load(LUNCH_GRAPH.replace(', required: true', '')).problems).toEqual([])
    const loose = LUNCH_GRAPH.replace(', required: true', '').replace(
      '{ otherwise: window } ]',
      '{ when: "records.customer.replacements_this_year <= 2", to: window } ]',
    )
    expect(load(loose).problems.map((it) => it.message)).toEqual([
      'decide "damaged/serial" has no edge for records.customer.replacements_this_year = absent',
    ])
  })
  test('same is true or false once settled, a difference is data where both inputs are', () => {
    expect(
      byPast(
        '{ when: "derived.known_email", to: window }, { when: "derived.known_email == false", to: too_late }',
      ),
    ).toEqual([])
    expect(
      byPast('{ when: "derived.over <= 0", to: window }, { when: "derived.over > 0", to: too_late }'),
    ).toEqual([])
  })
  test('days since an empty date are absent', () => {
    expect(
      byPast(
        '{ when: "derived.days_since_delivery <= 3", to: window }, { when: "derived.days_since_delivery > 3", to: too_late }',
      ),
    ).toContain(
      'decide-incomplete decide "damaged/extra" has no edge for derived.days_since_delivery = absent',
    )
  })
  test('after a write a row may hold anything again', () => {
    const afterWrite = (guards: string) =>
      load(
        LUNCH_GRAPH.replace('cites: "4#2", next: done }', 'cites: "4#2", next: after }').replace(
          '      no_order:',
          `      after: { decide: [ ${guards} ], cites: "4#2" }\n      no_order:`,
        ),
      ).problems.map((it) => it.message)
    expect(
      afterWrite('{ when: "records.order.status == \'paid\'", to: done }, { otherwise: no_proof }'),
    ).toEqual([])
    expect(afterWrite('{ when: "derived.days_since_delivery <= 30", to: done }')).toEqual([
      'decide "damaged/after" has no edge for derived.days_since_delivery = 31',
    ])
  })
})
