import { evaluate } from '../src/base/guards/guard-evaluate.ts'
import type { Value } from '../src/base/values/value.ts'
import { Special } from '../src/base/values/value.ts'
import type { CardRequest } from '../src/cards/card.ts'
import { cardReader } from '../src/cases/card-reader.ts'
import type { Case, Outcome, Pack } from '../src/cases/case.ts'
import { planCases } from '../src/cases/plan-cases.ts'
import { type TrueEnd, trueEnds } from '../src/cases/true-outcomes.ts'
import type { Constraint, Graph, Step } from '../src/graph/model/graph.ts'
import { openWorld } from '../src/world/state.ts'

/**
 * Do two graphs of one desk mean the same? In: the reviewed pack and another graph over the same fields, tables and tools.
 * Out: for every request of its own and its planned cases, what the right agent does by each graph. Step ids, record names
 * and decisions may differ; what is asked, looked up, proposed, written, told and handed over may not.
 */
export type Comparison = {
  readonly requests: number
  readonly equal: number
  readonly outcomesEqual: number
  readonly differing: readonly Difference[]
}
export type Difference = {
  readonly id: string
  readonly reviewed: readonly string[]
  readonly compiled: readonly string[]
}

export function compareGraphs(pack: Pack, compiled: Graph): Comparison {
  const planned = planCases(pack, { size: 'standard', seed: 7, tactics: [], cross: 'one' }).cases
  const requests = [...pack.cases, ...planned].flatMap((one) =>
    one.card.requests.map((request, index) => ({ one, request, id: `${one.id}[${index}]` })),
  )
  const compared = requests.map(({ one, request, id }) => {
    const reviewed = waysOf({ ...pack }, one, request)
    const other = waysOf({ ...pack, graph: compiled }, one, request)
    return { id, reviewed, other }
  })
  const same = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)
  return {
    requests: compared.length,
    equal: compared.filter(({ reviewed, other }) => same(reviewed.deeds, other.deeds)).length,
    outcomesEqual: compared.filter(({ reviewed, other }) => same(reviewed.outcomes, other.outcomes)).length,
    differing: compared
      .filter(
        ({ reviewed, other }) =>
          !same(reviewed.deeds, other.deeds) || !same(reviewed.outcomes, other.outcomes),
      )
      .map(({ id, reviewed, other }) => ({ id, reviewed: reviewed.deeds, compiled: other.deeds })),
  }
}

/** Writes of true paths that a forbid of the same graph would punish: `case: forbid`. */
export function forbiddenOnTruePaths(pack: Pack, graph: Graph): readonly string[] {
  const desk = { ...pack, graph }
  const planned = planCases(pack, { size: 'standard', seed: 7, tactics: [], cross: 'one' }).cases
  return [...pack.cases, ...planned].flatMap((one) =>
    one.card.requests.flatMap((request) => {
      const read = cardReader(desk, { card: one.card, request, state: openWorld(pack.world, one.sets) })
      const agrees = (tool: string) => !request.says_no_to.includes(tool)
      const ends = trueEnds(graph, { intent: request.intent, read, agrees, interrupted: [] })
      const tools = new Set(ends.flatMap(({ outcome }) => outcome.writes.map(({ tool }) => tool)))
      return graph.forbids
        .filter(({ what, when }) => 'tool' in what && tools.has(what.tool) && evaluate(when, read))
        .map(({ id }) => `${one.id}: ${id}`)
    }),
  )
}

type Desk = Pick<Pack, 'graph' | 'world'>

function waysOf(desk: Desk, one: Case, request: CardRequest) {
  const read = cardReader(desk, { card: one.card, request, state: openWorld(desk.world, one.sets) })
  const ends = trueEnds(desk.graph, {
    intent: request.intent,
    read,
    agrees: (tool) => !request.says_no_to.includes(tool),
    interrupted: [],
  })
  return {
    deeds: ends.map((end) => deedsOf(desk.graph, end, read).join(' > ')).sort(),
    outcomes: ends.map((end) => outcomeText(end.outcome)).sort(),
  }
}

const outcomeText = (outcome: Outcome): string =>
  JSON.stringify({
    ...outcome,
    writes: outcome.writes.map(({ tool, with: args }) => [tool, Object.entries(args).sort()]),
  })

/** What an agent does along a true path. */
function deedsOf(graph: Graph, end: TrueEnd, read: (name: string) => Value | undefined): readonly string[] {
  const done = new Set<string>()
  const deeds = end.path.flatMap((id) => {
    const step = graph.steps.get(id)
    if (step === undefined) return []
    const found = deedOf(graph, step, read)
    // What was asked or looked up before is settled: a second learn or check of it outside a loop is passed (S1, S2).
    const isSettled = (step.kind === 'learn' || step.kind === 'check') && step.round === 1
    return found.filter((deed) => !isSettled || (!done.has(deed) && done.add(deed) !== undefined))
  })
  return inFreeOrder(deeds)
}

function deedOf(graph: Graph, step: Step, read: (name: string) => Value | undefined): readonly string[] {
  const withText = (constraints: readonly Constraint[]) =>
    constraints
      .map(({ argument, operand }) => {
        const value =
          'name' in operand ? read(operand.name) : 'value' in operand ? operand.value : operand.values
        return `${argument}=${value instanceof Special ? 'lacking' : String(value)}`
      })
      .sort()
      .join(',')
  switch (step.kind) {
    case 'learn':
      return [`learn ${step.field}`]
    case 'check': {
      const record = graph.records.get(step.record)
      const key = record === undefined ? undefined : read(record.by)
      // A check whose key is lacking has nothing to look up (S2): no deed.
      return key === undefined || key instanceof Special ? [] : [`check ${step.tool} ${String(key)}`]
    }
    case 'confirm': {
      const act = graph.steps.get(step.step)
      return act?.kind === 'act' ? [`confirm ${act.tool} ${withText(act.constraints)}`] : []
    }
    case 'act':
      return [`act ${step.tool} ${withText(step.constraints)}`]
    case 'tell':
      return [`tell ${step.act} ${step.about ?? ''}`]
    case 'handover':
      return [`handover ${step.reason}`]
    default:
      return []
  }
}

/**
 * Questions and look-ups up to the next thing that is told, proposed or done may come in any order: all are permitted at
 * any time (A3), and order is demanded only before acts, handover and end. So may tellings that follow one another: all are
 * due at the same time (W1).
 */
function inFreeOrder(deeds: readonly string[]): readonly string[] {
  const kind = (deed: string) => (/^(learn|check) /.test(deed) ? 'look' : /^tell /.test(deed) ? 'tell' : deed)
  const runs: string[][] = []
  for (const deed of deeds) {
    const run = runs.at(-1)
    if (run?.[0] !== undefined && kind(run[0]) === kind(deed)) run.push(deed)
    else runs.push([deed])
  }
  return runs.flatMap((run) => run.sort())
}
