import { usageError } from '../../../base/error.ts'
import { isCaseId, isTrialId } from '../../../base/values/ids.ts'
import { NO_PRICES } from '../../../metrics/prices.ts'
import type { Store, StoredTrial } from '../../../storage/store.ts'
import { writeTrial } from '../../../storage/stored-trial.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import { RULES_VERSION } from '../../../verdicts/model/score.ts'
import type { Rule } from '../../../verdicts/rules/rule.ts'
import { scoreTrial } from '../../../verdicts/scoring/score-trial.ts'
import { readerVersion } from '../../agents/party-settings.ts'
import { intensityOf } from '../../engine/forks/decision.ts'
import { runId } from '../../engine/run-id.ts'
import { findPack } from '../../files/find-pack.ts'
import { readText } from '../../files/read-text.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { writeRunHeader } from '../../runs/run-header.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { factsOf } from '../../trial/trial-facts.ts'

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
    score: scoreTrial(pack, theCase, events, given.rules),
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
