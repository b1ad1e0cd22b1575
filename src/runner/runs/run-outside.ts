import { assertNever } from '../../base/assert.ts'
import { type OwnProviders, placeOf } from '../../models/known-providers.ts'
import { AGENT_KINDS, type AgentKinds, whereTextGoes } from '../agents/kinds.ts'
import type { Destination } from '../agents/shared/destination.ts'
import { modelSettingsOf } from '../agents/shared/model-settings.ts'
import { whereJudged } from '../judges/judge-kinds.ts'
import type { RunRequest } from '../settings/run-request.ts'

type Parties = Pick<RunRequest, 'agents' | 'customer' | 'recogniser' | 'judges' | 'providers'>

/** What a run would start on this machine and where it would send text and keys, a line each; none: nothing. */
export function outsideOf(request: Parties, kinds: AgentKinds = AGENT_KINDS): readonly string[] {
  const { agents, customer, recogniser, judges, providers } = request
  const model = (setting: Parties['customer'] | Parties['recogniser']): Destination =>
    typeof setting === 'string'
      ? { to: 'nowhere' }
      : { to: 'model', model: setting.model, settings: modelSettingsOf(setting) }
  const going: readonly (readonly [string, Destination])[] = [
    ...agents.map((agent) => [`agent ${agent.id}`, whereTextGoes(agent, kinds)] as const),
    ['customer', model(customer)],
    ['recogniser', model(recogniser)],
    ...judges.map((judge) => [`judge ${judge}`, whereJudged(judge)] as const),
  ]
  return going.flatMap(([party, goes]) => sayDestination(goes, providers).map((said) => `${party} ${said}`))
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
