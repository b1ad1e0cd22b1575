import { seedFrom } from '../../../base/chance.ts'
import type { Pack } from '../../../cases/case.ts'
import type { CasePlan } from '../../../cases/plan-cases.ts'
import { type Mutant, mutantsOf } from '../../../references/mutants.ts'
import { atOurDesk, type TrialScore } from '../../../verdicts/model/score.ts'
import { scoreTrial } from '../../../verdicts/scoring/score-trial.ts'
import { alarmsIn, isNamed, isUnclear } from '../audit/audit-findings.ts'
import { type Auditing, oracleOf, type Ran, runAudited } from '../audit/audit-trial.ts'
import { type Dialogue, labelsOf, type PlantedFault, pathOf } from './dialogue.ts'
import { distinct3, openHeard, wordsIn } from './near-duplicates.ts'
import { plannedPaths, type Situation, situationsFor } from './situations.ts'

export type SynthWishes = {
  readonly n: number
  readonly seed: number
  /** which share of the conversations has a planted fault */
  readonly faults: number
  readonly onDialogue: (dialogue: Dialogue) => void | Promise<void>
}

export type Synthesised = {
  readonly dialogues: number
  readonly right: number
  readonly faulty: number
  readonly train: number
  readonly test: number
  readonly paths_covered: { readonly hit: number; readonly of: number }
  /** made, and left out: they did not score as they should, or were said before in nearly the same words */
  readonly left_out: { readonly unclean: number; readonly duplicates: number }
  readonly distinct_3: { readonly all: number; readonly agent: number }
}

/** So many in a row that could not be used: the desk has no more to say. */
const FRUITLESS_MAX = 400

/**
 * Complete conversations along true paths. In: a pack, its plan, how many. Out: dialogues, each scored again as a store would
 * give it back: a correct one raises no alarm and leaves nothing open, a faulty one is named by its fault.
 */
export async function synthesise(pack: Pack, plan: CasePlan, wishes: SynthWishes): Promise<Synthesised> {
  const { n, seed } = wishes
  const heard = openHeard()
  const faults = openFaults(pack)
  const hit = new Set<string>()
  const counts = { right: 0, faulty: 0, train: 0, test: 0, unclean: 0, duplicates: 0 }
  const words: (readonly string[])[] = []
  const agentWords: (readonly string[])[] = []
  const take = async (dialogue: Dialogue): Promise<void> => {
    counts[dialogue.kind === 'right' ? 'right' : 'faulty'] += 1
    counts[dialogue.split] += 1
    words.push(wordsIn(dialogue.transcript))
    agentWords.push(wordsIn(dialogue.transcript, 'agent'))
    await wishes.onDialogue(dialogue)
  }
  const made = (): number => counts.right + counts.faulty
  let fruitless = 0
  for (const situation of situationsFor(pack, plan)) {
    if (made() >= n || fruitless >= FRUITLESS_MAX) break
    fruitless += 1
    const right = await playRight(pack, situation, seed)
    if (right === null) {
      counts.unclean += 1
      continue
    }
    const path = pathOf(right.ran.score)
    if (!heard.takes(`right ${path}`, right.ran.transcript)) {
      counts.duplicates += 1
      continue
    }
    fruitless = 0
    if (situation.planned !== null) hit.add(situation.planned)
    const about = aboutOf(right, path, seed)
    await take({
      ...about,
      id: `d${made() + 1}`,
      kind: 'right',
      twin: null,
      labels: labelsOf(right.ran.score, pack.graph),
      fault: null,
      transcript: right.ran.transcript,
    })
    if (made() >= n || counts.faulty >= wishes.faults * made()) continue
    const twin = `d${made()}`
    const wrong = await faults.plant(right)
    if (wrong === null || !heard.takes(`${wrong.fault.at} ${path}`, wrong.ran.transcript)) continue
    await take({
      ...about,
      id: `d${made() + 1}`,
      kind: 'fault',
      twin,
      labels: labelsOf(wrong.ran.score, pack.graph),
      fault: wrong.fault,
      transcript: wrong.ran.transcript,
    })
  }
  return {
    dialogues: made(),
    right: counts.right,
    faulty: counts.faulty,
    train: counts.train,
    test: counts.test,
    paths_covered: { hit: hit.size, of: new Set(plannedPaths(plan).values()).size },
    left_out: { unclean: counts.unclean, duplicates: counts.duplicates },
    distinct_3: { all: distinct3(words), agent: distinct3(agentWords) },
  }
}

/** A correct conversation as it was played: its faulty twin has the same customer, seed and voice. */
type Right = {
  readonly situation: Situation
  readonly auditing: Auditing
  readonly seed: number
  readonly ran: Ran
}

/** In the voice asked for, else in any other in which nothing stays open. Null: in none. */
async function playRight(pack: Pack, situation: Situation, seed: number): Promise<Right | null> {
  const voices = [situation.voice, ...pack.voices.keys(), null].filter(
    (voice, at, all) => all.indexOf(voice) === at,
  )
  for (const voice of voices) {
    const auditing: Auditing = { pack, score: scoreTrial, voice, protocol: 'observed' }
    const own = seedFrom(seed, situation.case.id, situation.intensity, situation.repeat)
    const ran = await runAudited(auditing, situation.case, {
      intensity: situation.intensity,
      seed: own,
      agent: oracleOf(pack.graph),
    })
    if (isClean(ran.score)) return { situation: { ...situation, voice }, auditing, seed: own, ran }
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
        // A step that could not be judged names a place and accuses nobody: such a dialogue would be no contrast.
        if (
          alarmsIn(ran.score).length > 0 &&
          ran.score.state === 'judged' &&
          isNamed(mutant, ran.score, pack.graph)
        )
          return { ran, fault: faultOf(mutant, ran.score, pack) }
      }
      return null
    },
  }
}

function faultOf({ fault, at, clauses }: Mutant, { verdicts }: TrialScore, pack: Pack): PlantedFault {
  const failed = verdicts.filter(({ outcome }) => outcome === 'fail')
  return {
    fault,
    at,
    rules: failed.map(({ rule }) => rule),
    clauses: clauses.map((id) => ({ id, text: pack.graph.sop.clauses.get(id)?.text ?? '' })),
  }
}
