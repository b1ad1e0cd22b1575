import { seedFrom } from '../../../base/chance.ts'
import type { RunId, StepId } from '../../../base/values/ids.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { universeOfPack } from '../../../cases/plan-cases.ts'
import { type Coverage, coverageOf, type Exercised } from '../../../graph/coverage/coverage.ts'
import type { Universe } from '../../../graph/coverage/coverage-universe.ts'
import type { Store } from '../../../storage/store.ts'
import { readScore } from '../../../storage/stored-score.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { atOurDesk, type DeskScore, type TrialScore } from '../../../verdicts/model/score.ts'
import { scoreTrial } from '../../../verdicts/scoring/score-trial.ts'
import { makeAgent, makeCustomer } from '../../agents/parties.ts'
import { referenceRequest } from '../../agents/reference/request.ts'
import { playTrial } from '../../trial/play-trial.ts'
import { coverTrialId } from '../../trial/trial-id.ts'
import { caseValues } from './case-values.ts'
import { interruptsFired } from './interrupts-fired.ts'

/** What of a pack's graph its cases exercise, when an agent that follows the graph meets each of them once. */
export type Cover = { readonly pack: Pack; readonly universe: Universe; readonly coverage: Coverage }

export async function coverPack(pack: Pack, cases: readonly Case[] = pack.cases): Promise<Cover> {
  const universe = universeOfPack(pack)
  const exercised = await Promise.all(cases.map((each) => exercisedBy(universe, pack, each)))
  return { pack, universe, coverage: coverageOf(universe, exercised) }
}

async function exercisedBy(universe: Universe, pack: Pack, theCase: Case): Promise<Exercised> {
  const transcript = await playTrial({
    id: coverTrialId(theCase.id),
    pack,
    case: theCase,
    intensity: theCase.intensity,
    seed: seedFrom(1, theCase.id),
    attempt: 0,
    agent: await makeAgent(referenceRequest('oracle')),
    customer: makeCustomer('scripted'),
  })
  const score = scoreTrial(pack, theCase, transcript)
  return exercisedOf(universe, { pack, case: theCase, ...walkedIn(score), transcript: () => transcript })
}

/** Of a trial that was not judged at our desk nothing is known to be exercised. */
const walkedIn = (score: TrialScore): Pick<DeskScore, 'steps' | 'edges'> =>
  atOurDesk(score) ?? { steps: [], edges: [] }

/** A scored trial as something that exercised a graph. */
export function exercisedOf(
  universe: Universe,
  trial: {
    readonly pack: Pack
    readonly case: Case
    readonly steps: readonly StepId[]
    readonly edges: readonly string[]
    readonly transcript: () => Transcript
  },
): Exercised {
  const names = [...new Set(universe.boundaries.map(({ name }) => name))]
  const walked = new Set(trial.steps)
  // Few trials are interrupted: only those are walked again.
  const isInterrupted = trial.pack.graph.interrupts.some(({ start }) => walked.has(start))
  return {
    id: trial.case.id,
    steps: trial.steps,
    edges: trial.edges,
    values: caseValues(trial.pack, trial.case, names),
    interrupts: isInterrupted ? interruptsFired(trial.pack, universe, trial.transcript()) : [],
  }
}

/** What of each pack's graph the trials of a stored run exercised. */
export async function coverRun(
  store: Store,
  run: RunId,
  packs: (id: string) => Promise<Pack | undefined>,
): Promise<readonly Cover[]> {
  const seen = new Map<string, { pack: Pack; universe: Universe; exercised: Exercised[] }>()
  for await (const { pack: id, case: caseId, score, trial, transcript: text } of store.trials(run)) {
    const pack = await packs(id)
    const theCase = pack?.cases.find((each) => each.id === caseId)
    if (pack === undefined || theCase === undefined) continue
    const own = seen.get(id) ?? { pack, universe: universeOfPack(pack), exercised: [] }
    seen.set(id, own)
    const transcript = (): Transcript => readTranscript(text).events
    own.exercised.push(
      exercisedOf(own.universe, { pack, case: theCase, ...walkedIn(readScore(score, trial)), transcript }),
    )
  }
  return [...seen.values()].map(({ pack, universe, exercised }) => ({
    pack,
    universe,
    coverage: coverageOf(universe, exercised),
  }))
}
