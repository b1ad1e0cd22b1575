import type { Store } from '../store.ts'
import type { StoreEngine } from '../store-engine.ts'

/** Stores of this process, by place: every opening of one place finds what was written there before. */
const stores = new Map<string, Store>()

/** `memory://name`: kept as long as the process lives. */
export const memory: StoreEngine = {
  name: 'memory',
  recognise: (place) => place.startsWith('memory://'),
  resolve: (place) => place,
  isThere: async (place) => stores.has(place),
  open: async (place) => {
    const { memoryStore } = await import('./memory-store.ts')
    const store = stores.get(place) ?? memoryStore()
    stores.set(place, store)
    return store
  },
}
