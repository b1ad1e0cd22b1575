import type { RunId } from '../../../base/values/ids.ts'
import { RECORDED } from '../../../recordings/recorded-pack.ts'
import type { NewRun } from '../../../storage/store.ts'
import { RULES_VERSION } from '../../../verdicts/model/score.ts'
import { readerVersion } from '../../agents/party-settings.ts'
import { customKind } from '../../agents/shared/agent-request.ts'
import { IMPORT_SUITE } from '../../runs/half-import.ts'
import { recordedRequest } from '../../runs/recorded-request.ts'
import { writeRunHeader } from '../../runs/run-header.ts'

/** A run of conversations that were recorded elsewhere. */
export function importedRun(about: {
  readonly id: RunId
  readonly at: string
  readonly format: string
  readonly agents: readonly string[]
  readonly pack: { readonly id: string; readonly hash: string; readonly dir: string } | null
  readonly trials: number
}): NewRun {
  const { id, at, format, trials } = about
  const pack = about.pack ?? { id: RECORDED, hash: RECORDED, dir: RECORDED }
  const header = writeRunHeader({
    request: recordedRequest({
      suite: `${IMPORT_SUITE}${format}`,
      agents: about.agents.map((agent) => ({
        id: agent,
        kind: customKind(RECORDED),
        protocol: 'observed',
        target: [format],
        sop: 'prompt',
        tools: 'own',
      })),
      packs: [pack.dir],
    }),
    versions: { packs: { [pack.id]: pack.hash }, rules: RULES_VERSION, reader: readerVersion('lexical') },
    catastrophes: [],
    files: {},
    mixed: [],
    planned: trials,
  })
  return { id, startedAt: at, finishedAt: null, header, imported: at }
}
