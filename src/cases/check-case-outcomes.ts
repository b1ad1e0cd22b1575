import { didYouMean } from '../base/files/suggest.ts'
import type { CardRequest } from '../cards/card.ts'
import type { Interrupt } from '../graph/model/graph.ts'
import type { WorldState } from '../world/state.ts'
import { cardReader, servingOf } from './card-reader.ts'
import type { Intensity, Outcome } from './case.ts'
import { type CaseDesk, checkParameters, type Examined, handoverReasons, type Path } from './check-case.ts'
import { outcomeFits, sayOutcome, type TrueEnd, trueEnds } from './true-outcomes.ts'

/** The hand-written outcomes are exactly those the graph leads to, at every intensity the case may run at. */
export function checkOutcomes(examined: Examined, state: WorldState): void {
  const { acceptable, card } = examined.case
  const given = acceptable.filter((each) => each.length > 0).length
  if (given !== card.requests.length || acceptable.length !== given) {
    const said = `has ${card.requests.length} request(s) and outcomes for ${given}`
    examined.say(
      ['acceptable'],
      'acceptable',
      said,
      'Write `acceptable` for one request, `acceptable_per_request` for several.',
    )
    return
  }
  for (const outcome of acceptable.flat()) checkNames(examined, outcome)
  checkBucket(examined)
  if (examined.problems.length > 0) return // what follows would only repeat it
  for (const [index, request] of card.requests.entries())
    checkAgainstGraph(examined, state, { request, index })
}

const pathOf = ({ case: { card } }: Examined): Path =>
  card.requests.length === 1 ? ['acceptable'] : ['acceptable_per_request']

function checkNames(examined: Examined, { writes, handover, declined }: Outcome): void {
  const { desk, say } = examined
  const path = pathOf(examined)
  for (const { tool, with: args } of writes) checkWrite(examined, tool, Object.keys(args))
  const reasons = handoverReasons(desk.graph)
  const topics = new Set(
    [...desk.graph.steps.values()].flatMap((step) =>
      step.kind === 'tell' && step.act === 'decline' ? [step.about ?? ''] : [],
    ),
  )
  if (handover !== null && handover !== 'any' && !reasons.has(handover))
    say(path, 'unknown-reason', `no step hands over for "${handover}"`, didYouMean(handover, reasons))
  if (declined !== null && declined !== 'any' && !topics.has(declined))
    say(path, 'unknown-topic', `no step declines "${declined}"`, didYouMean(declined, topics))
}

function checkWrite(examined: Examined, name: string, given: readonly string[]): void {
  const { world } = examined.desk
  const tool = world.tools.get(name)
  if (tool === undefined || tool.role !== 'write') {
    const writers = [...world.tools.values()].filter(({ role }) => role === 'write').map((one) => one.name)
    examined.say(pathOf(examined), 'unknown-tool', `"${name}" is not a write tool`, didYouMean(name, writers))
    return
  }
  checkParameters(examined, pathOf(examined), { tool, given })
}

function checkBucket({ case: { bucket, acceptable }, say }: Examined): void {
  const handsOver = acceptable.some((each) => each.every(({ handover }) => handover !== null))
  if (bucket === 'resolvable' && handsOver)
    say(['bucket'], 'bucket', 'ends in a handover, so it is not a resolvable case', 'Make it must-escalate.')
  if (bucket === 'must-escalate' && !handsOver)
    say(
      ['bucket'],
      'bucket',
      'no acceptable outcome hands over, so nothing must escalate',
      'Make it resolvable.',
    )
}

function checkAgainstGraph(
  examined: Examined,
  state: WorldState,
  { request, index }: { readonly request: CardRequest; readonly index: number },
): void {
  const { case: theCase, say } = examined
  const written = theCase.acceptable[index] ?? []
  const path = theCase.card.requests.length === 1 ? pathOf(examined) : [...pathOf(examined), index]
  for (const intensity of theCase.intensities) {
    const ends = endsOf(examined, state, { request, intensity })
    const stray = ends.find((end) => !written.some((outcome) => outcomeFits(outcome, end.outcome)))
    const never = written.find((outcome) => !ends.some((end) => outcomeFits(outcome, end.outcome)))
    if (stray !== undefined) {
      const said = `at intensity ${intensity} the graph leads to ${sayOutcome(stray.outcome)}, which is not an acceptable outcome`
      say(path, 'outcome-differs', said, `Its path: ${stray.path.join(' > ')}`)
    } else if (never !== undefined) {
      const said = `at intensity ${intensity} the graph never leads to ${sayOutcome(never)}`
      say(path, 'outcome-differs', said, `Its path: ${ends[0]?.path.join(' > ') ?? 'none'}`)
    }
    checkAnswers(examined, request, ends)
    if (examined.problems.length > 0) return
  }
}

function endsOf(
  { case: { card, tactic }, desk }: Examined,
  state: WorldState,
  { request, intensity }: { readonly request: CardRequest; readonly intensity: Intensity },
): readonly TrueEnd[] {
  const isOpen = tactic !== null && desk.tactics.get(tactic)?.levels[intensity].openly === true
  return trueEnds(desk.graph, {
    intent: request.intent,
    read: cardReader(desk, { card, request, state }),
    // Who says it openly says the last answer first.
    ...(isOpen ? {} : { readIn: (rounds) => cardReader(desk, { card, request, state, rounds }) }),
    agrees: (tool) => !request.says_no_to.includes(tool),
    interrupted: interruptsOf(desk, tactic, intensity),
  })
}

/** Interrupts the tactic sets off at this intensity: it demands or abuses often enough for their `nth`. */
function interruptsOf(
  { graph, tactics }: CaseDesk,
  id: string | null,
  intensity: Intensity,
): readonly Interrupt[] {
  const level = id === null ? undefined : tactics.get(id)?.levels[intensity]
  if (level === undefined) return []
  const times = { demand_human: level.demands, abuse: level.abuses }
  return graph.interrupts.filter(({ on, nth, when }) => when === null && nth <= times[on])
}

/** Whatever the right way asks for, the card has an answer to. */
function checkAnswers(
  { case: { card }, desk, say }: Examined,
  request: CardRequest,
  ends: readonly TrueEnd[],
): void {
  const serving = servingOf(desk.graph, card.requests, request).map(([name]) => name)
  const known = new Set([...Object.keys(request.knows), ...request.cannot, ...request.refuses, ...serving])
  const asked = new Set(ends.flatMap(({ learned }) => learned))
  for (const field of [...asked].filter((one) => !known.has(one)))
    say(
      ['card'],
      'no-answer',
      `will be asked for ${field} and has no answer`,
      'Put it into `knows`, `cannot` or `refuses`.',
    )
}
