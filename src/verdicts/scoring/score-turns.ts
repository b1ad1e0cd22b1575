import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { agentActToText } from '../../transcript/transcript-text.ts'
import type { TurnScore } from '../model/score.ts'
import { isOpen } from '../trial-view/said-acts.ts'
import type { Seen, SeenAction, SeenTurn } from '../trial-view/seen.ts'
import { fieldsOf } from '../trial-view/ways.ts'
import { isWrong } from './standing.ts'
import { everythingUnderstood, fieldsRight } from './understood.ts'

/** Each agent turn: what was due, what it did, and whether it understood what mattered. */
export const scoreTurns = memo((seen: Seen): readonly TurnScore[] =>
  seen.turns.map((turn) => scoreTurn(seen, turn)),
)

function scoreTurn(seen: Seen, turn: SeenTurn): TurnScore {
  const actions = seen.actions.filter((action) => action.turn === turn.index)
  const right = isRight(seen, turn, actions)
  return {
    from: turn.from,
    to: turn.to,
    due: turn.due.map(({ step }) => step),
    actions: actions.map((action) => ({
      n: action.n,
      action: sayAction(action),
      class: action.class,
      step: action.step,
      because: action.because,
    })),
    action_right: right,
    reported: turn.report !== null,
    intent_right: turn.report === null ? null : turn.intents.includes(turn.report.intent),
    fields: turn.report === null ? null : fieldsRight(seen, turn),
    understood: turn.report === null ? null : everythingUnderstood(seen, turn),
    decision: decisionOf(seen, turn),
    sure: isSure(seen, turn, right),
  }
}

/** The decision this turn was about: the first made from this message on, or not made yet, that reads a relevant field. */
function decisionOf(seen: Seen, { relevant, answers }: SeenTurn): StepId | null {
  const [first] = relevant
  const request = seen.requests.find(({ id }) => id === first?.request)
  if (first === undefined || request === undefined) return null
  const reads = (id: StepId): boolean => {
    const step = seen.pack.graph.steps.get(id)
    return step?.kind === 'decide' && fieldsOf(seen.pack.graph, step).has(first.field)
  }
  const made = request.decided.find(({ step, n }) => n >= answers.n && reads(step))
  if (made !== undefined) return made.step
  const earlier = new Set(request.decided.map(({ step }) => step))
  for (const step of seen.pack.graph.steps.values()) {
    if (
      step.kind === 'decide' &&
      step.procedure === request.procedure &&
      !earlier.has(step.id) &&
      reads(step.id)
    )
      return step.id
  }
  return null
}

/** A wrong turn stands only if it is wrong also where every candidate counts as the act that was due (E4). */
function isSure(seen: Seen, turn: SeenTurn, right: boolean): boolean {
  if (right) return true
  const generous = seen.generous()
  const again = generous.turns[turn.index]
  if (generous === seen || again === undefined) return true
  const actions = generous.actions.filter((action) => action.turn === turn.index)
  // Where nothing but the end is due, words that nobody could read may have been anything that is permitted.
  const mayBePermitted = !actions.some(isWrong) && isOnlyEnd(generous, again) && hasOpenWords(seen, turn)
  return !isRight(generous, again, actions) && !mayBePermitted
}

const hasOpenWords = ({ messages }: Seen, { index }: SeenTurn): boolean =>
  messages.some(({ turn, heard }) => turn === index && heard.sentences.some(isOpen))

const isOnlyEnd = ({ pack }: Seen, { due }: SeenTurn): boolean =>
  due.every(({ step }) => pack.graph.steps.get(step)?.kind === 'end')

/** Did a due step, or anything permitted where only the end is due; and nothing that was not right. */
function isRight(seen: Seen, turn: SeenTurn, actions: readonly SeenAction[]): boolean {
  if (actions.some(isWrong)) return false
  if (actions.some((action) => action.class === 'due')) return true
  return actions.length > 0 && isOnlyEnd(seen, turn)
}

export function sayAction({ what }: Pick<SeenAction, 'what'>): string {
  return 'act' in what ? agentActToText(what) : `calls ${what.tool} ${JSON.stringify(what.input)}`
}
