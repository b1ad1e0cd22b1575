import type { StoredRun } from '../../storage/store.ts'
import { loadPack } from '../packs/load-pack.ts'
import { readRunHeader } from './run-header.ts'

/** The procedure of a pack as it stood in the run; null where the pack is gone or has been changed since. */
export type SopOf = (pack: string) => Promise<string | null>

/** A judge must not hold an agent to a text it was never given: only the very version of the run will do. */
export function sopsOfRun(run: StoredRun): SopOf {
  const { request, versions } = readRunHeader(run)
  let packs: Promise<ReadonlyMap<string, string>> | undefined
  const load = async (): Promise<ReadonlyMap<string, string>> => {
    const desks = await Promise.all(
      request.selection.packs.map((dir) => loadPack(dir).catch(() => undefined)),
    )
    return new Map(
      desks.flatMap((desk) =>
        desk !== undefined && desk.hash === versions.packs[desk.id] ? [[desk.id, desk.graph.sop.text]] : [],
      ),
    )
  }
  return async (pack) => {
    packs ??= load()
    return (await packs).get(pack) ?? null
  }
}
