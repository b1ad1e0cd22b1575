import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTHING_HEARD, questionOf } from '../../../test/support/conversation/heard-of.ts'
import { cardOf } from '../../../test/support/conversation/kettle-desk.ts'
import type { HeardByCustomer, QuestionTrait } from '../../base/values/heard.ts'
import type { Card } from '../../cards/card.ts'
import type { Confirmation } from './customer.ts'
import { decide, decideOpening } from './decide.ts'
import type { Plan } from './draft.ts'
import { type Character, newMind } from './mind.ts'
import { POLICY } from './policy.ts'

/** The table by itself: what was heard is made by hand, no reader and no words. */

type Over = Partial<HeardByCustomer>
type Step = Over | readonly [Over, readonly Confirmation[] | null]

const whoOf = (card: Card, intensity: Character['intensity'] = 0): Character => ({
  card,
  tactic: null,
  intensity,
  opens: null,
})

/** The plans of a customer that hears these turns, after its opening. `null` for confirmations: the desk is not ours. */
function plans(who: Character, ...steps: readonly Step[]): readonly Plan[] {
  let mind = decideOpening(who, newMind(who.card)).next
  return steps.map((step, at) => {
    const [over, confirmed] = Array.isArray(step) ? step : [step, []]
    const plan = decide(who, mind, [{ n: 2 * at + 2, heard: { ...NOTHING_HEARD, ...over } }], confirmed)
    mind = plan.next
    return plan
  })
}

const kinds = ({ act, says }: Plan): readonly string[] => [
  ...act.moves.map((move) => ('field' in move ? `${move.do} ${move.field}` : move.do)),
  ...(says === null ? [] : [says]),
]
const last = (list: readonly Plan[]): readonly string[] => kinds(list.at(-1) as Plan)

const yes =
  (...names: string[]) =>
  () => ({ is: 'yes' as const, names, sure: names })
const asks = (field: string, ...traits: readonly QuestionTrait[]): Over => ({
  questions: () => [questionOf({ wants: 'fact', fields: [field] }, ['mark', ...traits])],
})
const proposes = (tool: string): Over => ({
  questions: () => [questionOf({ wants: 'consent', tools: tool === '' ? [] : [tool] }, ['mark'])],
})
const card = cardOf({}, { served_by: ['replace'], answers: ['sent_on'], concerns: ['replace', 'sent_on'] })
const me = whoOf(card)
const sent = (tool: string, withWhat = {}): readonly Confirmation[] => [{ tool, with: withWhat }]

const CASES: readonly (readonly [
  row: string,
  does: readonly string[],
  who: Character,
  ...steps: readonly Step[],
])[] = [
  ['gives', ['tell ref'], me, asks('ref')],
  ['agrees', ['agree'], me, proposes('replace')],
  ['refuses', ['refuse'], whoOf(cardOf({}, { says_no_to: ['replace'] })), proposes('replace')],
  ['vague-to-a-refuser', ['hedge'], whoOf(cardOf({}, { says_no_to: ['replace'] })), proposes('')],
  ['sees-it-done', ['thank', 'leave'], me, [{}, sent('replace')]],
  ['sees-the-wrong-thing', ['wrongThing'], me, asks('ref'), [{}, sent('replace', { ref: 'KT-2401' })]],
  ['not-asked-for', ['notAsked'], me, [{}, sent('refund')]],
  ['nothing-came', ['nothingCame'], me, { claims: yes('replace') }],
  ['is-told-it-is-done', ['thank', 'leave'], me, [{ claims: yes('replace') }, null]],
  ['is-told', ['thank'], me, { tells: yes('sent_on') }],
  ['restates-the-wish', ['wish'], me, { tells: yes('opening_hours') }],
  ['says-what-is-missing', ['missing'], me, {}, {}],
  ['complains', ['complains'], me, {}, {}, {}],
  ['patience-is-spent', ['leave'], me, {}, {}, {}, {}, {}],
  ['objects', ['object'], me, { closes: () => true }],
  ['closed-twice', ['leave'], me, { closes: () => true }, { closes: () => true }],
  ['gives-up', ['leave'], me, { declines: yes() }],
  ['presses', ['push'], whoOf(cardOf({ yields_after: [1, 2, 2, 3] }), 1), { declines: yes() }],
  ['less-than-wanted', ['agree'], me, { ...proposes('replace'), declines: yes() }],
  [
    'wrong-value-proposed',
    ['tell ref'],
    me,
    asks('ref'),
    { ...proposes('replace'), unlike: (literal) => (literal === 'KT-1042' ? ['KT-1024'] : []) },
  ],
  [
    'corrects-the-desk',
    ['tell ref'],
    me,
    asks('ref'),
    { tells: yes('elsewhere'), unlike: (literal) => (literal === 'KT-1042' ? ['KT-1024'] : []) },
  ],
  [
    'no-to-the-file',
    ['notSo'],
    whoOf(cardOf({}, { says_no_to: ['replace'], because: 'I have moved' })),
    { questions: () => [questionOf({ wants: 'check' }, ['mark'])] },
  ],
  [
    'says-its-wish',
    ['wish'],
    whoOf(cardOf({}, { knows: {} })),
    { questions: () => [questionOf({ wants: 'anything' }, ['mark'])] },
  ],
  [
    'waits-for-a-colleague',
    ['heard'],
    me,
    { claims: yes('hand_over'), shows: (trait) => trait === 'hands-over' },
  ],
  ['goodbye-again', ['leave'], me, [{}, sent('replace')], {}],
]

test.each(CASES.map(([row, does, who, ...steps]) => ({ row, does, who, steps })))(
  'row $row: $does',
  ({ does, who, steps }) => {
    expect(last(plans(who, ...steps))).toEqual(does)
  },
)

test('nobody thanks for a refusal, and nobody protests after all is done', () => {
  const refused = plans(me, { declines: yes() })
  expect(last(refused)).not.toContain('thank')
  const done = plans(me, [{}, sent('replace')], { closes: () => true })
  expect(last(done)).toEqual(['leave'])
})

test('every row has a name of its own, and a reason', () => {
  expect(new Set(POLICY.map(({ id }) => id)).size).toBe(POLICY.length)
  for (const { id, why } of POLICY) expect(why.length, id).toBeGreaterThan(10)
})

const BEGIN = '<!-- the table: drawn from src/conversation/customer/policy.ts -->'
const END = '<!-- end of the table -->'

/** `SAGE_DOCS=write` draws it anew. */
test('docs/customers.md draws the table as it is', () => {
  const page = readFileSync('docs/customers.md', 'utf8')
  const [before = '', rest = ''] = page.split(BEGIN)
  const drawn = `${BEGIN}\n\n${drawing()}\n${END}`
  if (process.env.SAGE_DOCS === 'write')
    writeFileSync('docs/customers.md', `${before}${drawn}${rest.split(END)[1] ?? ''}`)
  else expect(page).toContain(drawn)
})

function drawing(): string {
  const head = '| row | stands | heard | card and memory | move | why |\n|---|---|---|---|---|---|\n'
  const rows = POLICY.map(({ id, phase, stands, hears, says, does, why }) =>
    [
      `${phase}: ${id}`,
      stands === 'any' ? '' : stands.join(', '),
      hears === '-' ? '' : hears,
      says.join('; '),
      does,
      why,
    ]
      .map((cell) => cell.replaceAll('|', '/'))
      .join(' | '),
  )
  return `${head}${rows.map((row) => `| ${row} |\n`).join('')}`
}
