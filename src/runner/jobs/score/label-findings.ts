import { passHatK } from '../../../metrics/pass-k.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { outcomeOfRule, type TrialScore } from '../../../verdicts/model/score.ts'
import { type Label, nameOf, OUTCOME } from './score-labels.ts'

/** What comparing with published labels shows beside how often both agree. */
export type LabelFindings = {
  /** conversations on which the two differ, with what we say */
  readonly differ: readonly Found[]
  /** labelled right, and a rule was broken all the same: what such a label does not see */
  readonly unseen: Readonly<Record<string, { readonly times: number; readonly examples: readonly Found[] }>>
  /** the chance that k trials of a task are all right: by the labels, and by our verdicts */
  readonly pass_k: Readonly<Record<string, { readonly published: number; readonly ours: number | null }>>
}
type Found = { readonly transcript: string; readonly because: string }

const EXAMPLES_MAX = 3
const K_MAX = 10

export function openLabelFindings(labels: readonly Label[]) {
  const published = new Map(
    labels.flatMap(({ transcript, rule, broken }) =>
      rule === OUTCOME ? [[transcript, !broken] as const] : [],
    ),
  )
  const differ: Found[] = []
  const unseen: Record<string, { times: number; examples: Found[] }> = {}
  const tasks = new Map<string, { published: Count; ours: Count }>()
  return {
    add: (transcript: string, [start]: Transcript, score: TrialScore): void => {
      const passed = published.get(transcript) ?? published.get(nameOf(transcript))
      if (passed === undefined) return
      // Trials of one task have the agent and the case in common.
      const task = start?.type === 'trial.started' ? `${start.agent} ${start.case}` : ''
      const counts = tasks.get(task) ?? { published: { right: 0, judged: 0 }, ours: { right: 0, judged: 0 } }
      tasks.set(task, counts)
      const ours = outcomeOfRule(score.verdicts, OUTCOME)
      count(counts.published, passed)
      if (ours === 'pass' || ours === 'fail') {
        count(counts.ours, ours === 'pass')
        if ((ours === 'pass') !== passed) differ.push({ transcript, because: becauseOf(score, OUTCOME) })
      }
      if (!passed) return
      for (const { rule, outcome } of score.verdicts) {
        if (outcome !== 'fail' || rule === OUTCOME) continue
        const found = unseen[rule] ?? { times: 0, examples: [] }
        unseen[rule] = found
        found.times += 1
        if (found.examples.length < EXAMPLES_MAX)
          found.examples.push({ transcript, because: becauseOf(score, rule) })
      }
    },
    done: (): LabelFindings => ({ differ, unseen, pass_k: passK([...tasks.values()]) }),
  }
}

type Count = { right: number; judged: number }
function count(into: Count, isRight: boolean): void {
  into.judged += 1
  if (isRight) into.right += 1
}

function becauseOf({ verdicts }: TrialScore, rule: string): string {
  const found = verdicts.find(
    (verdict) => verdict.rule === rule && (verdict.outcome === 'fail' || verdict.outcome === 'pass'),
  )
  return found?.because ?? ''
}

function passK(tasks: readonly { published: Count; ours: Count }[]): LabelFindings['pass_k'] {
  const found: Record<string, { published: number; ours: number | null }> = {}
  for (let k = 1; k <= K_MAX; k += 1) {
    const [published, ours] = (['published', 'ours'] as const).map((whose) =>
      passHatK(
        tasks.map((task) => task[whose]),
        k,
      ),
    )
    if (published !== undefined)
      found[k] = { published: rounded(published), ours: ours === undefined ? null : rounded(ours) }
  }
  return found
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** For people: where the two differ, and what the labels do not see. */
export function sayFindings({ differ, unseen, pass_k }: LabelFindings): readonly string[] {
  const ks = Object.entries(pass_k)
  return [
    ...(ks.length < 2
      ? []
      : [
          `pass^k:  ${ks.map(([k, { published, ours }]) => `${k}: ${published} published, ${ours ?? 'not known'} ours`).join('; ')}`,
        ]),
    ...differ
      .slice(0, EXAMPLES_MAX * 2)
      .map(({ transcript, because }) => `Differs: ${transcript}: ${because}`),
    ...(differ.length > EXAMPLES_MAX * 2 ? [`... and ${differ.length - EXAMPLES_MAX * 2} more`] : []),
    ...(Object.keys(unseen).length === 0 ? [] : ['Labelled right, and yet:']),
    ...Object.entries(unseen).flatMap(([rule, { times, examples }]) => [
      `  ${rule}: ${times}`,
      ...examples.map(({ transcript, because }) => `    ${transcript}: ${because}`),
    ]),
  ]
}
