import { Option } from 'commander'
import {
  DEFAULT_STORE,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'

/** The store of a command that reads one or adds to it. */
export const storeOption = (): Option =>
  new Option('--store <place>', STORE_HELP).argParser(withoutPassword).default(DEFAULT_STORE)

/** The store that was named, open for as long as `work` takes. */
export async function withStore<Result>(
  { named, workingFolder, use = 'read' }: Named,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(storePlace(named, workingFolder), use)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

type Named = { readonly named: string; readonly workingFolder: string; readonly use?: 'read' | 'write' }
