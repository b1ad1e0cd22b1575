import type { CompareOp, Guard, VarName } from '../../src/base/guards/guard.ts'
import { ABSENT, REFUSED, Special, UNAVAILABLE, type Value } from '../../src/base/values/value.ts'
import { STATES } from './desk.ts'
import { between, chance, type Dice, pick } from './dice.ts'

/** What values a variable of a random graph takes: the constants its guards are drawn from. */
export type Domain = { readonly values: readonly Value[]; readonly ordered: boolean }

const data = (values: readonly Value[], ordered = false): Domain => ({ values, ordered })
const numbers = (low: number, high: number): readonly number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i)
const LACKS = [REFUSED, UNAVAILABLE] as const

/** every variable a guard may read, but for `done.*` */
export const DOMAINS: Readonly<Record<VarName, Domain>> = {
  'fields.order_id': data(['o1', 'o2', ...LACKS]),
  'fields.email': data(['ann@x.org', REFUSED]),
  'fields.color': data(['red', 'blue', 'green', ...LACKS]),
  'fields.photo': data([true, ...LACKS]),
  'fields.quantity': data([...numbers(1, 5), REFUSED], true),
  'fields.day': data(['2026-03-05', '2026-03-09', UNAVAILABLE], true),
  'fields.sure': data([true]),
  'records.order': data([ABSENT]),
  'records.order.state': data([...STATES, ABSENT]),
  'records.order.total': data([...numbers(0, 9), ABSENT], true),
  'records.order.fragile': data([true, ABSENT]),
  'records.customer': data([ABSENT]),
  'records.customer.tier': data(['gold', 'iron', ABSENT]),
  'records.customer.count': data([...numbers(0, 4), ABSENT], true),
  'records.account': data([ABSENT]),
  'records.account.tier': data(['gold', ABSENT]),
  'derived.age': data([5, 20, 45, ABSENT], true),
  'derived.left': data([-2, 0, 3, ABSENT], true),
  'derived.mine': data([true]),
  'derived.wait': data([-24, 0, 24, ABSENT], true),
}

export const constant = (value: boolean): Guard => ({ op: 'constant', value, text: String(value) })
export const compare = (name: VarName, is: CompareOp, value: Value): Guard => ({
  op: 'compare',
  name,
  is,
  value,
  text: `${name} ${is} ${show(value)}`,
})
export const not = (of: Guard): Guard => ({ op: 'not', of, text: `!(${of.text})` })
export const all = (of: readonly Guard[]): Guard =>
  of.length === 1 && of[0] !== undefined
    ? of[0]
    : { op: 'and', of, text: of.map(({ text }) => `(${text})`).join(' && ') }
const any = (of: readonly Guard[]): Guard => ({
  op: 'or',
  of,
  text: of.map(({ text }) => `(${text})`).join(' || '),
})

const show = (value: Value): string =>
  value instanceof Special ? value.word : typeof value === 'string' ? `'${value}'` : String(value)

/** a comparison, or two joined, over some of these variables */
export function randomGuard(rng: Dice, names: readonly VarName[]): Guard {
  if (chance(rng, 70)) return randomAtom(rng, pick(rng, names))
  const parts = [randomAtom(rng, pick(rng, names)), randomAtom(rng, pick(rng, names))]
  const joined = chance(rng, 50) ? all(parts) : any(parts)
  return chance(rng, 20) ? not(joined) : joined
}

function randomAtom(rng: Dice, name: VarName): Guard {
  if (name.startsWith('done.')) return compare(name, chance(rng, 80) ? '==' : '!=', true)
  const { values, ordered } = DOMAINS[name] ?? data([true])
  const plain = values.filter((value) => !(value instanceof Special))
  if (ordered && chance(rng, 70)) return compare(name, pick(rng, ['<', '<=', '>', '>=']), pick(rng, plain))
  if (values.length > 2 && chance(rng, 30)) {
    const some = values.filter(() => chance(rng, 50))
    const list = some.length === 0 ? values.slice(0, 1) : some
    return { op: 'in', name, values: list, text: `${name} in [${list.map(show).join(', ')}]` }
  }
  return compare(name, chance(rng, 75) ? '==' : '!=', pick(rng, values))
}

/** Two to three guards of which exactly one holds, whatever the values; the last is the `otherwise`. */
export function exclusiveGuards(
  rng: Dice,
  names: readonly VarName[],
): readonly { when: Guard; otherwise: boolean }[] {
  const first = randomGuard(rng, names)
  if (chance(rng, 65))
    return [
      { when: first, otherwise: false },
      { when: not(first), otherwise: true },
    ]
  const second = all([randomGuard(rng, names), not(first)])
  return [
    { when: first, otherwise: false },
    { when: second, otherwise: false },
    { when: all([not(first), not(second)]), otherwise: true },
  ]
}

/** Guards of which at least one holds: edges the agent may choose among. */
export function choiceGuards(
  rng: Dice,
  names: readonly VarName[],
): readonly { when: Guard; otherwise: boolean }[] {
  const free = [
    { when: constant(true), otherwise: false },
    { when: constant(true), otherwise: false },
  ]
  const guarded =
    names.length === 0 || chance(rng, 40) ? [] : [{ when: randomGuard(rng, names), otherwise: false }]
  return between(rng, 0, 1) === 0 ? [...free.slice(guarded.length), ...guarded] : [...guarded, ...free]
}
