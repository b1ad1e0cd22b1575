import type { Dispatcher } from 'undici'

/** undici is loaded with the first question: a run without services does not pay for it. */
export function openPool(): { readonly get: () => Promise<Dispatcher>; readonly close: () => Promise<void> } {
  let pool: Promise<Dispatcher> | null = null
  return {
    get: () => {
      pool ??= import('undici').then(({ Agent }) => new Agent({ keepAliveTimeout: 10_000 }))
      return pool
    },
    close: async () => (await pool)?.destroy(),
  }
}
