import type { Json } from '../base/values/json.ts'
import { Special } from '../base/values/value.ts'
import type { Constraint } from '../graph/model/graph.ts'

/**
 * An argument made wrong: another value of the same form, so that the desk's own validation does not catch it for us,
 * and one that breaks the constraint: 41 where at least 40 is demanded would be no fault at all.
 */
export function spoilt(
  { is, operand }: Constraint,
  value: Json | undefined,
  read: (variable: string) => string | undefined,
): Json {
  if (is === '!=') return sameForm(value, 'name' in operand ? read(operand.name) : barred(operand)) ?? null
  const allowed = 'values' in operand ? operand.values : []
  if (typeof value === 'number') {
    if (is === '>' || is === '>=') return value - 1
    return Math.max(value, ...allowed.filter((each) => typeof each === 'number')) + 1
  }
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return value ?? null
  return TURNS.map((turn) => turn(value)).find((turned) => !allowed.includes(turned)) ?? `${value} 2`
}

const barred = (operand: Exclude<Constraint['operand'], { readonly name: string }>): string | undefined => {
  const [first] = 'values' in operand ? operand.values : [operand.value]
  return first === undefined || first instanceof Special ? undefined : String(first)
}

/** What must not stand there, as the kind of value that stood there. */
const sameForm = (value: Json | undefined, text: string | undefined): Json | undefined =>
  text === undefined
    ? value
    : typeof value === 'number'
      ? Number(text)
      : typeof value === 'boolean'
        ? text === 'true'
        : text

/** The last digit one up; where there is none, a word more. */
const TURNS: readonly ((text: string) => string)[] = [
  (text) =>
    /[0-9]/.test(text)
      ? text.replace(/[0-9](?=[^0-9]*$)/, (digit) => String((Number(digit) + 1) % 10))
      : `${text} 2`,
  (text) => `${text} 2`,
]
