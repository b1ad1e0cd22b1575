import { fromKept, toKept } from '../base/kept-values.ts'
import type { Tactic } from '../cards/tactic.ts'
import { type KeptWorld, keepWorld, openKeptWorld } from '../world/kept-world.ts'
import type { Pack } from './case.ts'
import type { PackOutside } from './read-pack.ts'

type Tactics = ReadonlyMap<string, Tactic>

/** A pack that was read and found sound, as data, without what its folder does not hold. */
type KeptPack = Omit<Pack, 'dir' | 'world' | 'tactics'> & {
  readonly world: KeptWorld
  /** in the pack's order; null: the product's */
  readonly tactics: ReadonlyMap<string, Tactic | null>
}

export function keepPack({ dir: _, world, tactics, ...pack }: Pack, product: Tactics): unknown {
  const own = [...tactics].map(([id, tactic]) => [id, product.get(id) === tactic ? null : tactic] as const)
  const kept: KeptPack = { ...pack, world: keepWorld(world), tactics: new Map(own) }
  return toKept(kept)
}

/** Undefined: this is not what `keepPack` made. Its value must be fresh: it becomes part of the pack. */
export function openPack(
  kept: unknown,
  { dir, tactics: product }: Required<Pick<PackOutside, 'dir' | 'tactics'>>,
): Pack | undefined {
  const pack = fromKept(kept)
  if (!isKeptPack(pack)) return undefined
  const tactics = new Map<string, Tactic>()
  for (const [id, own] of pack.tactics) {
    const tactic = own ?? product.get(id)
    if (tactic === undefined) return undefined
    tactics.set(id, tactic)
  }
  return { ...pack, dir, world: openKeptWorld(pack.world), tactics }
}

/** Our own writing, under a key of its content and of the build that wrote it: its shape need not be checked in depth. */
const isKeptPack = (value: unknown): value is KeptPack =>
  typeof value === 'object' && value !== null && 'graph' in value && 'world' in value && 'lexicon' in value
