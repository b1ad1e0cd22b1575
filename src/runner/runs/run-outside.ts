import { assertNever } from '../../base/assert.ts'
import { secretsIn } from '../../base/secrets.ts'
import { type OwnProviders, placeOf } from '../../models/known-providers.ts'
import type { AgentKinds } from '../agents/kinds.ts'
import type { Destination } from '../agents/shared/destination.ts'
import type { Environment } from '../agents/shared/environment.ts'
import { destinationsOf } from '../judges/destinations.ts'
import type { RunRequest } from '../settings/run-request.ts'

type OutsideParties = Pick<RunRequest, 'agents' | 'customer' | 'reader' | 'judges' | 'providers'>

/** What a run would start on this machine and where it would send text and keys, a line each; none: nothing. */
export const outsideOf = (request: OutsideParties, kinds?: AgentKinds): readonly string[] =>
  destinationsOf(request, kinds).flatMap(([party, goes]) =>
    sayDestination(goes, request.providers).map((said) => `${party} ${said}`),
  )

/** The values of every variable that holds a key of this run, and of those that are named like keys. */
export function secretsOf(
  request: OutsideParties,
  { env, kinds }: { readonly env: Environment; readonly kinds?: AgentKinds | undefined },
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
