import { NO_DATA } from '../base/rate.ts'
import {
  atOurDesk,
  type DeskScore,
  isPassed,
  type TrialScore,
  type TurnScore,
} from '../verdicts/model/score.ts'
import { bootstrapRatios } from './bootstrap.ts'
import { atTheDesk, type Count, type CountedMetric, derived, mean, ofTurns, one, rate } from './metric.ts'
import { difference } from './ratio.ts'

/** Did it understand, and did it do what was due: on agent turns, and on the path as a whole. */

export const fieldAccuracy = rate(
  { name: 'field_accuracy', words: 'Fields understood', better: 'higher' },
  ({ score }) => {
    const { right, of } = fieldsIn(score)
    return of === 0 ? null : { hits: right, of }
  },
)

/** Relevant fields over all turns, and those reported right. */
export function fieldsIn({ turns }: TrialScore): { readonly right: number; readonly of: number } {
  const fields = turns.flatMap((turn) => turn.fields ?? [])
  return {
    right: fields.reduce((sum, field) => sum + field.right, 0),
    of: fields.reduce((sum, field) => sum + field.of, 0),
  }
}

export const intentAccuracy = rate(
  { name: 'intent_accuracy', words: 'Intent understood', better: 'higher' },
  ofTurns((turn) => turn.intent_right),
)

export const actionAccuracy = rate(
  { name: 'action_accuracy', words: 'Right action', better: 'higher' },
  atTheDesk(ofTurns(actionRight)),
)

export const pathFitness = mean(
  { name: 'path_fitness', words: 'Path fitness', better: 'higher' },
  ({ score }) => atOurDesk(score)?.path?.fitness ?? null,
)

export const exactPath = rate({ name: 'exact_path', words: 'Exact path', better: 'higher' }, ({ score }) => {
  const path = atOurDesk(score)?.path
  if (path == null) return null
  // What only unread words may have spoilt is not judged.
  const isOpen = path.alignment.every(({ move }) => move === 'match' || move === 'not-judged')
  return !path.exact && isOpen ? null : one(path.exact)
})

/** JourneyBench's coverage of the user journey: every call of the true path made with the right arguments, and no other write. */
export const journeyCoverage = rate(
  { name: 'journey_coverage', words: 'Journey coverage', better: 'higher' },
  ({ score }) => {
    const journey = atOurDesk(score)?.journey
    return journey == null ? null : one(journey === 'covered')
  },
)

/** The gap compares like with like: actions of exactly those turns whose intent was reported. */
const actionsOfReportedTurns: Count = {
  is: 'rate',
  of: atTheDesk(ofTurns((turn) => (turn.intent_right === null ? null : actionRight(turn)))),
}

export const executionGap = derived(
  { name: 'execution_gap', words: 'Execution Gap', better: 'lower', range: [-1, 1] },
  {
    reads: [intentAccuracy, actionsOfReportedTurns],
    from: ({ clusters }) => {
      const reported = clusters(intentAccuracy)
      const turns = reported.reduce((sum, { of }) => sum + of, 0)
      if (turns === 0) return { ...NO_DATA, because: 'no turn with a report' }
      return bootstrapRatios([reported, clusters(actionsOfReportedTurns)], difference, turns)
    },
  },
)

export const executionGapConditional = rate(
  { name: 'execution_gap_conditional', words: 'Execution Gap, conditional', better: 'lower' },
  atTheDesk(
    ofTurns((turn) => {
      const right = isUnderstood(turn) ? actionRight(turn) : null
      return right === null ? null : !right
    }),
  ),
)

/** Trials of which it is known whether they passed and whether the agent understood: both shares are of the same ones. */
const ofDeeds = (isHit: (score: DeskScore) => boolean) =>
  atTheDesk(({ score }) => {
    const desk = atOurDesk(score)
    return typeof desk?.understood !== 'boolean' || isPassed(desk) === null ? null : one(isHit(desk))
  })

export const understood: CountedMetric<'understood'> = {
  ...rate(
    { name: 'understood', words: 'Understood, from deeds', better: 'higher' },
    ofDeeds((desk) => desk.understood === true),
  ),
  open: {
    is: 'rate',
    of: atTheDesk(({ score }) => (atOurDesk(score)?.understood === 'open' ? one(true) : null)),
  },
}

export const executed = rate(
  { name: 'executed', words: 'Executed, from deeds', better: 'higher' },
  ofDeeds((desk) => isPassed(desk) === true),
)

/** Of every agent, whether or not it reports: understood what was wanted, and did not do it. */
export const executionGapDeeds = derived(
  { name: 'execution_gap_deeds', words: 'Execution Gap, from deeds', better: 'lower', range: [-1, 1] },
  {
    reads: [understood, executed],
    from: ({ clusters }) => {
      const parts = [clusters(understood), clusters(executed)]
      const trials = parts[0]?.reduce((sum, { of }) => sum + of, 0) ?? 0
      return trials === 0 ? NO_DATA : bootstrapRatios(parts, difference, trials)
    },
  },
)

/** A turn that is wrong only as far as it could be read counts as neither (E4). */
export function actionRight({ action_right, sure }: TurnScore): boolean | null {
  return !action_right && sure === false ? null : action_right
}

/** Every relevant field and the intent reported right: what the conditional gap is conditioned on. */
export const isUnderstood = (turn: TurnScore): boolean =>
  turn.reported &&
  turn.intent_right !== false &&
  turn.fields !== null &&
  turn.fields.right === turn.fields.of &&
  turn.understood !== false
