import { Special } from '../../src/base/value.ts'
import type { Graph } from '../../src/graph/graph.ts'
import type { JudgedAction, RequestView, Surroundings, Walk, WalkEvent } from '../../src/graph/walk-types.ts'
import {
  dice,
  type GraphSize,
  type Manners,
  randomDesk,
  randomGraph,
  randomHistory,
} from '../random-graphs/index.ts'
import { referenceWalk } from './reference-walk.ts'

/** Two walks, one history: the first event after which they do not say the same. */
export type Disagreement = {
  readonly seed: number
  readonly graph: Graph
  /** the shortest failing prefix: the last event is the one they disagree on */
  readonly events: readonly WalkEvent[]
  readonly about: string
  readonly walk: unknown
  readonly reference: unknown
}

type Start = (graph: Graph, around: Surroundings) => Walk

/**
 * `histories` conversations on one random graph, all from `seed`. The walk under test is asked what is due, so the agent does
 * the same whatever the reference thinks.
 */
export function firstDisagreement(
  start: Start,
  plan: {
    readonly seed: number
    readonly size: GraphSize
    readonly manners: Manners
    readonly histories: number
  },
): Disagreement | null {
  const rng = dice(plan.seed)
  const graph = randomGraph(rng, plan.size)
  for (let history = 0; history < plan.histories; history += 1) {
    const desk = randomDesk(rng)
    const walk = start(graph, desk.around)
    const reference = referenceWalk(graph, desk.around)
    const events: WalkEvent[] = []
    for (const { event, afterwards } of randomHistory(rng, { graph, desk, walk }, plan.manners)) {
      events.push(event)
      const judged = {
        walk: walk.take(event).map(plainAction),
        reference: reference.take(event).map(plainAction),
      }
      desk.apply(afterwards)
      const found = compareAll(judged, walk, reference)
      if (found !== null) return { seed: plan.seed, graph, events, ...found }
    }
  }
  return null
}

type Found = Pick<Disagreement, 'about' | 'walk' | 'reference'>

function compareAll(
  judged: { walk: unknown; reference: unknown },
  walk: Walk,
  reference: Walk,
): Found | null {
  const questions: readonly [string, unknown, unknown][] = [
    ['judged actions', judged.walk, judged.reference],
    ['due', walk.due(), reference.due()],
    ['ending', walk.ending(), reference.ending()],
    ['relevant', sorted(walk.relevant()), sorted(reference.relevant())],
    ['requests', walk.requests().map(plainView), reference.requests().map(plainView)],
  ]
  for (const [about, ours, theirs] of questions) {
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) return { about, walk: ours, reference: theirs }
  }
  return null
}

const sorted = (fields: ReturnType<Walk['relevant']>) =>
  fields.map(({ request, field }) => `${request}.${field}`).toSorted()

/** What the specification fixes of a judgement: which step an off-path action names, and in which words, it leaves open. */
const plainAction = ({ n, class: kind, request, step, open, because, forbids }: JudgedAction) => ({
  n,
  class: kind,
  request,
  step: kind === 'due' || kind === 'premature' ? step : null,
  open: [...open],
  says: kind === 'off-path' ? because !== null : null,
  forbids,
})

/** A withdrawn request stands still: only that it is withdrawn is compared. A check does not say which event settled it. */
function plainView(view: RequestView) {
  const { id, intent, procedure, withdrawn } = view
  if (withdrawn) return { id, intent, procedure, withdrawn }
  return {
    id,
    intent,
    procedure,
    fields: [...view.fields]
      .filter(([name, value]) => name !== 'intent' && !(value instanceof Special && value.word === 'unknown'))
      .map(
        ([name, value]) => `${name}=${value instanceof Special ? `<${value.word}>` : JSON.stringify(value)}`,
      )
      .toSorted(),
    decided: view.decided.map(({ step, edge, n }) => ({ step, edge, n })),
    satisfied: view.satisfied.map(({ step }) => step),
    walked: view.walked,
    tellsWaived: view.tellsWaived,
    agreed: view.agreed.map(({ step, arguments: named, n }) => ({ step, named, n })),
  }
}

/** for a person: the graph, the events and both answers */
export function describeDisagreement(found: Disagreement): string {
  const graph = [...found.graph.steps.values()].map(({ at: _, cites: __, procedure: ___, ...step }) =>
    JSON.stringify(step, plainGuards),
  )
  const interrupts = found.graph.interrupts.map(
    ({ id, on, nth, start, when }) => `interrupt ${id} on ${on} ${nth} -> ${start} ${when?.text ?? ''}`,
  )
  const forbids = found.graph.forbids.map(
    ({ id, what, when }) => `forbid ${id} ${JSON.stringify(what)} when ${when.text}`,
  )
  return [
    `seed ${found.seed}: the walks disagree about ${found.about} after event ${found.events.at(-1)?.n}`,
    ...found.graph.procedures.map(({ id, start }) => `procedure ${id} from ${start}`),
    ...graph,
    ...interrupts,
    ...forbids,
    ...found.events.map((event) => JSON.stringify(event)),
    `walk:      ${JSON.stringify(found.walk)}`,
    `reference: ${JSON.stringify(found.reference)}`,
  ].join('\n')
}

const plainGuards = (key: string, value: unknown): unknown =>
  key === 'when' && typeof value === 'object' && value !== null && 'text' in value
    ? value.text
    : key === 'at'
      ? undefined
      : value
