import type { StepId } from '../../base/values/ids.ts'
import type { Graph } from '../model/graph.ts'
import { reachable, waysOn } from '../model/next-of.ts'
import {
  branches,
  type Entry,
  entryOf,
  loopsAreWhole,
  type PathTrail,
  pathOf,
  runOn,
  start,
  type TruePath,
} from './paths.ts'
import { loopTakings } from './paths-loops.ts'
import type { Space } from './paths-space.ts'
import { type Pin, pinned } from './paths-witness.ts'

/** Something a path is to pass: a written step, one of its written ways, and what must be so when it is passed. */
export type Goal = { readonly step: string; readonly way: string | null; readonly pin: Pin | null }
export type Finding = { readonly found: TruePath } | 'none' | 'unknown'

/** Ways looked at in one search before the answer is "unknown". */
const VISITS_MAX = 5_000
/** ... and in all searches of one finder: thousands of hopeless pairs must not add up to minutes. */
const VISITS_IN_ALL_MAX = 400_000

/** A finder of true paths through given goals, for graphs whose paths are too many to list. */
export function pathFinder(space: Space, writtenWay: (way: string) => string) {
  const takings = loopTakings(space.graph)
  const before = ancestors(space.graph)
  const spent = { visits: 0 }
  // Ways taken least so far first: the paths found then differ, and few of them cover much.
  const used = new Map<string, number>()
  return (goals: readonly Goal[]): Finding => {
    let open = false
    for (const procedure of space.graph.procedures) {
      const finding = findFrom({ space, takings, before, writtenWay, goals, spent, used }, entryOf(procedure))
      if (typeof finding === 'object') {
        for (const way of finding.found.ways) used.set(writtenWay(way), (used.get(writtenWay(way)) ?? 0) + 1)
        return finding
      }
      open ||= finding === 'unknown'
    }
    return open ? 'unknown' : 'none'
  }
}

type PathSearch = {
  readonly space: Space
  readonly takings: ReturnType<typeof loopTakings>
  readonly before: (source: string) => ReadonlySet<StepId>
  readonly writtenWay: (way: string) => string
  readonly goals: readonly Goal[]
  readonly spent: { visits: number }
  readonly used: ReadonlyMap<string, number>
}
type Standing = { readonly trail: PathTrail; readonly unmet: readonly Goal[] }

function findFrom(search: PathSearch, entry: Entry): Finding {
  const first = start(search.space, entry)
  const stack: Standing[] = first === undefined ? [] : [{ trail: first, unmet: search.goals }]
  for (let visits = 0; visits < VISITS_MAX && search.spent.visits < VISITS_IN_ALL_MAX; visits += 1) {
    search.spent.visits += 1
    const standing = stack.pop()
    if (standing === undefined) return 'none'
    if (!canMeet(search, standing)) continue
    const trail = runOn(search.space, standing.trail)
    const passed = {
      trail,
      unmet: standing.unmet.filter((goal) => !isPassed(search, goal, { from: standing.trail, to: trail })),
    }
    if (trail.at !== null) stack.push(...onward(search, passed).reverse())
    else if (passed.unmet.length === 0 && loopsAreWhole(trail)) return { found: pathOf(entry, trail) }
  }
  return 'unknown'
}

const canMeet = (search: PathSearch, { trail, unmet }: Standing): boolean =>
  unmet.every((goal) => trail.at !== null && search.before(goal.step).has(trail.at))

/** Was a goal that is a plain step passed between two points of one trail? */
function isPassed(
  search: PathSearch,
  goal: Goal,
  run: { readonly from: PathTrail; readonly to: PathTrail },
): boolean {
  if (goal.way !== null || goal.pin !== null) return false
  for (let link = run.to.steps; link !== run.from.steps && link !== null; link = link.before)
    if (search.space.graph.steps.get(link.item)?.source === goal.step) return true
  return false
}

function onward(search: PathSearch, { trail, unmet }: Standing): Standing[] {
  const source = trail.at === null ? undefined : search.space.graph.steps.get(trail.at)?.source
  const here = unmet.filter((goal) => goal.step === source)
  const rest = unmet.filter((goal) => goal.step !== source)
  // A goal may be met at this copy of its step or at a later one: first with it, then without.
  const choices: Standing[] = here.length === 0 ? [] : [{ trail, unmet }]
  const pins = here.flatMap((goal) => (goal.pin === null ? [] : [goal.pin]))
  const held = pinned(search.space, trail, pins)
  const taken: Standing[] = []
  for (const next of held === undefined ? [] : branches(search.space, held, search)) {
    const way = search.writtenWay(next.ways?.item ?? '')
    if (here.every((goal) => goal.way === null || goal.way === way)) taken.push({ trail: next, unmet: rest })
  }
  for (const later of choices)
    for (const next of branches(search.space, later.trail, search))
      taken.push({ trail: next, unmet: later.unmet })
  const uses = ({ trail: next }: Standing) => search.used.get(search.writtenWay(next.ways?.item ?? '')) ?? 0
  return taken.sort((a, b) => uses(a) - uses(b))
}

/** For a written step: every step from which a copy of it can be reached, itself included. */
function ancestors(graph: Graph): (source: string) => ReadonlySet<StepId> {
  const from = new Map<StepId, StepId[]>()
  const copies = new Map<string, StepId[]>()
  for (const step of graph.steps.values()) {
    copies.set(step.source, [...(copies.get(step.source) ?? []), step.id])
    for (const to of waysOn(graph, step.id)) from.set(to, [...(from.get(to) ?? []), step.id])
  }
  const known = new Map<string, ReadonlySet<StepId>>()
  return (source) => {
    const seen = known.get(source) ?? reachable(copies.get(source) ?? [], (id) => from.get(id) ?? [])
    known.set(source, seen)
    return seen
  }
}
