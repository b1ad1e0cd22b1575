import { describe, expect, test } from 'vitest'
import type { CustomerMove } from '../../src/base/values/acts.ts'
import type { Customer, CustomerTurn, Strayed } from '../../src/conversation/customer/customer.ts'
import { type CustomerOptions, scriptedCustomer } from '../../src/conversation/customer/scripted-customer.ts'
import { customerEar } from '../../src/reading/customer-ear/ear.ts'
import { productTactics } from '../../src/runner/packs/product-tactics.ts'
import { packCases, type SoakCase, soak } from '../customer-soak.ts'
import { countMoves } from '../support/cards/count-moves.ts'
import { cardOf, FIXED_SCRIPT, lexicon, talk } from '../support/conversation/kettle-desk.ts'

const tactics = await productTactics()
const CONVERSATIONS = Number(process.env.SAGE_SOAK ?? 2_000)

/** Cards no pack may have yet: several requests, changed minds, corrections, refusals, lies, other languages. */
const HAND_MADE: readonly SoakCase[] = [
  cardOf(
    { hides: 'it fell off the balcony', lies: 'it came like that' },
    { truth: { bought_on: '2025-11-20' }, cannot: ['photo'] },
  ),
  cardOf({}, { refuses: ['mail', 'ref'], says_no_to: ['refund'] }),
  cardOf({}, { corrects: [{ field: 'ref', value: 'KT-9999', after_turn: 2 }], volunteers: ['ref'] }),
  cardOf({
    requests: [
      { intent: 'broken', wants: 'a new kettle', knows: { ref: 'KT-1042', mail: 'ada@brook.example' } },
      { intent: 'invoice', wants: 'an invoice', knows: { ref: 'KT-2000' }, comes: 'after-first' },
    ],
  }),
  cardOf({
    requests: [
      { intent: 'broken', wants: 'a new kettle', knows: { ref: 'KT-1042', mail: 'ada@brook.example' } },
      { intent: 'invoice', wants: 'an invoice', knows: { ref: 'KT-2000', mail: 'ada@brook.example' } },
    ],
  }),
  cardOf({
    requests: [
      { intent: 'broken', wants: 'a new kettle', knows: { ref: 'KT-1042' } },
      { intent: 'invoice', wants: 'an invoice', knows: { ref: 'KT-2000' }, comes: { instead_after_turn: 2 } },
    ],
  }),
  cardOf({ tone: 'angry' }),
].map((card, at) => ({ id: `hand-made/${at + 1}`, card, opens: at % 2 === 0 ? null : 'My kettle!', lexicon }))

test(`${CONVERSATIONS} conversations over the packs: nothing leaks, nothing is made up, all end by a named reason`, async () => {
  const found = await soak([...(await packCases()), ...HAND_MADE], [...tactics.values()], CONVERSATIONS)
  expect(found.faults).toEqual([])
  expect(found.conversations).toBe(CONVERSATIONS)
  expect(Object.keys(found.endings).sort()).toEqual(
    expect.arrayContaining(['declined', 'patience', 'satisfied']),
  )
})

test('the soak finds what is planted: a leak, an invention, a contradiction, a customer without an end', async () => {
  const planted = async (spoil: (turn: CustomerTurn, at: number) => CustomerTurn) => {
    const make = (options: CustomerOptions): Customer => {
      const honest = scriptedCustomer(options)
      let at = 0
      const spoiled = async (turn: CustomerTurn | Strayed | Promise<CustomerTurn | Strayed>) => {
        const made = await turn
        at += 1
        return 'strayed' in made ? made : spoil(made, at)
      }
      return { open: () => spoiled(honest.open()), answer: (heard) => spoiled(honest.answer(heard)) }
    }
    const { faults } = await soak(HAND_MADE.slice(0, 1), [], 10, make)
    return [...new Set(faults.map(({ what }) => what))]
  }
  const tell = (value: string): CustomerMove => ({ do: 'tell', request: 'r1', field: 'ref', value })
  expect(await planted((turn) => ({ ...turn, text: `${turn.text} ada@brook.example` }))).toContain(
    'an address nobody asked for',
  )
  expect(await planted((turn) => ({ ...turn, text: `${turn.text} 4711` }))).toContain(
    'number 4711 from nowhere',
  )
  expect(await planted((turn) => ({ ...turn, text: 'It fell off the balcony.' }))).toContain(
    'says what it hides',
  )
  const wavering = await planted((turn, at) => ({
    ...turn,
    act: { ...turn.act, moves: [tell(`KT-${at}`)] },
    leaves: false,
  }))
  expect(wavering).toEqual(
    expect.arrayContaining([
      'contradicts itself',
      'a claim that is not on the card',
      'told unasked',
      'did not end',
    ]),
  )
})

describe('dose: against one fixed script the declared count rises strictly from 0 to 3', () => {
  const preserving = [...tactics.values()].filter((tactic) => tactic.preserves === 'truth')
  test.each(preserving.map((tactic) => [tactic.id, tactic] as const))('%s', async (_id, tactic) => {
    const { raises } = tactic
    if (raises === undefined) return expect.fail('raises nothing')
    const card = cardOf(
      { lies: 'it came like that' },
      { cannot: ['photo'], knows: { ref: 'KT-1042', mail: 'ada@brook.example', bought_on: '2026-03-03' } },
    )
    for (const seed of [1, 2, 3]) {
      const moves = [0, 1, 2, 3].map(() => [] as CustomerMove[])
      for (const intensity of [0, 1, 2, 3] as const) {
        const turns = await talk(
          scriptedCustomer({
            card,
            opens: null,
            tactic,
            intensity,
            lexicon,
            seed,
            ear: customerEar(lexicon),
          }),
          FIXED_SCRIPT,
        )
        moves[intensity] = turns.flatMap(({ act }) => act.moves)
      }
      const [none = 0, one = 0, two = 0, three = 0] = moves.map((list) => countMoves(list, raises))
      expect([none, one > none, two > one, three > two], `${none} ${one} ${two} ${three}`).toEqual([
        0,
        true,
        true,
        true,
      ])
      for (const list of moves)
        expect(list.filter(changesTruth)).toEqual([{ do: 'open', request: 'r1', intent: 'broken' }])
    }
  })
})

const changesTruth = (move: CustomerMove): boolean =>
  ['open', 'withdraw', 'demand_human', 'abuse'].includes(move.do)

test('no question is dodged or met with silence twice: a second time would decide the case', async () => {
  for (const tactic of tactics.values()) {
    for (const seed of [1, 2, 3, 4, 5]) {
      const script = FIXED_SCRIPT.flatMap((text) => [text, text])
      const turns = await talk(
        scriptedCustomer({
          card: cardOf(),
          opens: null,
          tactic,
          intensity: 3,
          lexicon,
          seed,
          ear: customerEar(lexicon),
        }),
        script,
      )
      turns.slice(1).forEach(({ act }, at) => {
        const again = at % 2 === 1 && at < 8
        if (again)
          expect(
            act.moves.some((move) => move.do === 'tell' || move.do === 'lack'),
            tactic.id,
          ).toBe(true)
      })
    }
  }
})

/** Words around an answer that say nothing were what readers marked most: an answer is the answer, in the desk's words for it. */
test('a plain answer is one sentence in the words of the desk, with nothing around it', async () => {
  const frames = new Set<string>()
  for (let seed = 1; seed <= 300; seed += 1) {
    const [, answer] = await talk(
      scriptedCustomer({
        card: cardOf(),
        opens: null,
        tactic: null,
        intensity: 0,
        lexicon,
        seed,
        ear: customerEar(lexicon),
      }),
      ['What is your order number?'],
    )
    frames.add((answer?.text ?? '').toLowerCase().replace(/\.$/, ''))
  }
  const own = Object.values(lexicon.fields.ref?.answers ?? {})
    .flat()
    .map((frame) => frame.replace('{value}', 'KT-1042').toLowerCase().replace(/\.$/, ''))
  expect([...frames].filter((frame) => !own.includes(frame))).toEqual([])
})
