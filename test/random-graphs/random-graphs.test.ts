import { describe, expect, test } from 'vitest'
import type { StepId } from '../../src/base/values/ids.ts'
import { checkDecides } from '../../src/graph/check/check-decides.ts'
import { flowOf } from '../../src/graph/check/check-flow.ts'
import { checkSettled } from '../../src/graph/check/check-settled.ts'
import { domainsOf } from '../../src/graph/domains/domains.ts'
import type { Graph, Step } from '../../src/graph/model/graph.ts'
import type { JudgedAction, WalkEvent } from '../../src/graph/walk/walk-types.ts'
import { referenceWalk } from '../reference-walk/reference-walk.ts'
import { DESK_FACTS } from './desk.ts'
import {
  DUTIFUL,
  dice,
  type GraphSize,
  type Manners,
  MIXED,
  randomDesk,
  randomGraph,
  randomHistory,
  SMALL,
} from './index.ts'

const seeds = Array.from({ length: 120 }, (_, i) => i + 1)

/** one conversation, walked by the reference */
function converse(seed: number, size: GraphSize, manners: Manners) {
  const rng = dice(seed)
  const graph = randomGraph(rng, size)
  const desk = randomDesk(rng)
  const walk = referenceWalk(graph, desk.around)
  const events: WalkEvent[] = []
  const judged: JudgedAction[] = []
  for (const { event, afterwards } of randomHistory(rng, { graph, desk, walk }, manners)) {
    events.push(event)
    judged.push(...walk.take(event))
    desk.apply(afterwards)
    if (manners === DUTIFUL && judged.some(isEnd)) break
  }
  return { events, judged }
}

const isEnd = ({ class: kind, what }: JudgedAction): boolean =>
  kind === 'due' &&
  ('tool' in what ? what.tool === 'hand_over' || what.tool === 'close_ticket' : what.act === 'sign-off')

describe('random graphs', () => {
  test('[C2] [C3] are sound', () => {
    for (const seed of seeds) {
      const graph = randomGraph(dice(seed), SMALL)
      const domains = domainsOf(graph, DESK_FACTS)
      const from = { graph, domains, flow: flowOf(graph, domains) }
      const problems = [...checkSettled(from), ...checkDecides(from)].filter(
        ({ severity }) => severity === 'error',
      )
      expect(problems, `seed ${seed}`).toEqual([])
    }
  })
  test('[C7] name only steps that exist', () => {
    for (const seed of seeds) {
      const graph = randomGraph(dice(seed), SMALL)
      const named = [...graph.steps.values()].flatMap((step) => targetsOf(step, graph))
      expect(
        named.filter((id) => !graph.steps.has(id)),
        `seed ${seed}`,
      ).toEqual([])
    }
  })
  test('hold every kind of step, and everything else a graph can hold', () => {
    const graphs = seeds.map((seed) => randomGraph(dice(seed), SMALL))
    const steps = graphs.flatMap((graph) => [...graph.steps.values()])
    expect(new Set(steps.map(({ kind }) => kind)).size).toBe(9)
    expect(steps.some(({ needs }) => needs.length > 0)).toBe(true)
    expect(steps.some(({ round }) => round === 3)).toBe(true)
    expect(steps.some((step) => step.kind === 'decide' && step.choice === 'agent')).toBe(true)
    expect(graphs.some(({ interrupts }) => interrupts.length > 0)).toBe(true)
    expect(graphs.some(({ forbids }) => forbids.some(({ what }) => 'says' in what))).toBe(true)
  })
  test('come from one number', () => {
    expect(converse(7, SMALL, MIXED)).toEqual(converse(7, SMALL, MIXED))
  })
})

describe('random conversations', () => {
  test('[A2] an agent that does what is due is never called premature, off-path or forbidden', () => {
    const classes = seeds.map((seed) =>
      converse(seed, { ...SMALL, forbids: 'harmless' }, DUTIFUL).judged.map((action) => action.class),
    )
    expect(new Set(classes.flat())).toEqual(new Set(['due', 'permitted']))
  })
  test('[A4] agents that err do so in every way, and customers do all they can', () => {
    const talks = seeds.map((seed) => converse(seed, SMALL, { ...MIXED, events: 24 }))
    expect(new Set(talks.flatMap(({ judged }) => judged.map((action) => action.class))).size).toBe(6)
    const moves = talks.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'customer' ? event.moves : [])),
    )
    const kinds = [
      'open',
      'tell',
      'lack',
      'dodge',
      'agree',
      'refuse',
      'withdraw',
      'demand_human',
      'abuse',
      'thank',
    ]
    expect(new Set(moves.map((move) => move.do))).toEqual(new Set(kinds))
    expect(moves.some((move) => move.do === 'open' && move.instead_of !== undefined)).toBe(true)
  })
})

function targetsOf(step: Step, graph: Graph): readonly StepId[] {
  const starts = [...graph.procedures, ...graph.interrupts].map(({ start }) => start)
  const next = 'next' in step ? [step.next] : []
  const edges = step.kind === 'decide' ? step.edges.map(({ to }) => to) : []
  const confirm =
    step.kind === 'confirm' ? [step.step, ...(step.ifRefused === null ? [] : [step.ifRefused])] : []
  return [...starts, ...next, ...edges, ...confirm, ...step.needs]
}
