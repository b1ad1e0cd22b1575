import { isStepId, type StepId } from '../../base/values/ids.ts'
import { writtenGraph } from '../../graph/coverage/coverage-written.ts'
import type { Graph, Step, StepKind } from '../../graph/model/graph.ts'

/**
 * A graph as something to draw: rounds of a loop folded back into one circle, everything a picture says as plain text.
 * In: a graph and what to mark on it. Out: parts, nodes and lines that every format writes in its own way.
 */
export type Drawing = { readonly parts: readonly DrawnPart[]; readonly marks: Marks }

export type DrawnPart = {
  /** a procedure or an interrupt */
  readonly kind: 'procedure' | 'interrupt'
  readonly id: string
  readonly subtitle: string
  readonly start: string
  readonly nodes: readonly DrawnNode[]
  readonly lines: readonly DrawnLine[]
}

export type DrawnNode = {
  readonly id: string
  readonly kind: StepKind
  /** the step's own name */
  readonly title: string
  /** what it does: `ask for order_id` */
  readonly does: string
  readonly cites: readonly string[]
  /** how often it was exercised; null: no coverage is shown */
  readonly count: number | null
  readonly on: Highlight
}

export type DrawnLine = {
  readonly from: string
  readonly to: string
  readonly text: string
  /** leads back to a new round */
  readonly back: boolean
  readonly count: number | null
  readonly on: Highlight
}

export type Highlight = 'none' | 'true' | 'taken' | 'both'

/** What to show on the graph besides itself. */
export type Marks = {
  /** written step and edge ids -> how often exercised (Coverage.counts) */
  readonly counts?: ReadonlyMap<string, number>
  /** the path a transcript should have walked, and the one it did, in which an action that does no step is an event */
  readonly truePath?: readonly StepId[]
  readonly taken?: readonly string[]
}

export const STEP_KINDS: readonly StepKind[] = [
  'learn',
  'check',
  'decide',
  'confirm',
  'act',
  'tell',
  'handover',
  'end',
]

export function drawingOf(graph: Graph, marks: Marks = {}): Drawing {
  const view = viewOf(graph, marks)
  const procedures = graph.procedures.map((procedure) =>
    partOf(view, {
      kind: 'procedure',
      id: procedure.id,
      start: procedure.start,
      subtitle: procedure.for.text,
    }),
  )
  const interrupts = graph.interrupts.map((interrupt) => {
    const times = interrupt.nth === 1 ? 'the first' : `number ${interrupt.nth}`
    const subtitle = `on ${interrupt.on}, ${times}${interrupt.when === null ? '' : `, if ${interrupt.when.text}`}`
    return partOf(view, { kind: 'interrupt', id: interrupt.id, start: interrupt.start, subtitle })
  })
  return { parts: [...procedures, ...interrupts], marks }
}

type View = {
  readonly graph: Graph
  readonly marks: Marks
  readonly wayOf: (way: string) => string
  readonly truePath: Walked
  readonly taken: Walked
}
type Walked = { readonly steps: ReadonlySet<string>; readonly moves: ReadonlySet<string> }

function viewOf(graph: Graph, marks: Marks): View {
  return {
    graph,
    marks,
    wayOf: writtenGraph(graph).wayOf,
    truePath: walked(marks.truePath ?? []),
    taken: walked(marks.taken ?? []),
  }
}

const folded = (id: string): string => id.replace(/~\d+/g, '')

function walked(steps: readonly string[]): Walked {
  const ids = steps.map(folded)
  return { steps: new Set(ids), moves: new Set(ids.slice(1).map((id, at) => `${ids[at]}\n${id}`)) }
}

type Outline = Pick<DrawnPart, 'kind' | 'id' | 'subtitle'> & { readonly start: StepId }

function partOf(view: View, outline: Outline): DrawnPart {
  const steps = stepsFrom(view.graph, outline.start)
  const nodes = new Map<string, DrawnNode>()
  const lines = new Map<string, DrawnLine>()
  for (const step of steps) {
    const id = folded(step.id)
    if (!nodes.has(id)) nodes.set(id, nodeOf(view, step))
    for (const line of linesFrom(view, step)) {
      const key = `${line.from}\n${line.to}\n${line.text}`
      if (!lines.has(key)) lines.set(key, line)
    }
  }
  return { ...outline, start: folded(outline.start), nodes: [...nodes.values()], lines: [...lines.values()] }
}

/** The steps of one part, in file order. */
function stepsFrom(graph: Graph, start: StepId): readonly Step[] {
  const reached = new Set<StepId>([start])
  const queue = [start]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const step = graph.steps.get(id)
    for (const { to } of step === undefined ? [] : waysFrom(step)) {
      if (reached.has(to)) continue
      reached.add(to)
      queue.push(to)
    }
  }
  return [...graph.steps.values()].filter((step) => reached.has(step.id))
}

function nodeOf(view: View, step: Step): DrawnNode {
  const { counts } = view.marks
  const id = folded(step.id)
  return {
    id,
    kind: step.kind,
    title: id.slice(id.indexOf('/') + 1),
    does: whatItDoes(step),
    cites: step.cites,
    count: counts === undefined ? null : (counts.get(step.source) ?? 0),
    on: highlight(view.truePath.steps.has(id), view.taken.steps.has(id)),
  }
}

const highlight = (isTrue: boolean, isTaken: boolean): Highlight =>
  isTrue ? (isTaken ? 'both' : 'true') : isTaken ? 'taken' : 'none'

function whatItDoes(step: Step): string {
  switch (step.kind) {
    case 'learn':
      return `learn ${step.field}`
    case 'check':
      return `check ${step.record}`
    case 'decide':
      return step.choice === 'agent' ? 'the agent chooses' : 'decide'
    case 'confirm':
      return `confirm ${folded(step.step).slice(step.step.indexOf('/') + 1)}`
    case 'act':
      return `act ${step.tool}`
    case 'tell':
      return step.about === null ? step.act : `${step.act}: ${step.about}`
    case 'handover':
      return `hand over: ${step.reason}`
    case 'end':
      return 'end'
    case 'resume':
      return 'continue as before'
  }
}

type Way = { readonly id: string | null; readonly to: StepId; readonly text: string; readonly back: boolean }

function waysFrom(step: Step): readonly Way[] {
  if (step.kind === 'decide')
    return step.edges.map((edge) => ({
      id: edge.id,
      to: edge.to,
      text: edge.otherwise ? 'otherwise' : edge.when.text,
      back: edge.loops,
    }))
  if (step.kind === 'confirm') {
    const yes = { id: `${step.id}>yes`, to: step.next, text: 'yes', back: false }
    return step.ifRefused === null
      ? [yes]
      : [yes, { id: `${step.id}>no`, to: step.ifRefused, text: 'no', back: false }]
  }
  return 'next' in step ? [{ id: null, to: step.next, text: '', back: false }] : []
}

function linesFrom(view: View, step: Step): readonly DrawnLine[] {
  const from = folded(step.id)
  const { counts } = view.marks
  return waysFrom(step).map((way) => {
    const to = folded(way.to)
    const move = `${from}\n${to}`
    const count = counts === undefined || way.id === null ? null : (counts.get(view.wayOf(way.id)) ?? 0)
    const later = step.round > 1 && way.text !== '' ? lastRound(view.graph, step, way) : ''
    return {
      from,
      to,
      text: `${way.text}${later}`,
      back: way.back,
      count,
      on: highlight(view.truePath.moves.has(move), view.taken.moves.has(move)),
    }
  })
}

/** The way a loop leads to once its bound is reached is not among the ways of its first round. */
function lastRound(graph: Graph, step: Step, way: Way): string {
  const id = folded(step.id)
  const first = isStepId(id) ? graph.steps.get(id) : undefined
  if (first === undefined || first === step) return ''
  const isNew = !waysFrom(first).some((one) => folded(one.to) === folded(way.to) && one.text === way.text)
  return isNew ? ', the last time' : ''
}
