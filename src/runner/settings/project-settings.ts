import { join } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { OwnProviders } from '../../models/known-providers.ts'
import { readTextIfThere } from '../files/read-text.ts'
import { readConfig, type SageConfig } from './config-file.ts'

/** The working folder's sage.yaml; a folder without one has no settings. */
export async function projectSettings(workingFolder: string): Promise<SageConfig> {
  const { value, problems } = readConfig(
    'sage.yaml',
    (await readTextIfThere(join(workingFolder, 'sage.yaml'))) ?? '',
  )
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
