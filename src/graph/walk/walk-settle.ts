import type { ReadVar, VarName } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { Edge, Step } from '../model/graph.ts'
import { edgeOf, type History, isOn, nothingOpen, type Request, visitsOf, type Way } from './walk-history.ts'
import { type Area, type Decision, decisionOf } from './walk-index.ts'
import type { WalkEvent } from './walk-types.ts'
import { bindRecords, changedFields, changedRecords, isDone, isSettled, knownReader } from './walk-values.ts'
import { answerAt, madeAt, restsOn, waysFrom } from './walk-ways.ts'

/** Brings every live request up to date at the end of an event. `read`: the call whose answer may reveal changes (V6). */
export function settleAll(
  history: History,
  n: number,
  read: Extract<WalkEvent, { type: 'called' }> | null = null,
): History {
  const requests = history.requests.map((request) => {
    if (request.withdrawn) return request
    const records = bindRecords(history, request, n)
    const revealed =
      read === null ? [] : changedRecords(history, { before: request.records, after: records }, read)
    return settle(history, { ...request, records }, n, [...changedFields(history, request, n), ...revealed])
  })
  return { ...history, requests }
}

const draftOf = (request: Request) => ({
  ...request,
  made: new Map(request.made),
  unmade: new Set(request.unmade),
  changes: [...request.changes],
})
type Draft = ReturnType<typeof draftOf>

/** Changes, decisions, detours, walks, in this order. */
function settle(history: History, request: Request, n: number, changed: readonly VarName[]): Request {
  const draft = draftOf(request)
  for (const area of draft.areas) {
    for (const variable of changed) reopen(draft, area, { variable, n })
    for (const decision of area.decisions) {
      const isDue = !decision.late && !draft.made.has(decision.step.id)
      if (isDue && isSettled(history, draft, decision)) make(draft, decision, n, knownReader(history, draft))
    }
  }
  draft.walks = [...firedIn(history, draft, n), ...draft.walks]
  const told = visitsOf(request).filter(({ step, satisfied }) => step.kind === 'tell' && satisfied !== null)
  do {
    draft.walks = draft.walks.map(({ area, from }) => {
      return { area, from, ways: waysFrom({ history, request: draft, area, n, told }, from) }
    })
  } while (findOne(history, draft, n))
  return draft
}

/** The first edge whose guard holds; every one where the choice is the agent's. */
export function edgesHolding({ step }: Decision, read: ReadVar): readonly Edge[] {
  const holding = step.edges.filter(({ when }) => evaluate(when, read))
  return step.choice === 'agent' ? holding : holding.slice(0, 1)
}

function make(draft: Draft, decision: Decision, n: number, read: ReadVar): void {
  draft.made.set(decision.step.id, {
    decision,
    n,
    remade: draft.unmade.has(decision.step.id),
    edges: edgesHolding(decision, read),
    values: new Map(decision.reads.map((name) => [name, read(name)])),
    chosen: null,
    looped: null,
  })
}

function unmake(draft: Draft, { id }: Step): void {
  if (draft.made.delete(id)) draft.unmade.add(id)
}

/**
 * A variable changed (V6): unmakes the decisions that read it and remembers the change for confirms and acts. What the
 * walk passed before the last learn (or check) of a later round that asks for it stays: else no loop could count. Not so
 * checks: a row that nobody looked up would leave the walk at a decision with nothing due.
 */
function reopen(draft: Draft, area: Area, { variable, n }: { variable: VarName; n: number }): void {
  const ways = draft.walks.find((walk) => walk.area === area)?.ways ?? []
  const later = ways
    .map(({ visits }) => ({ visits, place: visits.findLastIndex(({ step }) => asksFor(step, variable)) }))
    .toSorted((a, b) => b.place - a.place)
    .find(({ place }) => place >= 0)
  const spared = later?.visits.slice(0, later.place) ?? []
  for (const { step, bases } of area.decisions)
    if (restsOn(bases, variable) && !isOn(spared, step.id)) unmake(draft, step)
  draft.changes.push({ n, area, variable, beyond: later?.visits[later.place]?.step.id ?? null })
}

/** Is it this learn of a later round, or this check of the record or of one of its columns, that brings the variable? */
function asksFor(step: Step, variable: VarName): boolean {
  if (step.round === 1) return false
  if (step.kind === 'learn') return variable === `fields.${step.field}`
  return step.kind === 'check' && `${variable}.`.startsWith(`records.${step.record}.`)
}

/** W3: the interrupts whose act came with this event, if their guard holds on what is known now. */
const firedIn = (history: History, draft: Draft, n: number): Request['walks'] =>
  history.index.graph.interrupts.flatMap(({ on, nth, when, start }) => {
    const isNth = draft.upset.filter((act) => act.on === on)[nth - 1]?.n === n
    const area = history.index.areas.get(start)
    if (!isNth || area === undefined) return []
    return when === null || evaluate(when, knownReader(history, draft)) ? [{ area, from: n, ways: [] }] : []
  })

/** What only the walk can find: rounds that begin (W5), a no that withdraws (S4), late decisions (V3), after which it goes on. */
function findOne(history: History, draft: Draft, n: number): boolean {
  let goesOn = false
  for (const { area, ways } of draft.walks) {
    for (const way of ways) {
      beginRounds(draft, way, n)
      const stop = way.visits.at(-1)
      if (stop?.step.kind === 'confirm') {
        const answer = answerAt({ history, request: draft, area }, way.visits.slice(0, -1), stop, stop.step)
        if (answer !== null) draft.withdrawn = true
      }
      if (stop?.step.kind !== 'decide' || madeAt(draft, stop.step, stop) !== null) continue
      unmake(draft, stop.step)
      const decision = decisionOf(history.index.graph)(stop.step)
      if (!decision.late || !nothingOpen(way) || !isSettled(history, draft, decision)) continue
      const read = knownReader(history, draft, (name) => isDone(history, draft, name))
      make(draft, decision, n, read)
      goesOn = true
    }
  }
  return goesOn
}

/** W5: the first event at which the walk leaves a decision by a loop's edge. */
function beginRounds(draft: Draft, { visits, choices }: Way, n: number): void {
  for (const { step } of visits) {
    const made = draft.made.get(step.id)
    if (made === undefined || made.looped !== null) continue
    const edge = edgeOf(made) ?? choices.find((choice) => choice.step === step.id)?.edge
    if (edge?.loops === true) draft.made.set(step.id, { ...made, looped: n })
  }
}
