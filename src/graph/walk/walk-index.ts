import { assert } from '../../base/assert.ts'
import type { VarName } from '../../base/guards/guard.ts'
import { variablesOf } from '../../base/guards/guard-explain.ts'
import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { basesOf } from '../file/declarations.ts'
import { partsOf } from '../file/read-variable.ts'
import type { Graph, RecordSpec, Step, StepOf } from '../model/graph.ts'
import { nextOf, reachable } from '../model/next-of.ts'

/**
 * What the walk looks up over and over, worked out once for each graph: which steps a tool does, what a decision rests on, in
 * what order records are bound. In: a sound graph. Out: maps. It must not know any conversation.
 */
export type GraphIndex = {
  readonly graph: Graph
  /** records such that each stands after the one its key comes from */
  readonly records: readonly RecordSpec[]
  /** by procedure and interrupt: all that its start leads to */
  readonly areas: ReadonlyMap<StepId, Area>
  /** fields that later requests take over from earlier ones (R1) */
  readonly sharedFields: readonly string[]
  readonly acts: ReadonlyMap<string, readonly Act[]>
  /** of acts and their confirms: all that their constraints rest on (S8) */
  readonly inputs: ReadonlyMap<StepId, readonly VarName[]>
  /** the confirms of an act */
  readonly confirms: ReadonlyMap<StepId, readonly StepOf<'confirm'>[]>
  /** steps by their name within the procedure, loop rounds together: what `done.name` means */
  readonly written: ReadonlyMap<string, readonly StepId[]>
  /** the acts each tell tells of (S6) */
  readonly toldDeeds: ReadonlyMap<StepId, readonly Act[]>
}

/** One procedure or interrupt with what lies in it. */
export type Area = {
  readonly start: StepId
  readonly steps: ReadonlySet<StepId>
  readonly decisions: readonly Decision[]
  readonly attemptsMax: ReadonlyMap<string, number>
}

export type Decision = {
  readonly step: StepOf<'decide'>
  readonly reads: readonly VarName[]
  /** what it reads with all that rests on: a change of one of these unmakes it (V3) */
  readonly bases: readonly VarName[]
  /** the records and fields among them, which must be settled first (V4, W7) */
  readonly records: readonly string[]
  readonly fields: readonly string[]
  /** made only when the walk reaches it with nothing open (V3) */
  readonly late: boolean
}

export type Act = StepOf<'act'>

export function stepOf(graph: Graph, id: StepId): Step {
  const step = graph.steps.get(id)
  // The words are put together only where they are needed: this is asked for every step of every walk.
  if (step === undefined) assert(false, `the graph was loaded with a way to a missing step ${id}`)
  return step
}

/** the act that a confirm asks about, or the act itself */
export function actOf(graph: Graph, step: Step): Act | null {
  const act = step.kind === 'confirm' ? stepOf(graph, step.step) : step
  return act.kind === 'act' ? act : null
}

export const indexOf = memo((graph: Graph): GraphIndex => {
  const steps = [...graph.steps.values()]
  const acts = ofKind(steps, 'act')
  const starts = [...graph.procedures, ...graph.interrupts].map((one) => one.start)
  return {
    graph,
    records: recordsInOrder(graph),
    areas: new Map(starts.map((start) => [start, areaOf(graph, start)])),
    sharedFields: [...graph.fields.values()].flatMap((one) =>
      one.shared && !one.identity ? [one.name] : [],
    ),
    acts: groupBy(acts, (act) => act.tool),
    inputs: new Map(steps.map((step) => [step.id, constrainedBy(graph, step)])),
    confirms: groupBy(ofKind(steps, 'confirm'), (confirm) => confirm.step),
    written: groupBy(graph.steps.keys(), (id) => id.slice(id.indexOf('/') + 1).replace(/~\d+/g, '')),
    toldDeeds: toldDeeds(graph, acts),
  }
})

export const decisionOf = memo((graph: Graph) =>
  memo((step: StepOf<'decide'>): Decision => {
    const reads = [...new Set(step.edges.flatMap((edge) => variablesOf(edge.when)))]
    const bases = basesOfAll(graph, reads)
    const namesOf = (kind: string) => [
      ...new Set(
        bases
          .map(partsOf)
          .filter((one) => one.kind === kind)
          .map(({ name }) => name),
      ),
    ]
    const late = step.round > 1 || reads.some((name) => name.startsWith('done.'))
    return { step, reads, bases, records: namesOf('records'), fields: namesOf('fields'), late }
  }),
)

function areaOf(graph: Graph, start: StepId): Area {
  const steps = [...reachable([start], (id) => nextOf(stepOf(graph, id)))].map((id) => stepOf(graph, id))
  return {
    start,
    steps: new Set(steps.map(({ id }) => id)),
    decisions: ofKind(steps, 'decide').map(decisionOf(graph)),
    attemptsMax: new Map(
      ofKind(steps, 'learn').flatMap(({ field, attemptsMax }) =>
        attemptsMax === null ? [] : [[field, attemptsMax]],
      ),
    ),
  }
}

const basesOfAll = (graph: Graph, names: readonly VarName[]): readonly VarName[] => [
  ...new Set(names.flatMap((name) => basesOf(graph, name))),
]

function constrainedBy(graph: Graph, step: Step): readonly VarName[] {
  const constraints = actOf(graph, step)?.constraints ?? []
  return basesOfAll(
    graph,
    constraints.flatMap(({ operand }) => ('name' in operand ? [operand.name] : [])),
  )
}

/**
 * Which acts a tell tells of (S6): those that lead to it with nothing but other acts between, and, if it demands words or
 * values of its own, with tells between too. Whoever says truthfully that such an act is done has told it.
 */
function toldDeeds(graph: Graph, acts: readonly Act[]): ReadonlyMap<StepId, readonly Act[]> {
  const pairs = acts.flatMap((act) => tellsAfter(graph, act).map((tell) => ({ act, tell })))
  const told = groupBy(pairs, ({ tell }) => tell)
  return new Map([...told].map(([tell, of]) => [tell, of.map(({ act }) => act)]))
}

function tellsAfter(graph: Graph, act: Act): readonly StepId[] {
  const tells: StepId[] = []
  let step: Step | undefined = graph.steps.get(act.next)
  while (step?.kind === 'act' || (step?.kind === 'tell' && step.act === 'inform')) {
    const isTold = step.kind === 'tell' && (tells.length === 0 || step.mustSay.length + step.holds.length > 0)
    if (isTold) tells.push(step.id)
    step = graph.steps.get(step.next)
  }
  return tells
}

/** For every step: how others lead to it. */
export const waysTo = memo((graph: Graph) => {
  const steps = [...graph.steps.values()]
  return groupBy(
    steps.flatMap((step) => nextOf(step).map((to) => ({ from: step.id, to }))),
    ({ to }) => to,
  )
})

function recordsInOrder(graph: Graph): readonly RecordSpec[] {
  const ordered = new Map<string, RecordSpec>()
  const place = (spec: RecordSpec | undefined, above: readonly string[]): void => {
    if (spec === undefined || ordered.has(spec.name) || above.includes(spec.name)) return
    const key = partsOf(spec.by)
    if (key.kind === 'records') place(graph.records.get(key.name), [...above, spec.name])
    ordered.set(spec.name, spec)
  }
  for (const spec of graph.records.values()) place(spec, [])
  return [...ordered.values()]
}

const ofKind = <Kind extends Step['kind']>(steps: readonly Step[], kind: Kind): readonly StepOf<Kind>[] =>
  steps.filter((step): step is StepOf<Kind> => step.kind === kind)

export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
