import { flatMap } from '../../base/flat-map.ts'
import type { CustomerMove } from '../../base/values/acts.ts'
import { closesOnYes } from '../trial-view/closed-on-yes.ts'
import { wrongReason } from '../trial-view/handover-reason.ts'
import { perTrial } from '../trial-view/per-trial.ts'
import type { Seen, SeenAction } from '../trial-view/seen.ts'
import { sameAct } from '../trial-view/split-turns.ts'
import { procedureOf } from '../trial-view/writes.ts'
import { scoreTurns } from './score-turns.ts'
import { isWrong, keyOf } from './standing.ts'

/**
 * Did the trial end as it did because nobody understood the agent? It asked or proposed something that could not be placed, the
 * customer therefore did not answer it, and with every candidate counted nothing the agent did was wrong. Then how the trial
 * ended shows what the reader can do, not what the agent did.
 */
export const endedUnheard = perTrial((seen): boolean => {
  // Whoever said yes was not left unanswered because of words that nobody could read.
  if (seen.turns.some((turn) => closesOnYes(seen, turn))) return false
  if (didAllThatWasDue(seen)) return true
  const read = new Set(seen.actions.map(keyOf))
  const unheard = seen.generous().actions.filter((action) => isUnheard(seen, action, read.has(keyOf(action))))
  return (
    unheard.length > 0 &&
    (didNothingWrong(seen) || unheard.some((action) => wasAnsweredElsewhere(seen, action)))
  )
})

/**
 * The customer told or lacked something that its procedure never asks for, in answer to a question that nobody could place, and
 * up to then nothing was wrong: what came after it was built on that answer.
 */
const wasAnsweredElsewhere = (seen: Seen, action: SeenAction): boolean =>
  isElsewhere(seen, action) &&
  seen.generous().actions.every((other) => other.turn > action.turn || !isWrong(other))

function isElsewhere(seen: Seen, { n, request }: SeenAction): boolean {
  const procedure = procedureOf(seen, request)
  const learnt = flatMap(seen.pack.graph.steps.values(), (step) =>
    step.kind === 'learn' && step.procedure === procedure ? [step.field] : [],
  )
  const moves = seen.heard.find((message) => message.n > n)?.act.moves ?? []
  return moves.some((move) => (move.do === 'tell' || move.do === 'lack') && !learnt.includes(move.field))
}

/** The same of what the customer agreed to: a yes or no to words that were read as something else, or as nothing. */
export const agreedUnheard = perTrial(
  (seen): boolean =>
    saidYesAgainstCard(seen) ||
    (seen
      .generous()
      .actions.some(({ what, basis }) => basis === 'inferred' && 'act' in what && what.act === 'propose') &&
      didNothingWrong(seen)),
)

/** The card refuses this very deed: whoever says yes to it has understood another one. */
const saidYesAgainstCard = ({ consents, calls, messages, case: { card } }: Seen): boolean =>
  consents.some(({ is, call, proposal }) => {
    const tool = calls.find(({ n }) => n === call)?.tool ?? ''
    const heard = messages.find(({ n }) => n === proposal)?.reading.sentences ?? []
    return (
      is !== 'no' &&
      card.requests.some(({ says_no_to }) => says_no_to.includes(tool)) &&
      !heard.some(({ acts }) =>
        acts.some(({ kind, place, sure }) => kind === 'propose' && sure && place?.name === tool),
      )
    )
  })

/** With every candidate counted, all that was done was right and nothing is owed: the case expected another customer. */
const didAllThatWasDue = (seen: Seen): boolean => {
  const { actions, owedAtEnd, requests } = seen.generous()
  return (
    requests.length > 0 &&
    requests.every(({ withdrawn }) => !withdrawn) &&
    owedAtEnd.length === 0 &&
    !actions.some(isWrong) &&
    wrongReason(seen) === null
  )
}

const didNothingWrong = perTrial(
  (seen): boolean =>
    seen.generous().actions.every((action) => !isWrong(action) || isFarewell(seen, action)) &&
    scoreTurns(seen).every(
      ({ action_right, sure }, index) => action_right || sure === false || isAfterGoodbye(seen, index),
    ),
)

/**
 * A question or proposal that the customer never answered, and that nobody could place; or that is plain by now, and to which the
 * customer said nothing at all: whoever hears a question gives it, refuses it or evades it.
 */
function isUnheard(seen: Seen, action: SeenAction, isRead: boolean): boolean {
  const { n, what } = action
  if (!('act' in what) || (what.act !== 'request' && what.act !== 'propose')) return false
  if (what.act === 'request' && what.field === undefined) return false
  const later = seen.heard.filter((message) => message.n > n)
  const moves = flatMap(later, ({ act }) => act.moves)
  const isAnswered =
    what.act === 'request'
      ? moves.some((move) => answersField(move, what.field))
      : moves.some((move) => 'proposal' in move)
  if (isAnswered) return false
  return !isRead || later[0]?.act.moves.length === 0 || isLeftOpen(seen, action) || isElsewhere(seen, action)
}

/** The talk ended on a question that was not read for sure: nobody heard that anything was asked. */
const isLeftOpen = ({ messages }: Seen, { n, what }: SeenAction): boolean => {
  const last = messages.at(-1)
  return (
    last?.n === n &&
    'act' in what &&
    last.acts.every(
      ({ act, counts }) => act.act !== 'sign-off' && (counts !== 'always' || !sameAct(act, what)),
    )
  )
}

const answersField = (move: CustomerMove, field: string | undefined): boolean =>
  (move.do === 'tell' || move.do === 'lack' || move.do === 'dodge') && move.field === field

const isFarewell = (seen: Seen, { what, call, turn }: SeenAction): boolean =>
  (call?.role === 'close' || ('act' in what && what.act === 'sign-off')) && isAfterGoodbye(seen, turn)

const isAfterGoodbye = ({ turns }: Seen, index: number): boolean =>
  turns[index]?.answers.act.moves.some((move) => move.do === 'leave') === true
