import type { Guard, ReadVar } from '../base/guards/guard.ts'
import { compareValues } from '../base/guards/guard-evaluate.ts'
import type { StepId } from '../base/values/ids.ts'
import { type Scalar, Special, type Value } from '../base/values/value.ts'
import type { Constraint, Edge, Graph, Interrupt, Step } from '../graph/model/graph.ts'
import type { Outcome } from './case.ts'
import type { Rounds } from './claim-in-round.ts'

/**
 * Where the graph leads when everything is known: the ends of its true paths for one assignment, and what was done on the
 * way. Used to compare the graph with what people wrote from the SOP (acceptable outcomes, truth.csv); it must not know
 * those. A variable the assignment leaves open (undefined) is followed both ways.
 */
export type TrueEnd = {
  readonly outcome: Outcome
  /** what decided it: the tools called, else the last thing told */
  readonly actions: readonly string[]
  /** topics told on the way */
  readonly told: readonly string[]
  readonly path: readonly StepId[]
  /** fields the path asks for */
  readonly learned: readonly string[]
}

export type OpenRead = (name: string) => Value | undefined

export type Assignment = {
  readonly intent: string
  readonly read: OpenRead
  /** where an answer changes when it is asked for again: everything as it is in these rounds */
  readonly readIn?: (rounds: Rounds) => OpenRead
  /** the customer's answer to a proposal of this tool */
  readonly agrees: (tool: string) => boolean
  /** interrupts that fire, in order; their steps come first */
  readonly interrupted: readonly Interrupt[]
}

const ENDS_MAX = 10_000

export function trueEnds(graph: Graph, assignment: Assignment): readonly TrueEnd[] {
  const intent: OpenRead = (name) => (name === 'fields.intent' ? assignment.intent : assignment.read(name))
  const procedure = graph.procedures.find((one) => holds(one.for, intent) === true)
  if (procedure === undefined) return []
  const entries = [...assignment.interrupted.map(({ start }) => start), procedure.start]
  const ends: TrueEnd[] = []
  const open: Trail[] = [{ at: entries[0] ?? null, later: entries.slice(1), steps: [] }]
  for (let trail = open.pop(); trail !== undefined && ends.length < ENDS_MAX; trail = open.pop()) {
    const step = trail.at === null ? undefined : graph.steps.get(trail.at)
    if (step === undefined) ends.push(endOf(graph, trail, assignment))
    else open.push(...onward(graph, { ...trail, steps: [...trail.steps, step] }, assignment))
  }
  return ends
}

type Trail = {
  readonly at: StepId | null
  readonly later: readonly StepId[]
  readonly steps: readonly Step[]
}

/** The ways on from the last step of the trail; `at: null` is the end. */
function onward(graph: Graph, trail: Trail, assignment: Assignment): readonly Trail[] {
  const step = trail.steps.at(-1)
  const to = (at: StepId | null): Trail => ({ ...trail, at })
  switch (step?.kind) {
    case 'learn':
    case 'check':
    case 'act':
    case 'tell':
      return [to(step.next)]
    case 'decide':
      return edgesTaken(step.edges, readAlong(assignment, trail.steps)).map((edge) => to(edge.to))
    case 'confirm': {
      const act = graph.steps.get(step.step)
      const says = act?.kind === 'act' ? assignment.agrees(act.tool) : true
      return [to(says ? step.next : step.ifRefused)]
    }
    case 'resume':
      return [{ ...trail, at: trail.later[0] ?? null, later: trail.later.slice(1) }]
    default:
      return [to(null)]
  }
}

/** `done.*` is what this trail did. */
function readAlong(assignment: Assignment, steps: readonly Step[]): OpenRead {
  const read = readAt(assignment, steps)
  return (name) =>
    name.startsWith('done.') ? steps.some(({ source }) => source.endsWith(`/${name.slice(5)}`)) : read(name)
}

const readAt = ({ read, readIn }: Assignment, steps: readonly Step[]): OpenRead =>
  readIn === undefined ? read : readIn(roundsAlong(steps))

function roundsAlong(steps: readonly Step[]): Rounds {
  const rounds = new Map<string, number>()
  for (const step of steps)
    if (step.kind === 'learn' && step.round > 1) rounds.set(step.field, (rounds.get(step.field) ?? 1) + 1)
  return rounds
}

function edgesTaken(edges: readonly Edge[], read: OpenRead): readonly Edge[] {
  return edges.filter((edge) => holds(edge.when, read) !== false)
}

/** true, false, or undefined where it hangs on a variable left open. */
export function holds(guard: Guard, read: OpenRead): boolean | undefined {
  switch (guard.op) {
    case 'constant':
      return guard.value
    case 'not': {
      const inner = holds(guard.of, read)
      return inner === undefined ? undefined : !inner
    }
    case 'and':
      return together(
        guard.of.map((part) => holds(part, read)),
        false,
      )
    case 'or':
      return together(
        guard.of.map((part) => holds(part, read)),
        true,
      )
    case 'compare': {
      const value = read(guard.name)
      return value === undefined ? undefined : compareValues(value, guard.is, guard.value)
    }
    case 'in': {
      const value = read(guard.name)
      return value === undefined ? undefined : guard.values.includes(value)
    }
  }
}

/** One `decisive` part decides, an open one leaves it open. */
function together(parts: readonly (boolean | undefined)[], decisive: boolean): boolean | undefined {
  if (parts.includes(decisive)) return decisive
  return parts.includes(undefined) ? undefined : !decisive
}

function endOf(graph: Graph, { steps }: Trail, assignment: Assignment): TrueEnd {
  const read = readAt(assignment, steps)
  const acts = steps.filter((step) => step.kind === 'act')
  const tells = steps.filter((step) => step.kind === 'tell' && graph.steps.has(step.id))
  const handover = steps.find((step) => step.kind === 'handover')
  const declines = steps.flatMap((step) =>
    step.kind === 'tell' && step.act === 'decline' ? [step.about ?? 'any'] : [],
  )
  const lastTell = tells.at(-1)
  const done = acts.map((step) => step.tool)
  return {
    outcome: {
      writes: acts.map((step) => ({ tool: step.tool, with: argumentsOf(step.constraints, read) })),
      handover: handover?.reason ?? null,
      declined: declines.at(-1) ?? null,
    },
    actions:
      handover !== undefined
        ? ['handover']
        : done.length > 0
          ? done
          : lastTell?.kind === 'tell'
            ? [lastTell.act]
            : [],
    told: steps.flatMap((step) => (step.kind === 'tell' && step.about !== null ? [step.about] : [])),
    path: steps.map(({ id }) => id),
    learned: steps.flatMap((step) => (step.kind === 'learn' ? [step.field] : [])),
  }
}

function argumentsOf(constraints: readonly Constraint[], read: OpenRead): Readonly<Record<string, Scalar>> {
  const entries = constraints.flatMap(({ argument, is, operand }) => {
    if (is !== '==' || 'values' in operand) return []
    const value = 'name' in operand ? read(operand.name) : operand.value
    return value === undefined || value instanceof Special ? [] : [[argument, value] as const]
  })
  return Object.fromEntries(entries)
}

/** Is what was done what was written down? What is not named must not have happened. */
export function outcomeFits(wanted: Outcome, done: Outcome): boolean {
  const reasonFits = (want: string | null, is: string | null) => (want === 'any' ? is !== null : want === is)
  return (
    reasonFits(wanted.handover, done.handover) &&
    reasonFits(wanted.declined, done.declined) &&
    wanted.writes.length === done.writes.length &&
    wanted.writes.every((write) => done.writes.some((other) => writeFits(write, other)))
  )
}

type OutcomeWrite = Outcome['writes'][number]
const writeFits = (wanted: OutcomeWrite, done: OutcomeWrite): boolean =>
  wanted.tool === done.tool &&
  Object.entries(wanted.with).every(
    ([name, value]) => !Object.hasOwn(done.with, name) || done.with[name] === value,
  )

/** An assignment that leaves nothing open. */
export const closedRead = (read: ReadVar): OpenRead => read

/** An outcome in the words of a case file. */
export function sayOutcome({ writes, handover, declined }: Outcome): string {
  const parts = [
    ...writes.map((write) => `${write.tool} ${JSON.stringify(write.with)}`),
    ...(handover === null ? [] : [`handover: ${handover}`]),
    ...(declined === null ? [] : [`declined: ${declined}`]),
  ]
  return parts.length === 0 ? 'nothing done, nothing declined' : parts.join(', ')
}
