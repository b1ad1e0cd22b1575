import { unusableKey, usageError } from '../../base/error.ts'
import { isHeaderValue } from '../../base/secrets.ts'
import type { Timing } from '../call-queue.ts'
import { CallQueues } from '../call-queues.ts'
import type { ModelSettings, ModelSource } from '../chat-model.ts'
import { type ModelPlace, type OwnProviders, placeOf } from '../known-providers.ts'
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../retry-policy.ts'
import { type BareModel, retryingModel } from '../retrying-model.ts'
import { completionsModel } from './completions-model.ts'
import { openPool, poolFetch } from './pool.ts'
import { REAL_TIMING } from './real-timing.ts'
import { sdkModel } from './sdk-model.ts'

/**
 * The door to models: `provider:name` in, a patient model out. In: the environment (the only place keys come from) and
 * the providers of sage.yaml. One queue a provider, shared by everything a process runs. Loads no SDK until a model is asked.
 */
export type ModelDoor = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly providers?: OwnProviders
  readonly policy?: Partial<RetryPolicy>
  readonly timing?: Timing
  /** shared with other doors of this process; absent: its own */
  readonly queues?: CallQueues
  readonly chance?: () => number
  readonly onPause?: (pause: ProviderPause) => void
}

/** A provider asked for a pause of `askedMs`; all its calls wait `ms`. */
export type ProviderPause = { readonly provider: string; readonly ms: number; readonly askedMs: number }

export function openModels(door: ModelDoor): ModelSource {
  const post = openPool(door.env)
  const timing = door.timing ?? REAL_TIMING
  const policy = { ...DEFAULT_RETRY_POLICY, ...door.policy }
  const queues = door.queues ?? new CallQueues(timing)
  const models = new Map<string, BareModel>()

  const modelOf = (place: ModelPlace, settings: ModelSettings): BareModel => {
    const name = JSON.stringify([place, settings])
    const known = models.get(name)
    if (known !== undefined) return known
    const key = keyOf(place, door.env)
    const model =
      place.kind === 'compatible'
        ? completionsModel(place, settings, { key, post })
        : sdkModel({ ...place, kind: place.kind }, settings, { key, fetch: poolFetch(post) })
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
    const own = { ...policy, timeoutMs: settings.timeoutMs ?? policy.timeoutMs }
    const { provider } = found.place
    const onPause = (pause: Omit<ProviderPause, 'provider'>): void => door.onPause?.({ provider, ...pause })
    return retryingModel(bare, { queue: queues.of(found.place), timing, policy: own, chance, watch, onPause })
  }
}

/** The key, from the environment only; null: this provider needs none. */
function keyOf({ id, keyEnv }: ModelPlace, env: ModelDoor['env']): string | null {
  if (keyEnv.length === 0) return null
  const name = keyEnv.find((each) => (env[each] ?? '').trim() !== '')
  const key = name === undefined ? undefined : env[name]?.trim()
  if (name !== undefined && key !== undefined) {
    if (!isHeaderValue(key)) throw unusableKey(name)
    return key
  }
  throw usageError(
    'missing-key',
    `There is no key for ${id}: the environment variable ${keyEnv.join(' or ')} is not set.`,
    `Set it, e.g. export ${keyEnv[0] ?? ''}=..., or name another with key_env. Keys are read from the environment only.`,
  )
}
