import { ABSENT, REFUSED, UNAVAILABLE, type Value } from '../../base/values/value.ts'
import {
  allOf,
  anyOf,
  type Bound,
  constantsOf,
  FALSE,
  holdsIn,
  namesIn,
  notOf,
  TRUE,
} from '../tie/condition.ts'
import type { Derived } from '../tie/derived.ts'
import type { Desk } from '../tie/desk.ts'

/** What is known on a way through the procedure, and whether it decides a condition. */
export class Facts {
  readonly #desk: Desk
  readonly #derived: ReadonlyMap<string, Derived>
  readonly #known = new Map<string, boolean>()

  constructor(desk: Desk, derived: ReadonlyMap<string, Derived>) {
    this.#desk = desk
    this.#derived = derived
  }

  /** true or false where the facts say so, undefined where both can be. */
  decide(facts: readonly Bound[], condition: Bound): boolean | undefined {
    if (!this.#canBe([...facts, condition])) return false
    return this.#canBe([...facts, notOf(condition)]) ? undefined : true
  }

  /** The condition without the parts the facts settle. */
  simplify(facts: readonly Bound[], condition: Bound): Bound {
    const held = this.decide(facts, condition)
    if (held !== undefined) return held ? TRUE : FALSE
    if ('all' in condition) {
      const open = condition.all.filter((part) => this.decide(facts, part) !== true)
      return allOf(open.map((part) => this.simplify(facts, part)))
    }
    if ('any' in condition) {
      const open = condition.any.filter((part) => this.decide(facts, part) !== false)
      return anyOf(open.map((part) => this.simplify(facts, part)))
    }
    return 'not' in condition ? notOf(this.simplify(facts, condition.not)) : condition
  }

  /** Is there any situation in which all of them hold? */
  #canBe(conditions: readonly Bound[]): boolean {
    const relevant = this.#relevant(conditions)
    const key = JSON.stringify(relevant)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const names = this.#order([...new Set(relevant.flatMap(namesIn))])
    const values = new Map<string, Value>()
    const search = (at: number): boolean => {
      const read = (name: string) => values.get(name)
      if (relevant.some((one) => holdsIn(one, read) === false)) return false
      const name = names[at]
      if (name === undefined) return true
      for (const value of this.#samples(name, relevant)) {
        values.set(name, value)
        if (this.#fits(name, value, values) && search(at + 1)) return true
      }
      values.delete(name)
      return false
    }
    const can = search(0)
    this.#known.set(key, can)
    return can
  }

  /** Those that share a variable, directly or through others, with the last. */
  #relevant(conditions: readonly Bound[]): readonly Bound[] {
    const last = conditions.at(-1)
    if (last === undefined) return []
    const names = new Set(this.#order(namesIn(last)))
    const taken = new Set<Bound>([last])
    for (let grown = true; grown; ) {
      grown = false
      for (const one of conditions) {
        if (taken.has(one)) continue
        const own = this.#order(namesIn(one))
        if (!own.some((name) => names.has(name))) continue
        taken.add(one)
        for (const name of own) names.add(name)
        grown = true
      }
    }
    return [...taken]
  }

  /** With everything they hang on, keys before rows before what is counted from them. */
  #order(names: readonly string[]): readonly string[] {
    const found = new Set<string>()
    const add = (name: string): void => {
      if (found.has(name)) return
      for (const under of this.#under(name)) add(under)
      found.add(name)
    }
    for (const name of names) add(name)
    return [...found]
  }

  #under(name: string): readonly string[] {
    const [kind, first = '', column] = name.split('.')
    if (kind === 'derived') {
      const spec = this.#derived.get(first)
      if (spec === undefined) return []
      if ('same' in spec) return spec.same.map(rootOf)
      return ['since' in spec ? spec.since : 'until' in spec ? spec.until : spec.of]
    }
    if (kind !== 'records') return []
    if (column !== undefined) return [`records.${first}`]
    const by = this.#desk.records.find((record) => record.name === first)?.by
    return by === undefined ? [] : [by.startsWith('fields.') ? by : rootOf(by)]
  }

  #samples(name: string, conditions: readonly Bound[]): readonly Value[] {
    const constants = [...new Set(conditions.flatMap((one) => constantsOf(one, name)))]
    const numbers = constants.filter((one): one is number => typeof one === 'number')
    const around = numbers.flatMap((one) => [one - 1, one, one + 1])
    const [kind, first = '', last = ''] = name.split('.')
    if (kind === 'fields') {
      const field = this.#desk.fields.find(({ id }) => id === first)
      const lacks = (field?.mayBe ?? []).map((one) => (one === 'refused' ? REFUSED : UNAVAILABLE))
      if (first === 'intent') return this.#desk.intents.map(({ id }) => id)
      if (field?.type === 'boolean') return [true, false, ...lacks]
      if (field?.type === 'enum') return [...field.values.map(({ id }) => id), ...lacks]
      return [...(field?.type === 'number' ? (around.length > 0 ? around : [1]) : ['given']), ...lacks]
    }
    if (kind === 'derived') {
      const spec = this.#derived.get(first)
      return spec !== undefined && 'same' in spec
        ? [true, false]
        : [...(around.length > 0 ? around : [0]), ABSENT]
    }
    if (last === '') return [true, ABSENT]
    const column = this.#desk.columns.find(({ variable }) => variable === name)?.column
    if (column?.type === 'enum') return [...column.of, ABSENT]
    if (column?.type === 'boolean') return [true, false, ABSENT]
    return [...(column?.type === 'number' ? (around.length > 0 ? around : [1]) : ['given']), ABSENT]
  }

  /** No row without a key, no column without a row, no days without a date. */
  #fits(name: string, value: Value, values: ReadonlyMap<string, Value>): boolean {
    const [kind, first = '', column] = name.split('.')
    const isLacking = (other: string) => {
      const read = values.get(other)
      return read === ABSENT || read === REFUSED || read === UNAVAILABLE
    }
    if (kind === 'derived') {
      const spec = this.#derived.get(first)
      if (spec === undefined) return true
      if ('same' in spec) return value !== true || !spec.same.map(rootOf).some(isLacking)
      return (value === ABSENT) === this.#under(name).some(isLacking)
    }
    if (kind !== 'records') return true
    if (column === undefined) {
      const record = this.#desk.records.find((one) => one.name === first)
      const keyless = this.#under(name).some(isLacking)
      if (keyless) return value === ABSENT
      return !(record?.required === true && value === ABSENT)
    }
    const optional = this.#desk.columns.find(({ variable }) => variable === name)?.column.optional ?? true
    return isLacking(`records.${first}`) ? value === ABSENT : value !== ABSENT || optional
  }
}

/** `records.order.status` hangs on `records.order`, a field on itself. */
const rootOf = (name: string): string =>
  name.startsWith('records.') ? name.split('.').slice(0, 2).join('.') : name
