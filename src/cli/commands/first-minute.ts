import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert } from '../../base/assert.ts'
import { EXIT } from '../../base/error.ts'
import { noModels } from '../../models/no-models.ts'
import { sayFirstMinute } from '../../report/render/first-minute.ts'
import { executeRun } from '../../runner/engine/execute-run.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { NO_EXTENSIONS } from '../../runner/plugins/extensions.ts'
import { requestRun } from '../../runner/runs/request-run.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import { findTrial } from '../../runner/runs/stored-trials.ts'
import { RunFlags } from '../../runner/settings/run-flags.ts'
import { DEFAULT_STORE, openStore, storePlace } from '../../storage/open/open-store.ts'
import type { Transcript } from '../../transcript/event.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { progressLine } from '../run/progress-line.ts'
import type { Answer, Asked } from '../terminal/command.ts'
import { NO_COLOURS } from '../terminal/terminal.ts'

/** The project that is played: a small desk and an agent with faults. Nothing of the working folder's own settings is read. */
const DEMO = join(packageRoot(), 'examples/demo')

/**
 * `sage` without a word: what SAGE does, shown on a demo agent. The run is stored in the working folder, so that the commands named at
 * the end read it; nothing else is left there.
 */
export async function firstMinute({
  terminal,
  workingFolder,
}: Pick<Asked, 'terminal' | 'workingFolder'>): Promise<Answer> {
  const out = mkdtempSync(join(tmpdir(), 'sage-demo-'))
  try {
    const store = storePlace(DEFAULT_STORE, workingFolder)
    const request = await requestRun(RunFlags.parse({ store, out }), DEMO, NO_EXTENSIONS)
    const closed: ClosedRun[] = []
    const line = progressLine(terminal, performance.now.bind(performance))
    await executeRun(request, {
      onProgress: line.show,
      signal: new AbortController().signal,
      clock: Date.now,
      models: noModels,
      onClosed: (run) => closed.push(run),
    })
    line.done()
    const [run] = closed
    assert(run !== undefined, 'a run that was executed was closed')
    const { decision } = run.report
    const talk = await transcriptOf(store, decision.failures[0]?.trial)
    return {
      json: decision,
      text: sayFirstMinute(decision, talk, terminal.paintOut ?? NO_COLOURS),
      exit: EXIT.ok,
    }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

async function transcriptOf(place: string, trial: string | undefined): Promise<Transcript> {
  if (trial === undefined) return []
  const store = await openStore(place, 'read')
  try {
    return readTranscript((await findTrial(store, trial)).transcript).events
  } finally {
    await store.close()
  }
}
