import { setImmediate } from 'node:timers/promises'
import type { Pack } from '../../../cases/case.ts'
import type { CasePlan } from '../../../cases/plan-cases.ts'
import type { Dialogue } from './dialogue.ts'
import { distinct3, openHeard, wordsIn } from './near-duplicates.ts'
import { type DialoguePair, makePairs, type PairWishes } from './pairs.ts'
import { plannedPaths } from './situations.ts'

export type SynthWishes = PairWishes & {
  readonly onDialogue: (dialogue: Dialogue) => void | Promise<void>
  /** stops between two dialogues */
  readonly signal: AbortSignal
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

/**
 * Complete conversations along true paths. In: a pack, its plan, how many. Out: dialogues, each scored again as a store would
 * give it back: a correct one raises no alarm and leaves nothing open, a faulty one is named by its fault.
 */
export async function synthesise(pack: Pack, plan: CasePlan, wishes: SynthWishes): Promise<Synthesised> {
  const heard = openHeard()
  const hit = new Set<string>()
  const counts = { right: 0, faulty: 0, train: 0, test: 0 }
  const leftOut = { unclean: 0, duplicates: 0 }
  const words: (readonly string[])[] = []
  const agentWords: (readonly string[])[] = []
  const take = async ({ right, wrong }: DialoguePair): Promise<void> => {
    for (const dialogue of wrong === null ? [right] : [right, wrong]) {
      counts[dialogue.kind === 'right' ? 'right' : 'faulty'] += 1
      counts[dialogue.split] += 1
      words.push(wordsIn(dialogue.transcript))
      agentWords.push(wordsIn(dialogue.transcript, 'agent'))
      await wishes.onDialogue(dialogue)
    }
  }
  for await (const made of makePairs(pack, plan, { wishes, heard })) {
    // Only between tasks does the process hear that it should stop.
    await setImmediate()
    if (wishes.signal.aborted) break
    if ('leftOut' in made) {
      leftOut[made.leftOut] += 1
      continue
    }
    if (made.planned !== null) hit.add(made.planned)
    await take(made)
  }
  return {
    dialogues: counts.right + counts.faulty,
    ...counts,
    paths_covered: { hit: hit.size, of: new Set(plannedPaths(plan).values()).size },
    left_out: leftOut,
    distinct_3: { all: distinct3(words), agent: distinct3(agentWords) },
  }
}
