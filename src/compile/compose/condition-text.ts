import type { Condition, Test } from './meaning.ts'

export type VariableType = 'string' | 'number' | 'boolean' | 'date' | 'enum' | 'row'

/** A condition as graph.yaml writes it. `typeOf` says what a variable holds; null: there is no such variable. */
export function conditionText(
  { join, tests }: Condition,
  typeOf: (variable: string) => VariableType | null,
): string {
  const said = tests.map((test) => `${test.variable} ${test.is} ${valueText(test, typeOf(test.variable))}`)
  return said.join(join === 'and' ? ' && ' : ' || ')
}

const SPECIAL = new Set(['refused', 'unavailable', 'absent', 'unknown'])

function valueText({ value }: Test, type: VariableType | null): string {
  const written = value.trim()
  if (SPECIAL.has(written)) return written
  if (type === 'boolean') return /^(?:yes|true)$/i.test(written) ? 'true' : 'false'
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(written)) return written
  return `'${written.replaceAll(/['\\]/g, '')}'`
}
