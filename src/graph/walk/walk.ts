import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Graph } from '../model/graph.ts'
import { takeCalled, takeSaid } from './walk-acts.ts'
import { owedAhead } from './walk-ahead.ts'
import { takeCustomer } from './walk-customer.ts'
import { handovers, waivedAt } from './walk-deeds.ts'
import { activeWays, dueOf, isEndingDue, isImpossible } from './walk-due.ts'
import { edgeOf, type History, liveRequests, type Request, stopOf } from './walk-history.ts'
import { decisionOf, indexOf } from './walk-index.ts'
import { judge } from './walk-judge.ts'
import type { DueStep, JudgingWalk, RequestView, Surroundings } from './walk-types.ts'
import { fieldsOf } from './walk-values.ts'
import { madeAt } from './walk-ways.ts'

/**
 * The walk of one conversation along the graph (docs/spec/graph.md, V1 to A7). In: a sound graph and, one by one, what
 * customer and agent did. Out: each action of the agent judged in the state it was taken in, and what is due now. It
 * must not know worlds, cases, cards or transcripts: the same walk serves the rule engine and the instruments.
 */
export function startWalk(graph: Graph, around: Surroundings): JudgingWalk {
  const index = indexOf(graph)
  let now: History = { index, around, events: [], said: [], shown: [], deeds: [], requests: [] }
  return {
    due: () => dueNow(now),
    ending: () => isEndingDue(now),
    requests: () => viewsOf(now),
    relevant: () => relevantNow(now),
    peek: (act, said) => judge(now, { kind: 'words', act, said, wordless: false }).class,
    owed: () => owedNow(now),
    forget: () => {
      now = { ...now }
    },
    take: (event) => {
      if (event.type === 'customer') {
        now = takeCustomer(now, event)
        return []
      }
      const { history, judged } = event.type === 'said' ? takeSaid(now, event) : takeCalled(now, event)
      now = history
      return judged
    },
  }
}

const dueNow = memo((history: History): readonly DueStep[] =>
  liveRequests(history).flatMap((request) => {
    // On several ways one step may be due on each.
    const steps = new Set(dueOf(history, request).map(({ visit }) => visit.step))
    return [...steps].map((step): DueStep => {
      const one = { request: request.id, step: step.id }
      return isImpossible(history, request, step) ? { ...one, instead: 'handover' } : one
    })
  }),
)

const owedNow = memo((history: History): readonly DueStep[] =>
  handovers(history).length > 0
    ? []
    : liveRequests(history).flatMap((request) =>
        owedAhead(history, request).map(({ id }) => ({ request: request.id, step: id })),
      ),
)

const viewsOf = memo((history: History): readonly RequestView[] =>
  history.requests.map((request) => viewOf(history, request)),
)

/** What others see of a request. Beyond an unmade choice every way is walked; each step is listed once. */
function viewOf(history: History, request: Request): RequestView {
  const visits = request.walks.flatMap(({ ways }) => {
    const seen = new Set<StepId>()
    const all = ways.flatMap((way) => way.visits)
    return all.filter(({ step }) => !seen.has(step.id) && seen.add(step.id))
  })
  const { id, intent, procedure, withdrawn } = request
  return {
    id,
    intent,
    procedure,
    withdrawn,
    fields: fieldsOf(history, request),
    decided: visits.flatMap(({ step }) => {
      const made = request.made.get(step.id)
      const edge = made === undefined ? undefined : edgeOf(made)
      if (made === undefined || edge === undefined) return []
      return [{ step: step.id, edge: edge.id, n: made.chosen?.n ?? made.n }]
    }),
    satisfied: visits.flatMap(({ step, satisfied }) =>
      satisfied === null || step.kind === 'decide' ? [] : [{ step: step.id, n: satisfied }],
    ),
    walked: visits.map(({ step }) => step.id),
    tellsWaived: waivedAt(history, request) !== null,
    agreed: visits.flatMap(({ step, satisfied, agreed }) =>
      satisfied === null || agreed === null ? [] : [{ step: step.id, arguments: agreed, n: satisfied }],
    ),
  }
}

/** W7: the fields that the unmade decision at which the walk stopped reads. */
const relevantNow = memo((history: History) =>
  liveRequests(history).flatMap((request) => {
    const stops = activeWays(request).flatMap((way) => stopOf(way) ?? [])
    for (const stop of stops) {
      if (stop.step.kind !== 'decide' || madeAt(request, stop.step, stop) !== null) continue
      const { fields } = decisionOf(history.index.graph)(stop.step)
      return fields.map((field) => ({ request: request.id, field }))
    }
    return []
  }),
)
