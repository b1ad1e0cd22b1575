import {
  KNOWN_PROVIDERS,
  type OwnProviders,
  type Provider,
  type ProviderKind,
  placeOf,
} from '../../../models/known-providers.ts'
import { type AgentKinds, agentKinds, whereTextGoes } from '../../agents/kinds.ts'
import type { Destination } from '../../agents/shared/destination.ts'
import { modelSettingsOf } from '../../agents/shared/model-settings.ts'
import { whereJudged } from '../../judges/judge-kinds.ts'
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
export function placesIn(config: SageConfig, kinds: AgentKinds = agentKinds()): readonly PlaceToReach[] {
  const own = ownProviders(config.providers)
  const known = new Set<string>()
  const apart: PlaceToReach[] = []
  const services: PlaceToReach[] = []
  for (const { who, goes } of destinationsIn(config, { own, kinds })) {
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

type Visited = { readonly who: string; readonly goes: Destination }

/** Where each party of a run with these settings sends text. */
function destinationsIn(
  config: SageConfig,
  { own, kinds }: { readonly own: OwnProviders; readonly kinds: AgentKinds },
): readonly Visited[] {
  const context = { kinds, protocol: 'declared', replaces: false, workingFolder: '', providers: own } as const
  const agents = (config.agents ?? []).flatMap((entry): readonly Visited[] => {
    const resolved = resolveAgent(entry, context)
    if ('wrong' in resolved) return []
    const who = `agent ${typeof entry === 'string' ? entry : entry.id}`
    return [{ who, goes: whereTextGoes(resolved.agent, kinds) }]
  })
  const parts = (['customer', 'reader'] as const).flatMap((who): readonly Visited[] => {
    const party = config[who]
    if (typeof party !== 'object') return []
    return [{ who, goes: { to: 'model', model: party.model, settings: modelSettingsOf(party) } }]
  })
  const judges = (config.judges ?? []).map(
    (judge): Visited => ({ who: `judge ${judge}`, goes: whereJudged(judge) }),
  )
  return [...agents, ...parts, ...judges]
}
