import { expect, test } from 'vitest'
import { type Assignment, truePath } from '../../../test/support/graph/true-path.ts'
import { deskOf, graphOf } from '../../../test/support/graph/walk.ts'
import { type Scalar, UNAVAILABLE, type Value } from '../../base/values/value.ts'

const desk = deskOf()
const situation = (
  fields: Record<string, Value | readonly Value[]>,
  more: Partial<Assignment> = {},
): Assignment => ({
  intent: 'p',
  today: desk.around.today,
  fields: new Map(Object.entries(fields)),
  keyOf: desk.around.keyOf,
  row: (table: string, column: string, value: Scalar) => desk.around.row(table, column, value),
  agrees: () => true,
  choose: (_, [first]) => {
    if (first === undefined) expect.unreachable()
    return first
  },
  ...more,
})
const walked = (picture: string, assignment: Assignment): string => {
  const { steps, deadEnd } = truePath(graphOf(picture), assignment)
  return [...steps.map((id) => id.slice(2)), ...(deadEnd === undefined ? [] : [`(${deadEnd})`])].join(' ')
}

const SHOP = `
  order  learn order_id -> look
  look   check order look -> young
  young  decide derived.age <= 30 -> photo | otherwise -> late
  photo  learn photo -> proof
  proof  decide fields.photo == true -> agree | otherwise -> late
  agree  confirm send -> send / late
  send   act ship -> done
  late   tell decline/late -> done
  done   end`

test('[P1] the path of one full assignment', () => {
  expect(walked(SHOP, situation({ order_id: 'O1', photo: true }))).toBe(
    'order look young photo proof agree send done',
  )
  expect(walked(SHOP, situation({ order_id: 'O1', photo: UNAVAILABLE }))).toBe(
    'order look young photo proof late done',
  )
  expect(walked(SHOP, situation({ order_id: 'O2', photo: true }))).toBe('order look young late done')
  expect(walked(SHOP, situation({ order_id: 'O1', photo: true }, { agrees: () => false }))).toBe(
    'order look young photo proof agree late done',
  )
  expect(truePath(graphOf(SHOP), situation({ order_id: 'O1', photo: true })).edges).toEqual([
    'p/young>photo0',
    'p/proof>agree0',
    'p/agree>yes',
  ])
})

test('[P1] loop rounds take the next of the listed values, then the last', () => {
  const loop = `
    ask      learn photo -> sharp
    sharp    decide fields.photo == 'blurred' => ask~2 | otherwise -> done
    ask~2    learn photo -> sharp~2
    sharp~2  decide fields.photo == 'blurred' => ask~3 | otherwise -> done
    ask~3    learn photo -> sharp~3
    sharp~3  decide fields.photo == 'blurred' -> no | otherwise -> done
    no       tell decline/no -> done
    done     end`
  expect(walked(loop, situation({ photo: 'sharp' }))).toBe('ask sharp done')
  expect(walked(loop, situation({ photo: ['blurred', 'sharp'] }))).toBe('ask sharp ask~2 sharp~2 done')
  expect(walked(loop, situation({ photo: ['blurred', 'blurred'] }))).toBe(
    'ask sharp ask~2 sharp~2 ask~3 sharp~3 no done',
  )
})

test('[P1] choices are the given ones, done-facts are what was passed, dead ends are named', () => {
  const optional = `
    may    choice true -> gift | true -> pay
    gift   tell offer/gift -> pay
    pay    act pay -> said
    said   decide done.gift == true -> done | otherwise -> bye
    bye    tell inform/bye -> done
    done   end`
  expect(walked(optional, situation({}))).toBe('may gift pay said done')
  const last: Partial<Assignment> = { choose: (_, edges) => edges.at(-1) ?? expect.unreachable() }
  expect(walked(optional, situation({}, last))).toBe('may pay said bye done')
  expect(
    walked('ask confirm pay -> pay\n pay act pay -> done\n done end', situation({}, { agrees: () => false })),
  ).toBe('ask (a no to p/ask withdraws the request)')
  expect(walked("a decide fields.size == 'x' -> b\n b end", situation({}))).toBe('a (no edge of p/a holds)')
  expect(walked('procedure q a\n a end', situation({}))).toBe('(no procedure is for p)')
})
