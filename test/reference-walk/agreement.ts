import { UNKNOWN } from '../../src/base/values/value.ts'
import type { Graph } from '../../src/graph/model/graph.ts'
import type {
  DueStep,
  JudgedAction,
  RequestView,
  Surroundings,
  Walk,
  WalkEvent,
} from '../../src/graph/walk/walk-types.ts'
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

export type Plan = {
  readonly seed: number
  readonly size: GraphSize
  readonly manners: Manners
  readonly histories: number
}
type Start = (graph: Graph, around: Surroundings) => Walk

/**
 * `histories` conversations on one random graph, all from `seed`. The walk under test is asked what is due, so the agent does
 * the same whatever the reference thinks.
 */
export function firstDisagreement(start: Start, plan: Plan): Disagreement | null {
  const rng = dice(plan.seed)
  const graph = randomGraph(rng, plan.size)
  for (let history = 0; history < plan.histories; history += 1) {
    const desk = randomDesk(rng)
    const walk = start(graph, desk.around)
    const reference = referenceWalk(graph, desk.around)
    const events: WalkEvent[] = []
    for (const { event, afterwards } of randomHistory(rng, { graph, desk, walk }, plan.manners)) {
      events.push(event)
      const judged = { walk: walk.take(event), reference: reference.take(event) }
      desk.apply(afterwards)
      const found = compareAll(judged, walk, reference)
      if (found !== null) return { seed: plan.seed, graph, events, ...found }
    }
  }
  return null
}

type Found = Pick<Disagreement, 'about' | 'walk' | 'reference'>
type Judged = { readonly walk: readonly JudgedAction[]; readonly reference: readonly JudgedAction[] }

/** After every event: all that a walk can be asked. Member by member, for it is asked a million times. */
function compareAll(judged: Judged, walk: Walk, reference: Walk): Found | null {
  const ask = <T>(
    about: string,
    same: (ours: T, theirs: T) => boolean,
    [ours, theirs]: readonly [T, T],
  ): Found | null => (same(ours, theirs) ? null : { about, walk: ours, reference: theirs })
  return (
    ask('judged actions', listsOf(sameAction), [judged.walk, judged.reference]) ??
    ask('due', listsOf(sameDue), [walk.due(), reference.due()]) ??
    ask('ending', Object.is, [walk.ending(), reference.ending()]) ??
    ask('relevant', listsOf(Object.is), [sorted(walk.relevant()), sorted(reference.relevant())]) ??
    ask('requests', listsOf(sameView), [walk.requests(), reference.requests()])
  )
}

const listsOf =
  <T>(same: (ours: T, theirs: T) => boolean) =>
  (ours: readonly T[], theirs: readonly T[]): boolean =>
    ours.length === theirs.length && ours.every((one, i) => same(one, theirs[i] as T))
const sameList = listsOf<unknown>(Object.is)

const sorted = (fields: ReturnType<Walk['relevant']>): readonly string[] =>
  fields.map(({ request, field }) => `${request}.${field}`).toSorted()

const sameDue = (ours: DueStep, theirs: DueStep): boolean =>
  ours.request === theirs.request && ours.step === theirs.step && ours.instead === theirs.instead

/** What the specification fixes of a judgement: which step an off-path action names, and in which words, it leaves open. */
const sameAction = (ours: JudgedAction, theirs: JudgedAction): boolean =>
  ours.n === theirs.n &&
  ours.class === theirs.class &&
  ours.request === theirs.request &&
  ((ours.class !== 'due' && ours.class !== 'premature') || ours.step === theirs.step) &&
  sameList(ours.open, theirs.open) &&
  (ours.class !== 'off-path' || (ours.because !== null && theirs.because !== null)) &&
  sameList(ours.forbids, theirs.forbids)

/** A withdrawn request stands still: only that it is withdrawn is compared. Which event satisfied a step is left open. */
function sameView(ours: RequestView, theirs: RequestView): boolean {
  if (ours.id !== theirs.id || ours.withdrawn !== theirs.withdrawn || ours.procedure !== theirs.procedure)
    return false
  if (ours.intent !== theirs.intent || ours.withdrawn) return ours.intent === theirs.intent
  return (
    [...new Set([...ours.fields.keys(), ...theirs.fields.keys()])].every((name) =>
      sameField(name, ours, theirs),
    ) &&
    listsOf<RequestView['decided'][number]>((a, b) => a.step === b.step && a.edge === b.edge && a.n === b.n)(
      ours.decided,
      theirs.decided,
    ) &&
    listsOf<RequestView['satisfied'][number]>((a, b) => a.step === b.step)(
      ours.satisfied,
      theirs.satisfied,
    ) &&
    sameList(ours.walked, theirs.walked) &&
    ours.tellsWaived === theirs.tellsWaived &&
    listsOf<RequestView['agreed'][number]>(sameAgreement)(ours.agreed, theirs.agreed)
  )
}

/** a field nobody has said may be left out */
const sameField = (name: string, ours: RequestView, theirs: RequestView): boolean =>
  name === 'intent' || (ours.fields.get(name) ?? UNKNOWN) === (theirs.fields.get(name) ?? UNKNOWN)

const sameAgreement = (ours: RequestView['agreed'][number], theirs: RequestView['agreed'][number]): boolean =>
  ours.step === theirs.step &&
  ours.n === theirs.n &&
  JSON.stringify(ours.arguments) === JSON.stringify(theirs.arguments)

/** For a person: the graph, the events and both answers; places and cites left out. */
export const describeDisagreement = (found: Disagreement): string =>
  [
    `seed ${found.seed}: the walks disagree about ${found.about} after event ${found.events.at(-1)?.n}`,
    ...[found.graph.procedures, [...found.graph.steps.values()], found.graph.interrupts, found.graph.forbids]
      .flat()
      .map((part) => JSON.stringify(part, plain)),
    ...found.events.map((event) => JSON.stringify(event)),
    `walk:      ${JSON.stringify(found.walk, plain)}`,
    `reference: ${JSON.stringify(found.reference, plain)}`,
  ].join('\n')

function plain(key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value)
  if (key === 'at' || key === 'cites') return undefined
  return typeof value === 'object' && value !== null && 'text' in value ? value.text : value
}
