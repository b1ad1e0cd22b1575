import { usageError } from '../../../base/error.ts'
import type { CaseId } from '../../../base/values/ids.ts'
import type { Pack } from '../../../cases/case.ts'
import type { Store, StoredRun, StoredTrial } from '../../../storage/store.ts'
import { readFacts } from '../../../storage/stored-facts.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import type { ForkSource } from '../../engine/forks/decision.ts'
import { findPack } from '../../files/find-pack.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { casesOfRun, type RunHeader, readRunHeader } from '../../runs/run-header.ts'
import type { ForkWish } from '../../trial/fork-point.ts'

/**
 * The stored trials that are forked. In: trials of one run. Out: each with its pack, its case and its transcript. A pack
 * that has changed since is refused: the recorded conversation would not come out of it again.
 */
export async function forkSources(
  run: StoredRun,
  trials: readonly StoredTrial[],
  workingFolder: string,
): Promise<readonly ForkSource[]> {
  const header = readRunHeader(run)
  const packs = new Map<string, Promise<Pack>>()
  const sources: ForkSource[] = []
  for (const trial of trials) {
    const loading = packs.get(trial.pack) ?? packOf(trial.pack, header, workingFolder)
    packs.set(trial.pack, loading)
    sources.push(sourceOf(trial, await loading, header))
  }
  return sources
}

async function packOf(id: string, header: RunHeader, workingFolder: string): Promise<Pack> {
  const known = findPack(id, workingFolder)?.dir
  const dirs = [...(known === undefined ? [] : [known]), ...header.request.selection.packs]
  const used = header.versions.packs[id]
  let other: Pack | null = null
  for (const dir of dirs) {
    const pack = await loadPack(dir).catch(() => null)
    if (pack?.id !== id) continue
    if (pack.hash === used) return pack
    other = pack
  }
  throw other === null
    ? usageError('unknown-pack', `Pack ${id} is not here any more.`, 'Restore its folder.')
    : usageError(
        'run-changed',
        `Pack ${id} has changed since the run was played: its conversations cannot be replayed.`,
        'Undo the change, or run the case again and fork that run.',
      )
}

function sourceOf(trial: StoredTrial, pack: Pack, header: RunHeader): ForkSource {
  const theCase = casesOfRun(pack, header).find(({ id }) => id === trial.case)
  if (theCase === undefined)
    throw usageError(
      'unknown-case',
      `Pack ${pack.id} has no case ${trial.case} any more.`,
      'Run it again and fork that run.',
    )
  const { events } = readTranscript(trial.transcript, trial.trial)
  const started = events[0]
  if (started?.type !== 'trial.started')
    throw usageError(
      'nothing-to-fork',
      `Trial ${trial.trial} has no beginning.`,
      'Its transcript is damaged. Fork another one.',
    )
  return { trial: trial.trial, pack, case: theCase, events, score: readFacts(trial).score, started }
}

/** Of a whole run: its traps. Where it has none, the trials that left the procedure. For a step: all that may come to it. */
export async function trialsToFork(
  store: Store,
  run: StoredRun,
  wish: ForkWish,
): Promise<readonly StoredTrial[]> {
  const judged: StoredTrial[] = []
  const traps: StoredTrial[] = []
  const left: StoredTrial[] = []
  const seen = new Set<CaseId>()
  for await (const trial of store.trials(run.id)) {
    const { bucket, score } = readFacts(trial)
    if (score.state !== 'judged') continue
    judged.push(trial)
    if (bucket === 'adversarial') traps.push(trial)
    else if (score.world === 'ours' && score.divergence !== null && !seen.has(trial.case)) left.push(trial)
    seen.add(trial.case)
  }
  const chosen = wish.kind === 'step' ? judged : traps.length > 0 ? traps : left
  if (chosen.length === 0)
    throw usageError(
      'nothing-to-fork',
      `Run ${run.id} has no traps and no trial that left the procedure.`,
      'Name a trial and an event: sage fork <trial> --at <event>.',
    )
  return chosen
}
