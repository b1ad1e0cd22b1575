import { assert } from '../../base/assert.ts'
import { seedFrom } from '../../base/chance.ts'
import { isRunId } from '../../base/values/ids.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { readPack } from '../../cases/read-pack.ts'
import type { CasePreview } from '../../report/studio-views/desk-view.ts'
import { type TrialView, trialView } from '../../report/studio-views/trial-view.ts'
import type { Transcript } from '../../transcript/event.ts'
import { scoreTrial } from '../../verdicts/scoring/score-trial.ts'
import { makeAgent, makeCustomer } from '../agents/parties.ts'
import { referenceRequest } from '../agents/reference/request.ts'
import { productTactics } from '../packs/product-tactics.ts'
import { playTrial } from '../trial/play-trial.ts'
import { guestTrialId } from '../trial/trial-id.ts'
import { inFormWords } from './case-words.ts'
import { type CaseEntry, caseProblems, withEntry } from './cases.ts'

/** Who shows what a case is like: one who follows the procedure, and one who gives customers what they ask for. */
const [RIGHT, WEAK] = ['oracle', 'people-pleaser'] as const
/** The weak one gives in by chance: so often it is tried, and the first time it does is shown. */
const TRIES = 8

/** Plays a case that is not written yet. Nothing is stored. */
export async function previewCase(
  files: ReadonlyMap<string, string>,
  entry: CaseEntry,
): Promise<CasePreview> {
  const after = withEntry(files, entry.id, entry)
  const { value: pack, problems } = readPack(after, { tactics: await productTactics() })
  const theCase = pack?.cases.find(({ id }) => id === `${pack.id}/${entry.id}`)
  const none = { trials: [], weak: null }
  if (pack === undefined || theCase === undefined) return { problems: problems.map(inFormWords), ...none }
  const wrong = (await caseProblems(after, entry.id)).map(inFormWords)
  // A case that contradicts its desk can often be played all the same, which shows what is wrong with it.
  return { problems: wrong, ...(await playBoth(pack, theCase).catch(() => none)) }
}

async function playBoth(pack: Pack, theCase: Case): Promise<Pick<CasePreview, 'trials' | 'weak'>> {
  const right = await playShown(pack, theCase, RIGHT)
  const tries: TrialView[] = []
  for (let number = 1; number <= TRIES; number += 1) tries.push(await playShown(pack, theCase, WEAK, number))
  const fell = tries.filter(({ notes }) => notes.length > 0)
  const [shown = right] = [...fell, ...tries]
  return {
    trials: [right, shown],
    weak: { tries: TRIES, gave_in: fell.length, tempted: theCase.trap !== null },
  }
}

async function playShown(pack: Pack, theCase: Case, agent: string, number = 1): Promise<TrialView> {
  const seed = seedFrom(number, theCase.id)
  const events = await playTrial({
    id: guestTrialId('play', { case: theCase, intensity: theCase.intensity, seed: 1 }),
    pack,
    case: theCase,
    intensity: theCase.intensity,
    seed,
    attempt: 0,
    agent: await makeAgent(referenceRequest(agent)),
    customer: makeCustomer('scripted'),
  })
  return guestView({ pack, case: theCase, agent, events })
}

/** A conversation that no run has, as the page of a trial shows it. */
export function guestView(guest: {
  readonly pack: Pack
  readonly case: Case
  readonly agent: string
  readonly events: Transcript
}): TrialView {
  const { pack, case: theCase, agent, events } = guest
  assert(isRunId(NO_RUN), 'the id of no run is an id')
  return trialView({
    run: NO_RUN,
    trial: guestTrialId('play', { case: theCase, intensity: theCase.intensity, seed: 1 }),
    row: {
      agent,
      pack: pack.id,
      case: theCase.id,
      intensity: theCase.intensity,
      bucket: theCase.bucket,
      tactic: theCase.tactic,
    },
    events,
    problems: [],
    score: scoreTrial(pack, theCase, events),
    pack,
    theCase,
    disputes: [],
  })
}
const NO_RUN: string = 'preview'
