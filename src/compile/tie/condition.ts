import { compareValues } from '../../base/guards/guard-evaluate.ts'
import { Special, type Value } from '../../base/values/value.ts'

/** A condition tied to variables: what a guard says, before it is text. */
export type Bound =
  | { readonly all: readonly Bound[] }
  | { readonly any: readonly Bound[] }
  | { readonly not: Bound }
  | { readonly name: string; readonly is: '==' | '!=' | '<' | '<=' | '>' | '>='; readonly value: Value }
  | { readonly name: string; readonly in: readonly Value[] }
  | { readonly constant: boolean }

export const TRUE: Bound = { constant: true }
export const FALSE: Bound = { constant: false }

export function allOf(parts: readonly Bound[]): Bound {
  const flat = parts.flatMap((part) => ('all' in part ? part.all : [part]))
  if (flat.some((part) => 'constant' in part && !part.constant)) return FALSE
  const real = unique(flat.filter((part) => !('constant' in part)))
  return real.length === 0 ? TRUE : real.length === 1 ? (real[0] ?? TRUE) : { all: real }
}

export function anyOf(parts: readonly Bound[]): Bound {
  const flat = parts.flatMap((part) => ('any' in part ? part.any : [part]))
  if (flat.some((part) => 'constant' in part && part.constant)) return TRUE
  const real = unique(flat.filter((part) => !('constant' in part)))
  return real.length === 0 ? FALSE : real.length === 1 ? (real[0] ?? FALSE) : { any: real }
}

export function notOf(part: Bound): Bound {
  if ('constant' in part) return { constant: !part.constant }
  return 'not' in part ? part.not : { not: part }
}

export const oneOf = (name: string, values: readonly Value[]): Bound => {
  const [first, ...rest] = [...new Set(values)]
  if (first === undefined) return FALSE
  return rest.length === 0 ? { name, is: '==', value: first } : { name, in: [first, ...rest] }
}

const unique = (parts: readonly Bound[]): readonly Bound[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
]

export function namesIn(part: Bound): readonly string[] {
  if ('all' in part) return part.all.flatMap(namesIn)
  if ('any' in part) return part.any.flatMap(namesIn)
  if ('not' in part) return namesIn(part.not)
  return 'name' in part ? [part.name] : []
}

/** Every constant a variable is compared with. */
export function constantsOf(part: Bound, name: string): readonly Value[] {
  if ('all' in part) return part.all.flatMap((one) => constantsOf(one, name))
  if ('any' in part) return part.any.flatMap((one) => constantsOf(one, name))
  if ('not' in part) return constantsOf(part.not, name)
  if (!('name' in part) || part.name !== name) return []
  return 'in' in part ? part.in : [part.value]
}

/** true, false, or undefined while a variable it hangs on is open. */
export function holdsIn(part: Bound, read: (name: string) => Value | undefined): boolean | undefined {
  if ('constant' in part) return part.constant
  if ('all' in part) return settle(part.all, read, false)
  if ('any' in part) return settle(part.any, read, true)
  if ('not' in part) {
    const inner = holdsIn(part.not, read)
    return inner === undefined ? undefined : !inner
  }
  const value = read(part.name)
  if (value === undefined) return undefined
  return 'in' in part ? part.in.includes(value) : compareValues(value, part.is, part.value)
}

function settle(
  parts: readonly Bound[],
  read: (name: string) => Value | undefined,
  decisive: boolean,
): boolean | undefined {
  let open = false
  for (const part of parts) {
    const held = holdsIn(part, read)
    if (held === decisive) return decisive
    if (held === undefined) open = true
  }
  return open ? undefined : !decisive
}

const INVERSE = { '==': '!=', '!=': '==' } as const

/** As the graph file writes it. */
export function guardText(part: Bound, inside = false): string {
  if ('constant' in part) return String(part.constant)
  if ('all' in part) return wrap(part.all.map((one) => guardText(one, true)).join(' && '), inside)
  if ('any' in part) {
    const [only, ...more] = valuesTogether(part.any)
    if (only !== undefined && more.length === 0) return guardText(only, inside)
    return wrap(
      [only, ...more].flatMap((one) => (one === undefined ? [] : [guardText(one, true)])).join(' || '),
      inside,
    )
  }
  if ('not' in part) {
    const inner = part.not
    if ('is' in inner && (inner.is === '==' || inner.is === '!='))
      return guardText({ ...inner, is: INVERSE[inner.is] })
    return `!(${guardText(inner)})`
  }
  if ('in' in part) return `${part.name} in [${part.in.map(valueText).join(', ')}]`
  return `${part.name} ${part.is} ${valueText(part.value)}`
}

/** `a == 'x' || a == 'y'` is `a in ['x', 'y']`. */
function valuesTogether(parts: readonly Bound[]): readonly Bound[] {
  const values = new Map<string, Value[]>()
  const kept: (Bound | string)[] = []
  for (const part of parts) {
    const own = 'in' in part ? part.in : 'is' in part && part.is === '==' ? [part.value] : null
    if (own === null || !('name' in part)) kept.push(part)
    else if (values.has(part.name)) values.get(part.name)?.push(...own)
    else {
      values.set(part.name, [...own])
      kept.push(part.name)
    }
  }
  return kept.map((one) => (typeof one === 'string' ? oneOf(one, values.get(one) ?? []) : one))
}

const wrap = (text: string, inside: boolean): string => (inside ? `(${text})` : text)

export const valueText = (value: Value): string =>
  value instanceof Special
    ? value.word
    : typeof value === 'string'
      ? `'${value.replaceAll("'", "\\'")}'`
      : String(value)
