import { unusableKey, usageError } from '../../../base/error.ts'
import { isHeaderValue } from '../../../base/secrets.ts'

/** Values of the environment an agent's settings name: found before the first trial, or said which one is missing. */
export type Environment = Readonly<Record<string, string | undefined>>

function fromEnvironment(variable: string, agent: string, environment: Environment): string {
  const value = environment[variable]
  if (value !== undefined && value.trim() !== '') {
    if (!isHeaderValue(value.trim())) throw unusableKey(variable)
    return value.trim()
  }
  throw usageError(
    'missing-key',
    `Agent "${agent}" needs the environment variable ${variable}, which is not set.`,
    `Set it: export ${variable}=... (its value is never stored).`,
  )
}

/** `key_env` is the usual bearer key; `headers_env` any other header. */
export function headersOf(
  {
    id,
    keyEnv,
    headersEnv,
  }: {
    readonly id: string
    readonly keyEnv: string | null
    readonly headersEnv: Readonly<Record<string, string>>
  },
  environment: Environment,
): { readonly headers: Record<string, string>; readonly secrets: readonly string[] } {
  const key = keyEnv === null ? null : fromEnvironment(keyEnv, id, environment)
  const others = Object.entries(headersEnv).map(
    ([header, variable]) => [header.toLowerCase(), fromEnvironment(variable, id, environment)] as const,
  )
  return {
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...Object.fromEntries(others) },
    secrets: [...(key === null ? [] : [key]), ...others.map(([, value]) => value)],
  }
}
