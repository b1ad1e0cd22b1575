import { seedFrom } from '../../../base/chance.ts'
import type { Pack } from '../../../cases/case.ts'
import type { CasePlan } from '../../../cases/plan-cases.ts'
import { type Mutant, mutantsOf } from '../../../references/mutants.ts'
import { atOurDesk, type TrialScore } from '../../../verdicts/model/score.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import { alarmsIn, isNamed, isUnclear } from '../audit/audit-findings.ts'
import { type Auditing, oracleOf, type Ran, runAudited } from '../audit/audit-trial.ts'
import { type Dialogue, labelsOf, type PlantedFault, pathOf } from './dialogue.ts'
import type { Heard } from './near-duplicates.ts'
import { type Situation, situationsFor } from './situations.ts'
import { openWordings, type Wordings } from './wordings.ts'

/** A correct dialogue and, where one was planted, its faulty twin; or why a conversation was left out. */
export type Made =
  | { readonly right: Dialogue; readonly wrong: Dialogue | null; readonly planned: string | null }
  | { readonly leftOut: 'unclean' | 'duplicates' }
export type DialoguePair = Extract<Made, { right: Dialogue }>

export type PairWishes = {
  readonly n: number
  readonly seed: number
  /** which share of the conversations has a planted fault */
  readonly faults: number
}

/** So many in a row that could not be used: the desk has no more to say. */
const FRUITLESS_MAX = 400

/** Dialogues until there are enough, or the desk has no more to say. Each is scored as a store would give it back. */
export async function* makePairs(
  pack: Pack,
  plan: CasePlan,
  { wishes: { n, seed, faults }, heard }: { readonly wishes: PairWishes; readonly heard: Heard },
): AsyncGenerator<Made> {
  const planted = openFaults(pack)
  const wordings = openWordings(pack)
  let made = 0
  let faulty = 0
  let fruitless = 0
  for (const situation of situationsFor(pack, plan)) {
    if (made >= n || fruitless >= FRUITLESS_MAX) return
    fruitless += 1
    const right = await playRight({ pack, wordings }, situation, seed)
    if (right === null) {
      yield { leftOut: 'unclean' }
      continue
    }
    const path = pathOf(right.ran.score)
    if (!heard.takes(`right ${path}`, right.ran.transcript)) {
      yield { leftOut: 'duplicates' }
      continue
    }
    fruitless = 0
    made += 1
    const twin = `d${made}`
    const about = aboutOf(right, path, seed)
    const dialogue: Dialogue = {
      ...about,
      id: twin,
      kind: 'right',
      twin: null,
      labels: labelsOf(right.ran.score, pack.graph),
      fault: null,
      transcript: right.ran.transcript,
    }
    const wrong = made < n && faulty < faults * made ? await planted.plant(right) : null
    const isTaken = wrong !== null && heard.takes(`${wrong.fault.at} ${path}`, wrong.ran.transcript)
    if (isTaken) {
      made += 1
      faulty += 1
    }
    yield {
      right: dialogue,
      wrong: isTaken ? faultyOf(wrong, { ...about, id: `d${made}`, twin }, pack) : null,
      planned: situation.planned,
    }
  }
}

/** A correct conversation as it was played: its faulty twin has the same customer, seed and voice. */
type Right = {
  readonly situation: Situation
  readonly auditing: Auditing
  readonly seed: number
  readonly ran: Ran
}

const faultyOf = (
  { ran, fault }: Wrong,
  about: ReturnType<typeof aboutOf> & { readonly id: string; readonly twin: string },
  pack: Pack,
): Dialogue => ({
  ...about,
  kind: 'fault',
  labels: labelsOf(ran.score, pack.graph),
  fault,
  transcript: ran.transcript,
})

/** In the voice asked for, twice if need be, else in any other in which nothing stays open. Null: in none. */
async function playRight(
  { pack, wordings }: { readonly pack: Pack; readonly wordings: Wordings },
  situation: Situation,
  seed: number,
): Promise<Right | null> {
  const others = [...pack.voices.keys(), null].filter((voice) => voice !== situation.voice)
  for (const [attempt, voice] of [situation.voice, situation.voice, ...others].entries()) {
    const speaks = wordings.speaks(voice)
    const auditing: Auditing = { pack, score: readAndScore, voice, speaks, protocol: 'observed' }
    const own = seedFrom(seed, situation.case.id, situation.intensity, situation.repeat, attempt)
    const ran = await runAudited(auditing, situation.case, {
      intensity: situation.intensity,
      seed: own,
      agent: oracleOf(pack.graph),
    })
    const isGood = isClean(ran.score)
    wordings.settle(isGood)
    if (isGood) return { situation: { ...situation, voice }, auditing, seed: own, ran }
  }
  return null
}

const isClean = (score: TrialScore): boolean =>
  score.state === 'judged' && score.outcome === 'right' && alarmsIn(score).length === 0 && !isUnclear(score)

const aboutOf = ({ situation }: Right, path: string, seed: number) => ({
  split: splitOf(path, seed),
  path,
  case: situation.case.id,
  tactic: situation.case.tactic,
  intensity: situation.intensity,
  voice: situation.voice,
})

/** One path in five is kept for testing, with everything on it. */
const TEST_OF = 5
const splitOf = (path: string, seed: number): Dialogue['split'] =>
  seedFrom(seed, 'split', path) % TEST_OF === 0 ? 'test' : 'train'

type Wrong = { readonly ran: Ran; readonly fault: PlantedFault }

/** So many faults are tried in one conversation: not each shows there. */
const TRIES_MAX = 3

/** Plants faults, those first that were planted least. */
function openFaults(pack: Pack): { readonly plant: (right: Right) => Promise<Wrong | null> } {
  const used = new Map(mutantsOf(pack.graph).map((mutant) => [mutant, 0]))
  return {
    plant: async ({ situation, auditing, seed, ran: right }) => {
      const walked = new Set(
        (atOurDesk(right.score)?.steps ?? []).map((id) => pack.graph.steps.get(id)?.source ?? id),
      )
      const fitting = [...used]
        .filter(([{ within }]) => within?.some((step) => walked.has(step)) === true)
        .sort((a, b) => a[1] - b[1])
        .slice(0, TRIES_MAX)
      for (const [mutant, times] of fitting) {
        used.set(mutant, times + 1)
        const ran = await runAudited(auditing, situation.case, {
          intensity: situation.intensity,
          seed,
          agent: mutant,
        })
        if (showsFault(mutant, ran.score, pack)) return { ran, fault: faultOf(mutant, ran.score, pack) }
      }
      return null
    },
  }
}

/** A step that could not be judged names a place and accuses nobody: such a dialogue would be no contrast. */
const showsFault = (mutant: Mutant, score: TrialScore, { graph }: Pack): boolean =>
  alarmsIn(score).length > 0 && score.state === 'judged' && isNamed(mutant, score, graph)

function faultOf({ fault, at, clauses }: Mutant, { verdicts }: TrialScore, pack: Pack): PlantedFault {
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail')
  return {
    fault,
    at,
    rules: failed.map(({ rule }) => rule),
    clauses: clauses.map((id) => ({ id, text: pack.graph.sop.clauses.get(id)?.text ?? '' })),
  }
}
