import { assertNever } from '../../base/assert.ts'
import { secretsIn } from '../../base/secrets.ts'
import { type OwnProviders, placeOf } from '../../models/known-providers.ts'
import { type AgentKinds, agentKinds, whereTextGoes } from '../agents/kinds.ts'
import type { Destination } from '../agents/shared/destination.ts'
import type { Environment } from '../agents/shared/environment.ts'
import { modelSettingsOf } from '../agents/shared/model-settings.ts'
import { whereJudged } from '../judges/judge-kinds.ts'
import type { RunRequest } from '../settings/run-request.ts'

type Parties = Pick<RunRequest, 'agents' | 'customer' | 'reader' | 'judges' | 'providers'>

/** What a run would start on this machine and where it would send text and keys, a line each; none: nothing. */
export const outsideOf = (request: Parties, kinds: AgentKinds = agentKinds()): readonly string[] =>
  destinationsOf(request, kinds).flatMap(([party, goes]) =>
    sayDestination(goes, request.providers).map((said) => `${party} ${said}`),
  )

function destinationsOf(
  { agents, customer, reader, judges }: Parties,
  kinds: AgentKinds,
): readonly (readonly [string, Destination])[] {
  const model = (setting: Parties['customer'] | Parties['reader']): Destination =>
    typeof setting === 'string'
      ? { to: 'nowhere' }
      : { to: 'model', model: setting.model, settings: modelSettingsOf(setting) }
  return [
    ...agents.map((agent) => [`agent ${agent.id}`, whereTextGoes(agent, kinds)] as const),
    ['customer', model(customer)],
    ['reader', model(reader)],
    ...judges.map((judge) => [`judge ${judge}`, whereJudged(judge)] as const),
  ]
}

/** The values of every variable that holds a key of this run, and of those that are named like keys. */
export function secretsOf(
  request: Parties,
  { env, kinds = agentKinds() }: { readonly env: Environment; readonly kinds?: AgentKinds | undefined },
): readonly string[] {
  const named = destinationsOf(request, kinds).flatMap(([, goes]) => keyNames(goes, request.providers))
  return [...named.flatMap((name) => env[name] ?? []), ...secretsIn(env)]
}

function keyNames(goes: Destination, providers: OwnProviders): readonly string[] {
  if (goes.to === 'service') return goes.keyEnv
  if (goes.to !== 'model') return []
  const found = placeOf(goes.model, goes.settings, providers)
  return 'misplaced' in found ? [] : found.place.keyEnv
}

function sayDestination(goes: Destination, providers: OwnProviders): readonly string[] {
  switch (goes.to) {
    case 'nowhere':
      return []
    case 'program':
      return [`starts ${goes.command}`]
    case 'service':
      return [`sends to ${goes.url}${withKeys(goes.keyEnv)}`]
    case 'model': {
      const found = placeOf(goes.model, goes.settings, providers)
      if ('misplaced' in found) return [`asks ${goes.model}`]
      const { baseUrl, keyEnv } = found.place
      return [`asks ${goes.model}${baseUrl === null ? '' : ` at ${baseUrl}`}${withKeys(keyEnv)}`]
    }
    default:
      return assertNever(goes)
  }
}

const withKeys = (names: readonly string[]): string =>
  names.length === 0 ? '' : `, with the key in ${names.join(' or ')}`
