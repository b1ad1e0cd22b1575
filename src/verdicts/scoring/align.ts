import type { StepId } from '../../base/values/ids.ts'
import { UNKNOWN } from '../../base/values/value.ts'
import { tellsAll } from '../../graph/walk/held.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import type { PathMove, TakenStep, TrialPath } from '../model/score.ts'
import type { Seen, SeenAction } from '../trial-view/seen.ts'
import { trueSteps } from '../trial-view/true-steps.ts'
import { isWrong } from './standing.ts'

/**
 * The taken path against the true one. The walk has judged every action in free order, so the cheapest alignment is
 * plain: a true step that was done matches (or costs 1 if it was premature), one that was not is skipped (1), an action
 * that does no true step costs 1, permitted ones nothing.
 */
export function alignPath(seen: Seen): TrialPath {
  const pairs = seen.requests.flatMap((request) =>
    trueSteps(seen, request).map((step) => ({ step, request })),
  )
  const used = new Set<SeenAction>()
  const moves = pairs.map(({ step, request }) => moveFor(seen, { step, request, used }))
  const wrong = seen.actions.filter((action) => !used.has(action) && isWrong(action))
  const all = insert(
    moves,
    wrong.map((action) => ({ move: moveOf(action), step: action.step, n: action.n })),
  )
  // Of an agent that did nothing of what was due nothing is excused: it was never on the way.
  const isOnWay = seen.actions.some(({ class: judged }) => judged === 'due')
  const isExact = all.every(({ move }) => move === 'match')
  const alignment = isOnWay && !isExact ? judgedOnly(seen, all) : all
  const open = alignment.filter(({ move }) => move === 'not-judged').length
  const cost = alignment.filter(({ move }) => move !== 'match' && move !== 'not-judged').length
  const taken = alignment.filter(({ move }) => move !== 'skipped' && move !== 'not-judged')
  const nothingMatched = pairs.length - open + taken.length
  return {
    true_path: pairs.map(({ step }) => step),
    taken: taken.flatMap(({ step, n }): readonly TakenStep[] =>
      step === null ? (n === null ? [] : [`event ${n}`]) : [step],
    ),
    alignment,
    fitness: nothingMatched === 0 ? 1 : 1 - cost / nothingMatched,
    exact: cost === 0 && open === 0,
  }
}

/** A move that costs something stands only if it does so where every candidate counts too (E4). */
function judgedOnly(seen: Seen, alignment: readonly PathMove[]): readonly PathMove[] {
  const generous = seen.generous()
  if (generous === seen) return alignment
  const path = alignPath(generous)
  const keyOf = ({ move, step, n }: PathMove): string => `${move} ${step} ${move === 'skipped' ? '' : n}`
  const standing = new Set(path.alignment.map(keyOf))
  return alignment.map((one) =>
    one.move === 'match' || standing.has(keyOf(one)) ? one : { ...one, move: 'not-judged' as const },
  )
}

const moveOf = ({ class: judged }: SeenAction): PathMove['move'] =>
  judged === 'forbidden' || judged === 'off-path' || judged === 'premature' ? judged : 'extra'

type Sought = { readonly step: StepId; readonly request: RequestView; readonly used: Set<SeenAction> }

function moveFor(seen: Seen, { step, request, used }: Sought): PathMove {
  const kind = seen.pack.graph.steps.get(step)?.kind
  const action =
    seen.actions.find((each) => !used.has(each) && did(each, { step, request: request.id })) ??
    seen.actions.find((each) => !used.has(each) && toldEarly(seen, each, { step, request }))
  if (action !== undefined) {
    used.add(action)
    return { move: action.class === 'premature' ? 'premature' : 'match', step, n: action.n }
  }
  const satisfied = request.satisfied.find((each) => each.step === step)
  const byWalk = kind === 'learn' || kind === 'check' || kind === 'confirm'
  if (byWalk && satisfied !== undefined) return { move: 'match', step, n: satisfied.n }
  if (kind === 'end' && endedWell(seen, request)) return { move: 'match', step, n: seen.end }
  return { move: 'skipped', step, n: null }
}

/** It does the step: asked and answered come from the walk, deeds from the action that did them. */
function did(action: SeenAction, { step, request }: { step: StepId; request: string }): boolean {
  if (action.step !== step || action.request !== request) return false
  if (action.class !== 'due' && action.class !== 'premature' && action.class !== 'permitted') return false
  return action.call === null || action.call.ok
}

/** Told before its turn came, which is free: the words stand there. */
function toldEarly(
  seen: Seen,
  action: SeenAction,
  { step: id, request }: { step: StepId; request: RequestView },
): boolean {
  const step = seen.pack.graph.steps.get(id)
  const { what } = action
  if (
    step?.kind !== 'tell' ||
    !('act' in what) ||
    action.request !== request.id ||
    action.class !== 'permitted'
  )
    return false
  if (
    what.act !== step.act ||
    ('about' in what && what.about !== undefined && step.about !== null && what.about !== step.about)
  )
    return false
  const said = seen.words.get(action.n)
  const read = seen.readAtStart((name) => request.fields.get(name) ?? UNKNOWN)
  return said !== undefined && tellsAll(step, said, { read, today: seen.pack.world.today })
}

/** The conversation is over and this request owes nothing else: whoever said the last word, it has ended. */
const endedWell = (seen: Seen, { id }: RequestView): boolean =>
  seen.ending !== null &&
  seen.ending.kind !== 'agent.failed' &&
  seen.dueAtEnd.every(
    ({ request, step }) => request !== id || seen.pack.graph.steps.get(step)?.kind === 'end',
  )

/** Wrong moves stand where they happened: before the first step done later. */
function insert(moves: readonly PathMove[], wrong: readonly PathMove[]): readonly PathMove[] {
  const all = [...moves]
  for (const move of wrong) {
    const at = all.findIndex(({ n }) => n !== null && n > (move.n ?? 0))
    all.splice(at === -1 ? all.length : at, 0, move)
  }
  return all
}
