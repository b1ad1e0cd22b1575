import type { VarName } from '../../base/guards/guard.ts'
import { compareValues } from '../../base/guards/guard-evaluate.ts'
import { sayValue } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Scalar, Value } from '../../base/values/value.ts'
import type { Constraint } from '../model/graph.ts'
import type { Arguments, History, Request } from './walk-history.ts'
import type { Act } from './walk-index.ts'
import { actualReader } from './walk-values.ts'

export type Input = Readonly<Record<string, unknown>>

/** The first constraint the arguments break, in words; null: they meet all. A missing argument meets none (S5). */
export function brokenConstraint(
  constraints: readonly Constraint[],
  input: Input,
  read: (name: VarName) => Value,
): string | null {
  for (const constraint of constraints) {
    const value = argumentOf(input, constraint.argument)
    if (value === undefined)
      return `${constraint.argument} ${constraint.text}, ${constraint.argument} is missing`
    const demanded = demandedOf(constraint, read)
    if (!meets(constraint, value, demanded)) return sayBroken(constraint, value, demanded)
  }
  return null
}

/** Only what is named is compared: a proposal may leave arguments unsaid (S4). */
export const namedConstraints = (constraints: readonly Constraint[], input: Input): readonly Constraint[] =>
  constraints.filter((constraint) => argumentOf(input, constraint.argument) !== undefined)

/** S5: the arguments the customer agreed to are one more constraint. */
export function brokenAgreement(agreed: Arguments | null, input: Input): string | null {
  for (const [name, value] of Object.entries(agreed ?? {})) {
    const given = argumentOf(input, name)
    if (given === value) continue
    return `${name} was agreed as ${sayValue(value)}, ${name} is ${given === undefined ? 'missing' : sayValue(given)}`
  }
  return null
}

/** What the customer agreed to in a satisfied confirm of this act on the walk; with an unmade choice: on the first of the ways. */
export function agreedTo({ index }: History, { walks }: Request, act: StepId): Arguments | null {
  const visits = walks.find(({ area }) => area.steps.has(act))?.ways[0]?.visits ?? []
  for (const confirm of index.confirms.get(act) ?? []) {
    const agreed = visits.find(({ step }) => step === confirm)?.agreed
    if (agreed) return agreed
  }
  return null
}

/** A6: the arguments an act demands, as far as its `==` constraints say. */
export function demandedInput(history: History, request: Request, act: Act): Record<string, Value> {
  const read = actualReader(history, request)
  const equal = act.constraints.filter((constraint) => constraint.is === '==')
  return Object.fromEntries(
    equal.flatMap((constraint) => {
      const demanded = demandedOf(constraint, read)[0]
      return isScalar(demanded) ? [[constraint.argument, demanded]] : []
    }),
  )
}

export function argumentOf(input: Input, name: string): Scalar | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return isScalar(value) ? value : undefined
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function demandedOf({ operand }: Constraint, read: (name: VarName) => Value): readonly Value[] {
  if ('name' in operand) return [read(operand.name)]
  return 'values' in operand ? operand.values : [operand.value]
}

function meets({ is }: Constraint, value: Scalar, demanded: readonly Value[]): boolean {
  return is === 'in' ? demanded.includes(value) : demanded.every((one) => compareValues(value, is, one))
}

function sayBroken(constraint: Constraint, value: Scalar, demanded: readonly Value[]): string {
  const { argument, text, operand } = constraint
  const means = 'name' in operand ? ` (${demanded.map(sayValue).join(', ')})` : ''
  return `${argument} ${text}${means}, ${argument} is ${sayValue(value)}`
}
