import { usageError } from '../../base/error.ts'

/** Values of the environment an agent's settings name: found before the first trial, or said which one is missing. */
export type Environment = Readonly<Record<string, string | undefined>>

export function fromEnvironment(variable: string, agent: string, environment: Environment): string {
  const value = environment[variable]
  if (value !== undefined && value !== '') return value
  throw usageError(
    'missing-key',
    `Agent "${agent}" needs the environment variable ${variable}, which is not set.`,
    `Set it: export ${variable}=... (its value is kept nowhere).`,
  )
}
