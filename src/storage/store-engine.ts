import type { Store } from './store.ts'

/** A kind of store: everything SAGE knows of it. The list is in open/open-store.ts; `test/support/storage/store-contract.ts` is what each must pass. */
export type StoreEngine = {
  readonly name: string
  readonly recognise: (place: string) => boolean
  /** the place in full: it means the same from any folder */
  readonly resolve: (place: string, workingFolder: string) => string
  /** what another process needs in its environment to open it; absent: nothing */
  readonly environment?: (place: string) => Readonly<Record<string, string>>
  readonly isThere: (place: string) => Promise<boolean>
  /** what is damaged there, after reading all of it; absent: a server watches over that itself */
  readonly damage?: (place: string) => Promise<readonly string[]>
  /** copies what can still be read of a damaged store into a new file; the tables of which something was left out */
  readonly copyReadable?: (place: string, into: string) => Promise<readonly string[]>
  /** `write` makes the store if it is not there; `read` is asked only of a store that is */
  readonly open: (place: string, use: 'read' | 'write') => Promise<Store>
}
