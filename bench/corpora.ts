import type { Case, Pack } from '../src/cases/case.ts'
import { knownPacks } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { alarmsIn } from '../src/runner/jobs/audit/audit-findings.ts'
import type { Dialogue } from '../src/runner/jobs/synth/dialogue.ts'
import { runsOf, similarity, wordsIn } from '../src/runner/jobs/synth/near-duplicates.ts'
import { synthesise } from '../src/runner/jobs/synth/synth.ts'
import { planPack } from '../src/runner/packs/load-cases.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { scoreTrial } from '../test/support/verdicts/score.ts'

/**
 * A corpus of every pack: 300 right dialogues for the words, and enough with faults that every planned path fits. Each
 * dialogue is scored again from its JSON. `ratio` is the share that did not score as it should, over the bound of none.
 */
const RIGHT = 300
const SIMILAR_MAX = 0.8

export async function benchCorpora(): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  let wrong = 0
  for (const { name, dir } of knownPacks(packageRoot())) {
    const pack = await loadPack(dir)
    const plan = planPack(pack, { size: 'full', seed: 1 })
    const cases = new Map([...plan.cases, ...pack.cases].map((each) => [each.id, each]))
    const make = async (n: number, faults: number) => {
      const dialogues: Dialogue[] = []
      const made = await synthesise(pack, plan, {
        n,
        seed: 1,
        faults,
        signal: new AbortController().signal,
        onDialogue: (dialogue) => void dialogues.push(dialogue),
      })
      wrong += dialogues.filter((dialogue) => !isAsItShouldBe(dialogue, pack, cases)).length
      return { made, dialogues }
    }
    const right = await make(RIGHT, 0)
    const paths = right.made.paths_covered.of
    const both = await make(Math.max(RIGHT, 3 * paths), 0.33)
    Object.assign(figures, {
      [`${name}_distinct_3`]: right.made.distinct_3.all,
      [`${name}_distinct_3_agent`]: right.made.distinct_3.agent,
      [`${name}_near_duplicates`]: alike(right.dialogues),
      [`${name}_paths_hit`]: both.made.paths_covered.hit,
      [`${name}_paths`]: paths,
      [`${name}_dialogues`]: both.made.dialogues,
      [`${name}_with_faults`]: both.made.faulty,
      [`${name}_leaking_paths`]: leaking(both.dialogues),
    })
    console.error(name, JSON.stringify(both.made), JSON.stringify(right.made.distinct_3), { wrong })
  }
  return { ratio: wrong, ...figures }
}

function isAsItShouldBe(
  { kind, case: id, transcript }: Dialogue,
  pack: Pack,
  cases: ReadonlyMap<string, Case>,
): boolean {
  const theCase = cases.get(id)
  if (theCase === undefined) return false
  const alarms = alarmsIn(scoreTrial(pack, theCase, JSON.parse(JSON.stringify(transcript))))
  return (alarms.length === 0) === (kind === 'right')
}

/** Dialogues that are nearly another one, whatever path they are on. */
function alike(dialogues: readonly Dialogue[]): number {
  const runs = dialogues.map(({ transcript }) => runsOf(wordsIn(transcript), 5))
  return runs.filter((one, at) => runs.slice(0, at).some((other) => similarity(one, other) > SIMILAR_MAX))
    .length
}

/** Paths of which both train and test have a dialogue. */
function leaking(dialogues: readonly Dialogue[]): number {
  const inTrain = new Set(dialogues.filter(({ split }) => split === 'train').map(({ path }) => path))
  return new Set(
    dialogues.filter(({ split, path }) => split === 'test' && inTrain.has(path)).map(({ path }) => path),
  ).size
}
