import type { Graph, Step } from '../model/graph.ts'
import { takeCalled } from './walk-called.ts'
import { takeCustomer } from './walk-customer.ts'
import { newTurn } from './walk-deeds.ts'
import { dueOf, isEndingDue, isImpossible, liveRequests } from './walk-due.ts'
import { indexOf } from './walk-index.ts'
import { judge } from './walk-judge.ts'
import { owedIn } from './walk-owed.ts'
import { noRows } from './walk-rows.ts'
import { takeSaid } from './walk-said.ts'
import type { Conversation } from './walk-state.ts'
import type {
  DueStep,
  FollowedWalk,
  JudgedAction,
  JudgingWalk,
  Surroundings,
  WalkEvent,
} from './walk-types.ts'
import { relevantIn, viewOf } from './walk-view.ts'

/**
 * The walk of one conversation along the graph (docs/spec/graph.md, V1 to A7). In: a sound graph and, one by one, what
 * customer and agent did. Out: each action of the agent judged in the state it was taken in, and what is due now. It
 * must not know worlds, cases, cards or transcripts: the same walk serves the rule engine and the instruments.
 */
export function startWalk(graph: Graph, around: Surroundings): JudgingWalk {
  const it = begin(graph, around, true)
  const { due, ending, requests, relevant } = standing(it)
  return {
    due,
    ending,
    requests,
    relevant,
    take: (event) => take(it, event),
    peek: (act, text) => judge(it, { kind: 'words', act, text, wordless: false }).class,
    owed: () => liveRequests(it).flatMap((request) => owedIn(it, request)),
  }
}

/** The same walk without verdicts: it stands where the other does after every event. */
export function followWalk(graph: Graph, around: Surroundings): FollowedWalk {
  const it = begin(graph, around, false)
  return {
    ...standing(it),
    take: (event) => {
      take(it, event)
    },
  }
}

function begin(graph: Graph, around: Surroundings, judges: boolean): Conversation {
  const index = indexOf(graph)
  return {
    index,
    around,
    judges,
    rows: noRows(index, around.keyOf),
    identity: new Map(),
    requests: new Map(),
    handovers: [],
    turn: newTurn(),
  }
}

const standing = (it: Conversation): Omit<FollowedWalk, 'take'> => ({
  due: () => dueNow(it),
  ending: () => isEndingDue(it),
  requests: () => [...it.requests.values()].map((request) => viewOf(it, request)),
  relevant: () => liveRequests(it).flatMap((request) => relevantIn(request)),
})

function take(it: Conversation, event: WalkEvent): readonly JudgedAction[] {
  switch (event.type) {
    case 'customer':
      takeCustomer(it, event)
      return []
    case 'said':
      return takeSaid(it, event)
    case 'called':
      return [takeCalled(it, event)]
  }
}

function dueNow(it: Conversation): readonly DueStep[] {
  const due: DueStep[] = []
  for (const request of liveRequests(it)) {
    // On several ways one step may be due on each.
    const steps = new Set<Step>()
    for (const { visit } of dueOf(it, request)) steps.add(visit.step)
    for (const step of steps) {
      const one = { request: request.id, step: step.id }
      due.push(isImpossible(it, request, step) ? { ...one, instead: 'handover' } : one)
    }
  }
  return due
}
