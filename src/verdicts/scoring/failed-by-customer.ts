import type { CustomerMove } from '../../base/values/acts.ts'
import { asks } from '../../base/values/reading.ts'
import { REFUSED } from '../../base/values/value.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import { unwantedWrites } from '../trial-view/collateral.ts'
import { sumsIn } from '../trial-view/consent.ts'
import { acceptableFor, handoverOf, isWrite } from '../trial-view/outcome.ts'
import type { AgentMessage, Seen, SeenAction } from '../trial-view/seen.ts'
import { trueSteps } from '../trial-view/true-steps.ts'

/** How the customer, or the desk, failed the agent: the only ways in which a conversation is void for its outcome (E10). */
export type CustomerFault = 'unanswered-question' | 'unanswered-proposal' | 'against-card' | 'desk-refused'

/** Asked only of a trial whose outcome or escalation is not right. Null: nothing excuses it. */
export function failedByCustomer(seen: Seen): CustomerFault | null {
  if (answeredAgainstCard(seen)) return 'against-card'
  // A deed that was not due when made stands as wrong, whatever the customer left unanswered.
  if (unwantedWrites(seen).length > 0 || handedOverAmiss(seen)) return null
  const open = seen.requests.filter(({ withdrawn }) => !withdrawn)
  if (open.some((request) => refusedByDesk(seen, request))) return 'desk-refused'
  if (open.some((request) => leftQuestion(seen, request))) return 'unanswered-question'
  return seen.requests.some((request) => leftProposal(seen, request)) ? 'unanswered-proposal' : null
}

const cardOf = ({ case: { card } }: Seen, { id }: Pick<RequestView, 'id'>) =>
  card.requests[Number(id.slice(1)) - 1]
const movesOf = (seen: Seen) => seen.heard.flatMap(({ n, act }) => act.moves.map((move) => ({ n, move })))

/** The customer's goodbye; without one the end of the talk. */
const goodbyeOf = (seen: Seen): number =>
  movesOf(seen).find(({ move }) => move.do === 'leave')?.n ?? Number.POSITIVE_INFINITY

/** Handed over, and it was not due, whatever may have been asked in words that nobody could read. */
function handedOverAmiss(seen: Seen): boolean {
  const made = handoverOf(seen)
  return (
    made !== null && seen.generous().actions.every(({ n, class: judged }) => n !== made.n || judged !== 'due')
  )
}

/** A yes to a deed that the card refuses, or a no to one that is due and that it accepts. */
const answeredAgainstCard = (seen: Seen): boolean => agreedAgainstCard(seen) || refusedAgainstCard(seen)

const agreedAgainstCard = (seen: Seen): boolean =>
  seen.consents.some(({ is, call, proposal }) => {
    const tool = seen.calls.find(({ n }) => n === call)?.tool ?? ''
    return (
      is !== 'no' &&
      seen.case.card.requests.some(({ says_no_to }) => says_no_to.includes(tool)) &&
      !proposesAnother(seen, proposal, tool)
    )
  })

const refusedAgainstCard = (seen: Seen): boolean =>
  movesOf(seen).some(({ move }) => {
    if (move.do !== 'refuse') return false
    const message = seen.messages.find(({ n }) => n === move.proposal)
    return (
      message !== undefined &&
      dueDeeds(seen, { id: move.request }).some(
        ({ tool, sums }) => proposes(message, tool, sums) && !proposesAnother(seen, message.n, tool),
      )
    )
  })

/** The message proposes some other deed for sure: the answer was to that one. */
const proposesAnother = ({ messages }: Seen, n: number | null, tool: string): boolean =>
  messages
    .find((message) => message.n === n)
    ?.acts.some(({ act, counts }) => act.act === 'propose' && act.tool !== tool && counts === 'always') ===
  true

type DueDeed = { readonly tool: string; readonly sums: readonly number[] }

/** The writes an acceptable outcome asks for, none of which was made, and which the card accepts. */
function dueDeeds(seen: Seen, request: Pick<RequestView, 'id'>): readonly DueDeed[] {
  const refuses = cardOf(seen, request)?.says_no_to ?? []
  return (acceptableFor(seen.case, request.id) ?? []).flatMap(({ writes }) =>
    writes.flatMap(({ tool, with: wanted }) =>
      refuses.includes(tool) || seen.calls.some((call) => call.ok && call.tool === tool)
        ? []
        : [{ tool, sums: Object.values(wanted).filter((value) => typeof value === 'number') }],
    ),
  )
}

/** Perhaps, too; with another sum than the due one it is another deed. */
const proposes = ({ acts, heard }: AgentMessage, tool: string, sums: readonly number[]): boolean =>
  acts.some(({ act, basis }) => act.act === 'propose' && act.tool === tool && basis !== 'inferred') &&
  (sums.length === 0 || sumsIn(heard).length === 0 || sumsIn(heard).some((sum) => sums.includes(sum)))

/** The due deed was put to the customer on its due terms, and nobody ever answered that. */
function leftProposal(seen: Seen, request: RequestView): boolean {
  const answered = new Set(movesOf(seen).flatMap(({ move }) => ('proposal' in move ? [move.proposal] : [])))
  return dueDeeds(seen, request).some(({ tool, sums }) => {
    const made = seen.messages.filter((message) => proposes(message, tool, sums))
    return made.every(({ n }) => !answered.has(n)) && isMeant(made, tool) && wasLeft(seen, made)
  })
}

/** A field that the card gives was asked for by name, what is due lies behind it, and it was never told. */
function leftQuestion(seen: Seen, request: RequestView): boolean {
  const { graph } = seen.pack
  const done = new Set(request.satisfied.map(({ step }) => step))
  const moves = movesOf(seen)
  return trueSteps(seen, request).some((id) => {
    const step = graph.steps.get(id)
    if (step?.kind !== 'learn') return false
    const { field } = step
    // Asked for often enough a field counts as refused, whether or not anybody ever refused it.
    const isGiven = request.fields.get(field) !== REFUSED || moves.some(({ move }) => gives(move, field))
    if (done.has(id) && isGiven) return false
    if (!Object.hasOwn(cardOf(seen, request)?.knows ?? {}, field)) return false
    const asked = seen.messages.filter(
      ({ n, acts }) =>
        acts.some(({ act, basis }) => act.act === 'request' && act.field === field && basis !== 'inferred') &&
        !moves.some(({ n: at, move }) => at > n && gives(move, field)),
    )
    // Whoever says "one moment, let me look" is to be asked again.
    const [first] = asked
    const answer = seen.heard.find(({ n }) => first !== undefined && n > first.n)
    const isDodged = answer?.act.moves.some((move) => move.do === 'dodge' && move.field === field) === true
    // Asked once and perhaps, it was heard as a question only if it got some answer, of another field.
    const isHeard = answer?.act.moves.some((move) => move.do === 'tell' || move.do === 'lack') === true
    if (!isHeard && !isMeant(asked, field)) return false
    return wasLeft(
      seen,
      isDodged ? seen.messages.filter(({ n, heard }) => n > answer.n && asks(heard)) : asked,
    )
  })
}

/** Read for sure, or put more than once: whoever means a question asks it again. */
const isMeant = (put: readonly AgentMessage[], name: string): boolean =>
  put.length > 1 ||
  put.some(({ heard }) =>
    heard.sentences.some(({ acts }) => acts.some(({ place, sure }) => sure && place?.name === name)),
  )

const gives = (move: CustomerMove, field: string): boolean =>
  (move.do === 'tell' || move.do === 'lack') && move.field === field

/**
 * Had the customer a later message to answer one of these in? What was put only after its goodbye counts if a question stood
 * before it: nobody heard that anything was asked.
 */
function wasLeft(seen: Seen, put: readonly AgentMessage[]): boolean {
  const goodbye = goodbyeOf(seen)
  const hasAsked = seen.messages.some(({ n, heard }) => n < goodbye && asks(heard))
  const later = isLooking(seen) ? seen.heard.slice(0, -1) : seen.heard
  return put.some(({ n }) => (n < goodbye ? later.some((message) => message.n > n) : hasAsked))
}

/** Its last word was "one moment": who has to look first answers the next time, and a crash or a limit came before that. */
const isLooking = ({ case: { card }, heard }: Seen): boolean =>
  card.manner.includes('late') && heard.at(-1)?.act.moves.length === 0

/** The desk answered the very call that was due with a refusal, and nothing else was made of it. */
const refusedByDesk = (seen: Seen, request: RequestView): boolean =>
  seen.case.disturbance === null &&
  seen.actions.some((action) => action.class === 'due' && isRefused(action) && wants(seen, request, action))

const isRefused = ({ call }: SeenAction): boolean =>
  call !== null && !call.ok && call.output !== null && (call.role === 'write' || call.role === 'handover')

const wants = (seen: Seen, request: RequestView, { call }: SeenAction): boolean =>
  call !== null &&
  !seen.calls.some((other) => other.ok && other.tool === call.tool) &&
  (acceptableFor(seen.case, request.id) ?? []).some(({ writes, handover }) =>
    call.role === 'handover' ? handover !== null : writes.some((wanted) => isWrite(call, wanted)),
  )
