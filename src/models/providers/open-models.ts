import { usageError } from '../../base/error.ts'
import type { ModelSettings, ModelSource } from '../chat-model.ts'
import { Gate, type Timing } from '../gate.ts'
import { type ModelPlace, type OwnProviders, placeOf } from '../known-providers.ts'
import { DEFAULT_PATIENCE, type Patience } from '../patience.ts'
import { type BareModel, patientModel } from '../patient.ts'
import { poolFetch } from './pool-fetch.ts'
import { sdkModel } from './sdk-model.ts'

/**
 * The door to models: `provider:name` in, a patient model out. In: the environment (the only place keys come from) and
 * the providers of sage.yaml. One gate a provider, shared by everything a process runs. Loads no SDK until a model is asked.
 */
export type ModelDoor = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly providers?: OwnProviders
  readonly fetch?: typeof globalThis.fetch
  readonly patience?: Partial<Patience>
  readonly timing?: Timing
  readonly chance?: () => number
}

export function openModels(door: ModelDoor): ModelSource {
  const fetch = door.fetch ?? poolFetch(door.env)
  const timing = door.timing ?? REAL_TIMING
  const patience = { ...DEFAULT_PATIENCE, ...door.patience }
  const gates = new Map<string, Gate>()
  const models = new Map<string, BareModel>()

  const gateOf = ({ provider, baseUrl }: ModelPlace): Gate => {
    const name = `${provider} ${baseUrl}`
    const gate = gates.get(name) ?? new Gate(timing)
    gates.set(name, gate)
    return gate
  }
  const modelOf = (place: ModelPlace, settings: ModelSettings): BareModel => {
    const name = JSON.stringify([place, settings])
    const model = models.get(name) ?? sdkModel(place, settings, { key: keyOf(place, door.env), fetch })
    models.set(name, model)
    return model
  }

  return (spec, settings, watch) => {
    const found = placeOf(spec, settings, door.providers ?? {})
    if ('misplaced' in found) {
      const { code, message, hint } = found.misplaced
      throw usageError(code, message, hint)
    }
    const bare = modelOf(found.place, settings)
    const chance = door.chance ?? Math.random
    const own = { ...patience, timeoutMs: settings.timeoutMs ?? patience.timeoutMs }
    return patientModel(bare, { gate: gateOf(found.place), timing, patience: own, chance, watch })
  }
}

/** The key, from the environment only; null: this provider needs none. */
function keyOf({ id, keyEnv }: ModelPlace, env: ModelDoor['env']): string | null {
  if (keyEnv.length === 0) return null
  const key = keyEnv.map((name) => env[name]).find((value) => value !== undefined && value !== '')
  if (key !== undefined) return key
  throw usageError(
    'missing-key',
    `There is no key for ${id}: the environment variable ${keyEnv.join(' or ')} is not set.`,
    `Set it, e.g. export ${keyEnv[0] ?? ''}=..., or name another with key_env. Keys are read from the environment only.`,
  )
}

const REAL_TIMING: Timing = {
  now: () => performance.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
