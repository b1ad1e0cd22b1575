import { usageError } from '../../../base/error.ts'
import { type CaseId, isCaseId, isTrialId } from '../../../base/values/ids.ts'
import type { Pack } from '../../../cases/case.ts'
import { NO_PRICES } from '../../../metrics/prices.ts'
import type { Store, StoredRun, StoredTrial } from '../../../storage/store.ts'
import { readFacts } from '../../../storage/stored-facts.ts'
import { writeTrial } from '../../../storage/stored-trial.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import { RULES_VERSION } from '../../../verdicts/model/score.ts'
import type { Rule } from '../../../verdicts/rules/rule.ts'
import { readerVersion } from '../../agents/party-settings.ts'
import { type ForkSource, intensityOf } from '../../engine/forks/decision.ts'
import { runId } from '../../engine/run-id.ts'
import { findPack } from '../../files/find-pack.ts'
import { readText } from '../../files/read-text.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { casesOfRun, type RunHeader, readRunHeader, writeRunHeader } from '../../runs/run-header.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { ForkWish } from '../../trial/fork-point.ts'
import { factsOf } from '../../trial/trial-facts.ts'

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

/** A transcript file becomes the one trial of a run of its own: forks are stored with a run. */
export async function storeTranscript(
  store: Store,
  file: string,
  given: {
    readonly request: RunRequest
    readonly workingFolder: string
    readonly now: number
    readonly rules: readonly Rule[]
  },
): Promise<readonly StoredTrial[]> {
  const { events } = readTranscript(await readText(file), file)
  const start = events[0]
  if (start?.type !== 'trial.started') throw notOurs(file, 'it does not begin with trial.started')
  const place = findPack(start.pack.id, given.workingFolder)
  if (place === undefined) throw notOurs(file, `there is no pack "${start.pack.id}"`)
  const pack = await loadPack(place.dir)
  const theCase = pack.cases.find(({ id }) => id === start.case)
  if (theCase === undefined || !isCaseId(start.case))
    throw notOurs(file, `pack ${pack.id} has no case "${start.case}"`)
  const run = runId(given.now)
  const at = new Date(given.now).toISOString()
  const { request } = given
  const selection = { ...request.selection, packs: [place.dir] as const, cases: [theCase.id], own: true }
  await store.createRun({
    id: run,
    startedAt: at,
    finishedAt: at,
    header: writeRunHeader({
      request: { ...request, suite: 'transcript', selection, trials: 1 },
      // As recorded: a pack that has changed since is refused when the forks are played.
      versions: {
        packs: { [pack.id]: start.pack.hash },
        rules: RULES_VERSION,
        reader: readerVersion(request.reader),
      },
      catastrophes: [],
      files: {},
      mixed: [],
      planned: 1,
    }),
  })
  const intensity = intensityOf(start.intensity)
  const planned = { pack, case: theCase, intensity, agent: 0, repeat: 0, seed: start.seed }
  const facts = factsOf({
    planned,
    agent: start.agent,
    score: readAndScore(pack, theCase, events, given.rules),
    transcript: events,
    judges: [],
    traffic: 0,
    prices: NO_PRICES,
  })
  const trial = writeTrial({
    run,
    trial: idOf(run, events),
    attempt: start.attempt,
    transcript: writeTranscript(events),
    facts,
  })
  await store.saveTrials([trial])
  return [trial]
}

/** Its own name under this run: the same file may be forked twice. */
function idOf(run: string, events: Transcript): StoredTrial['trial'] {
  const start = events[0]
  const named = start?.type === 'trial.started' ? start.trial.split('/').slice(1).join('/') : ''
  const id = `${run}/${named === '' ? 'transcript' : named}`
  if (!isTrialId(id)) throw notOurs(run, 'its trial has no usable name')
  return id
}

const notOurs = (file: string, why: string) =>
  usageError('nothing-to-fork', `${file} cannot be forked: ${why}.`, 'Give a transcript of a trial of ours.')
