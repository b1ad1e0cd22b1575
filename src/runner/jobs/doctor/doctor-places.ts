import { KNOWN_PROVIDERS, type ProviderKind, placeOf } from '../../../models/known-providers.ts'
import type { SageConfig } from '../../settings/config-file.ts'
import { modelSettingsOf } from '../../settings/model-settings.ts'
import { ownProviders } from '../../settings/project-settings.ts'
import type { AgentEntry, AgentSettings, ModelParty } from '../../settings/run-settings.ts'
import type { PlaceToReach } from './doctor.ts'

/** Where the SDKs go unless told otherwise. */
const HOMES: Readonly<Record<ProviderKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  compatible: 'http://localhost',
}

/** Every place a run of these settings may go to, and the providers known by name. Those that are needed come first. */
export function placesIn(config: SageConfig): readonly PlaceToReach[] {
  const own = ownProviders(config.providers)
  const models = modelsIn(config).flatMap(({ party, who }) => {
    const found = placeOf(party.model, modelSettingsOf(party), own)
    // A name that is none is said by the run, with its place in the file.
    return 'misplaced' in found ? [] : [{ who, place: found.place, apart: party.base_url !== undefined }]
  })
  const needed = new Set(models.flatMap(({ place, apart }) => (apart ? [] : [place.provider])))
  const named = Object.entries(own).map(([name, { baseUrl, keyEnv }]) => ({
    check: `provider ${name}`,
    url: baseUrl,
    keyEnv: keyEnv === null ? [] : [keyEnv],
    needed: true,
  }))
  const known = Object.entries(KNOWN_PROVIDERS)
    .filter(([name]) => !Object.hasOwn(own, name))
    .map(([name, { kind, baseUrl, keyEnv }]) => ({
      check: `provider ${name}`,
      url: baseUrl ?? HOMES[kind],
      keyEnv,
      needed: needed.has(name),
    }))
  const apart = models
    .filter((model) => model.apart)
    .map(({ who, place: { kind, baseUrl, keyEnv } }) => ({
      check: who,
      url: baseUrl ?? HOMES[kind],
      keyEnv,
      needed: true,
    }))
  const all = [...named, ...apart, ...agentsIn(config).flatMap(serviceOf), ...known]
  return [...all.filter((place) => place.needed), ...all.filter((place) => !place.needed)]
}

type Party = Pick<ModelParty, 'model' | 'base_url' | 'key_env'>
type Played = { readonly party: Party; readonly who: string }

/** Whoever is played by a model. */
function modelsIn(config: SageConfig): readonly Played[] {
  const agents = agentsIn(config).flatMap(({ id, model, base_url, key_env }): readonly Played[] =>
    model === undefined ? [] : [{ party: { model, base_url, key_env }, who: `agent ${id}` }],
  )
  const parts = (['customer', 'recogniser'] as const).flatMap((who): readonly Played[] => {
    const party = config[who]
    return typeof party === 'object' ? [{ party, who }] : []
  })
  const judges = (config.judges ?? []).map((model) => ({ party: { model }, who: `judge ${model}` }))
  return [...agents, ...parts, ...judges]
}

/** As entries of sage.yaml are written: a bare name with a colon is a model's. */
const agentsIn = ({
  agents = [],
}: SageConfig): readonly (Partial<AgentSettings> & { readonly id: string })[] =>
  agents.map((entry: AgentEntry) => (typeof entry !== 'string' ? entry : { id: entry, ...namedAs(entry) }))

const namedAs = (entry: string): Partial<AgentSettings> =>
  /^https?:\/\//.test(entry) ? { http: entry } : entry.includes(':') ? { model: entry } : {}

function serviceOf({
  id,
  http,
  mcp,
  key_env,
  headers_env = {},
}: Partial<AgentSettings> & { readonly id: string }): readonly PlaceToReach[] {
  const url = http ?? mcp
  if (url === undefined || !/^https?:\/\//.test(url)) return []
  // Each variable holds something of its own: all of them are needed.
  const variables = [...(key_env === undefined ? [] : [key_env]), ...Object.values(headers_env)]
  return [{ check: `agent ${id}`, url, keyEnv: variables, needed: true }]
}
