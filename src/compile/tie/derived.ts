import type { DeskColumn } from './desk.ts'

/** Variables the conditions need and no table holds: days since a date, whether two things are the same. */
export type Derived =
  | { readonly same: readonly [string, string] }
  | { readonly since: string }
  | { readonly until: string }
  | { readonly of: string; readonly minus: string }

/** Names the derived variable, the same one for the same thing. */
function name(derived: Map<string, Derived>, wanted: string, spec: Derived): string {
  const text = JSON.stringify(spec)
  for (const [known, other] of derived) if (JSON.stringify(other) === text) return `derived.${known}`
  let free = wanted
  for (let count = 2; derived.has(free); count += 1) free = `${wanted}_${count}`
  derived.set(free, spec)
  return `derived.${free}`
}

const plain = ({ column }: DeskColumn): string => column.name.replace(/_(?:on|at)$/, '')

export const derivedSame = (derived: Map<string, Derived>, a: string, b: string, wanted: string): string =>
  name(derived, wanted, { same: [a, b] })
export const derivedSince = (derived: Map<string, Derived>, column: DeskColumn): string =>
  name(derived, `days_since_${plain(column)}`, { since: column.variable })
export const derivedUntil = (derived: Map<string, Derived>, column: DeskColumn): string =>
  name(derived, `days_until_${plain(column)}`, { until: column.variable })
/** Days until, or since, a day they have named. */
export const derivedOfField = (derived: Map<string, Derived>, field: string, ahead: boolean): string =>
  ahead
    ? name(derived, `days_until_${field}`, { until: `fields.${field}` })
    : name(derived, `days_since_${field}`, { since: `fields.${field}` })
export const derivedMinus = (derived: Map<string, Derived>, of: string, minus: string): string =>
  name(derived, `${of.split('.').at(-1)}_less_${minus.split('.').at(-1)}`, { of, minus })
