import { join, resolve } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { OwnProviders } from '../../models/known-providers.ts'
import type { AgentKinds } from '../agents/kinds.ts'
import { readText, readTextIfThere } from '../files/read-text.ts'
import { readConfig, type SageConfig } from './config-file.ts'

/** The working folder's sage.yaml, or another file that was named; a folder without one has no settings. */
export async function projectSettings(
  workingFolder: string,
  own: AgentKinds,
  file?: string,
): Promise<SageConfig> {
  const text =
    file === undefined
      ? ((await readTextIfThere(join(workingFolder, 'sage.yaml'))) ?? '')
      : await readText(resolve(workingFolder, file))
  const { value, problems } = readConfig(file ?? 'sage.yaml', text, own)
  if (value === undefined) throw new ProblemsError('The settings of this folder have errors.', problems)
  return value
}

/** `providers:` of sage.yaml, as the door to models takes them. */
export const ownProviders = (written: SageConfig['providers']): OwnProviders =>
  Object.fromEntries(
    Object.entries(written ?? {}).map(([name, { base_url, key_env }]) => [
      name,
      { baseUrl: base_url, keyEnv: key_env ?? null },
    ]),
  )
