import type { ClauseId, StepId } from '../../base/values/ids.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { Divergence } from '../model/score.ts'
import { narrowed } from '../rules/forbidden-kinds/rule.ts'
import { closingsOf } from '../trial-view/closings.ts'
import { type WrongReason, wrongReason } from '../trial-view/handover-reason.ts'
import type { Seen, SeenAction } from '../trial-view/seen.ts'
import { clausesOf, gatesOf, sentenceOf, shutGates } from '../trial-view/ways.ts'
import { stepsMeant, type Write } from '../trial-view/writes.ts'
import { sayAction } from './score-turns.ts'
import { standsWrong } from './standing.ts'

/** Where the agent first left the procedure: at a wrong action, or, if it made none, where it left steps undone. */
export function firstDivergence(seen: Seen, skipped: readonly StepId[]): Divergence | null {
  const misled = wrongReason(seen)
  const wrong = seen.actions.find((action) => standsWrong(seen, action) || action === misled?.action)
  if (wrong !== undefined) return wrong === misled?.action ? atWrongDesk(seen, misled) : atAction(seen, wrong)
  const still = new Set(skipped)
  const open = seen.dueAtEnd.filter(({ step }) => seen.pack.graph.steps.get(step)?.kind !== 'end')
  const left = open.length === 0 ? [] : seen.generous().dueAtEnd.map(({ step }) => step)
  const owed = open.filter(({ step }) => still.has(step) || left.includes(step))
  const undone = owed.length > 0 ? owed.map(({ step }) => step) : skipped
  if (undone.length === 0) return null
  const closing = closingsOf(seen).at(-1)
  const clauses = clausesOf(seen.pack.graph, undone)
  return {
    n: closing?.n ?? seen.end,
    request: owed[0]?.request ?? null,
    did: closing === undefined ? sayEnding(seen) : 'closes',
    due: undone,
    clauses,
    sentence: sentenceOf(seen.pack.graph, clauses[0]),
    because: null,
  }
}

function atWrongDesk(seen: Seen, { action, because, steps }: WrongReason): Divergence {
  const clauses = clausesOf(seen.pack.graph, steps)
  const sentence = sentenceOf(seen.pack.graph, clauses[0])
  return {
    n: action.n,
    request: action.request,
    did: sayAction(action),
    due: steps,
    clauses,
    sentence,
    because,
  }
}

const sayEnding = ({ ending }: Seen): string =>
  ending === null ? 'breaks off' : `the conversation ends: ${Object.values(ending).join(' ')}`

function atAction(seen: Seen, action: SeenAction): Divergence {
  const due = action.due.map(({ step }) => step)
  const against = clausesAgainst(seen, action)
  // Beside "where this was due" stands the sentence that demands it; the one that forbids what was done comes after it.
  const clauses =
    action.class === 'forbidden' ? [...new Set([...clausesOf(seen.pack.graph, due), ...against])] : against
  return {
    n: action.n,
    request: action.request,
    did: sayAction(action),
    due,
    clauses,
    sentence: sentenceOf(seen.pack.graph, clauses[0]),
    because: whyWrong(seen, action),
  }
}

/** The sentences that demanded something else at this moment. */
export function clausesAgainst(seen: Seen, action: SeenAction): readonly ClauseId[] {
  const { graph } = seen.pack
  const due = clausesOf(
    graph,
    action.due.map(({ step }) => step),
  )
  if (action.class === 'forbidden') {
    const cites = graph.forbids
      .filter(({ id }) => action.forbids.includes(id))
      .flatMap((forbid) => forbid.cites)
    return narrowed(cites, due)
  }
  if (action.class === 'premature' && action.open.length > 0) return mostCited(graph, action.open, due)
  if (due.length > 0) return due
  const shut = decidedAgainst(seen, action)
  return shut.length > 0 ? shut : clausesOf(graph, action.step === null ? [] : [action.step])
}

/**
 * A step may cite the row of a table beside the sentence that demands it: what several open steps cite is that sentence. What
 * was due goes before what would have come later.
 */
function mostCited(graph: Graph, steps: readonly StepId[], due: readonly ClauseId[]): readonly ClauseId[] {
  const cited = steps.flatMap((id) => graph.steps.get(id)?.cites ?? [])
  const count = (clause: ClauseId): number => cited.filter((one) => one === clause).length
  const isDue = (clause: ClauseId): number => (due.includes(clause) ? 1 : 0)
  return [...clausesOf(graph, steps)].sort((a, b) => isDue(b) - isDue(a) || count(b) - count(a))
}

/** Where nothing is left to do: the sentences of the decision that led away from what was done. */
function decidedAgainst({ requests, pack: { graph } }: Seen, action: SeenAction): readonly ClauseId[] {
  const request = requests.find(({ id }) => id === action.request)
  if (request === undefined || action.step === null) return []
  return gatesOf(graph, action.step).flatMap(({ decision, leading }) => {
    const taken = request.decided.find(({ step }) => step === decision.id)?.edge
    const edge = decision.edges.find(({ id }) => id === taken)
    if (edge === undefined || leading.includes(edge)) return []
    return decision.cites
  })
}

function whyWrong(seen: Seen, action: SeenAction): string | null {
  if (action.because !== null) return action.because
  const { readThen } = action
  if (!isWrite(action) || readThen === null)
    return action.open.length > 0 ? `still open: ${action.open.join(', ')}` : null
  const shut = stepsMeant(seen, action).flatMap(({ id }) => shutGates(seen.pack.graph, id, readThen))
  return shut[0]?.because ?? (action.open.length > 0 ? `still open: ${action.open.join(', ')}` : null)
}

const isWrite = (action: SeenAction): action is Write => action.call?.role === 'write'
