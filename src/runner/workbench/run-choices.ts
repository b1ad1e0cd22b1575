import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { KNOWN_PROVIDERS } from '../../models/known-providers.ts'
import { findInstrument, INSTRUMENT_NAMES } from '../../references/catalogue.ts'
import type { RunChoices } from '../../report/studio-views/job-view.ts'
import { AGENT_KINDS, type AgentKinds } from '../agents/kinds.ts'
import { namedPacks } from '../files/find-pack.ts'
import { packageRoot } from '../files/package-root.ts'
import { ownProviders, projectSettings } from '../settings/project-settings.ts'
import { type AgentEntry, kindsOf } from '../settings/run-settings.ts'

/** What a page can run: agents of sage.yaml and built-in ones, packs and suites by name. */
export async function runChoices(
  workingFolder: string,
  env: Readonly<Record<string, string | undefined>>,
  own: AgentKinds = [],
): Promise<RunChoices> {
  const { agents = [], providers } = await projectSettings(workingFolder, own)
  const yours = agents.map((agent) => ({
    id: typeof agent === 'string' ? agent : agent.id,
    kind: 'yours' as const,
    about: aboutAgent(agent),
  }))
  const known = new Set(yours.map(({ id }) => id))
  const keys = new Set([
    ...Object.values(KNOWN_PROVIDERS).flatMap(({ keyEnv }) => keyEnv),
    ...Object.values(ownProviders(providers)).flatMap(({ keyEnv }) => (keyEnv === null ? [] : [keyEnv])),
  ])
  return {
    agents: [
      ...yours,
      ...INSTRUMENT_NAMES.map((name) => name.replace('(p)', '(0.3)'))
        .filter((id) => !known.has(id))
        .map((id) => ({ id, kind: 'built-in' as const, about: findInstrument(id)?.about ?? '' })),
    ],
    packs: [...new Set(namedPacks(workingFolder).map(({ name }) => name))],
    suites: readdirSync(join(packageRoot(), 'suites')).flatMap((file) =>
      file.endsWith('.yaml') ? [basename(file, '.yaml')] : [],
    ),
    keys: [...keys].map((name) => ({ name, is_set: (env[name] ?? '') !== '' })),
  }
}

function aboutAgent(agent: AgentEntry): string {
  if (typeof agent === 'string') return ''
  const [kind] = kindsOf(agent, AGENT_KINDS)
  return kind === undefined ? '' : `${kind.name}: ${[agent[kind.name]].flat().join(' ')}`
}
