import {
  KNOWN_PROVIDERS,
  type Provider,
  type ProviderKind,
  placeOf,
} from '../../../models/known-providers.ts'
import { type AgentKinds, agentKinds } from '../../agents/kinds.ts'
import { destinationsOf } from '../../judges/destinations.ts'
import type { SageConfig } from '../../settings/config-file.ts'
import { ownProviders } from '../../settings/project-settings.ts'
import { resolveAgent } from '../../settings/resolve-agents.ts'
import type { PlaceToReach } from './doctor.ts'

/** Where the SDKs go unless told otherwise. */
const HOMES: Readonly<Record<ProviderKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: 'http://localhost',
}

/** Every place a run of these settings may go to, and the providers known by name. Those that are needed come first. */
export function placesIn(config: SageConfig, ownKinds?: AgentKinds): readonly PlaceToReach[] {
  const own = ownProviders(config.providers)
  const known = new Set<string>()
  const apart: PlaceToReach[] = []
  const services: PlaceToReach[] = []
  const kinds = agentKinds(ownKinds)
  const context = { kinds, protocol: 'declared', replaces: false, workingFolder: '', providers: own } as const
  const agents = (config.agents ?? []).flatMap((entry) => {
    const resolved = resolveAgent(entry, context)
    return 'wrong' in resolved ? [] : [resolved.agent]
  })
  const { customer = 'scripted', reader = 'lexical', judges = [] } = config
  for (const [who, goes] of destinationsOf({ agents, customer, reader, judges }, ownKinds)) {
    if (goes.to === 'service') services.push({ check: who, url: goes.url, keyEnv: goes.keyEnv, needed: true })
    if (goes.to !== 'model') continue
    const found = placeOf(goes.model, goes.settings, own)
    // The run reports a wrong name, with its place in the file.
    if ('misplaced' in found) continue
    if (goes.settings.baseUrl === undefined) known.add(found.place.provider)
    else apart.push(placeNamed(who, found.place, true))
  }
  const named = Object.entries(own).map(([name, { baseUrl, keyEnv }]) => ({
    check: `provider ${name}`,
    url: baseUrl,
    keyEnv: keyEnv === null ? [] : [keyEnv],
    needed: true,
  }))
  const others = Object.entries(KNOWN_PROVIDERS)
    .filter(([name]) => !Object.hasOwn(own, name))
    .map(([name, provider]) => placeNamed(`provider ${name}`, provider, known.has(name)))
  return [...named, ...apart, ...services, ...others.sort((a, b) => Number(b.needed) - Number(a.needed))]
}

const placeNamed = (check: string, { kind, baseUrl, keyEnv }: Provider, needed: boolean): PlaceToReach => ({
  check,
  url: baseUrl ?? HOMES[kind],
  keyEnv,
  needed,
})
