import { assert } from '../../base/assert.ts'
import { type Problem, problem } from '../../base/files/problem.ts'
import type { StepId } from '../../base/values/ids.ts'
import { clauseId } from '../../sop/clause-id.ts'
import type { DraftScope, DraftStep } from '../file/draft.ts'
import type { Edge, Step } from '../model/graph.ts'
import { type FlatStep, flatten } from './flatten.ts'
import { LOOPS_AROUND_MAX } from './loops.ts'
import { type Copies, unroll } from './unroll.ts'

/**
 * Turns scopes whose names resolve into steps: sub-procedures inlined, loops unrolled to their bound, so that the steps
 * form a DAG. In: drafts. Out: steps with full ids, in file order.
 */
export const EXPANSION_LIMITS = { stepsMax: 20_000, nestingMax: 40 } as const

export type Expansion = {
  readonly steps: ReadonlyMap<StepId, Step>
  /** the first step of each procedure and interrupt, by its id */
  readonly starts: ReadonlyMap<string, StepId>
  readonly problems: readonly Problem[]
}

export function expand(scopes: readonly DraftScope[]): Expansion {
  const subs = new Map(
    scopes.filter((scope) => scope.kind === 'sub-procedure').map((scope) => [scope.id, scope]),
  )
  const roots = scopes.filter((scope) => scope.kind !== 'sub-procedure')
  const tooLarge = sizeProblem(roots, subs)
  if (tooLarge !== null) return { steps: new Map(), starts: new Map(), problems: [tooLarge] }
  const steps = new Map<StepId, Step>()
  const starts = new Map<string, StepId>()
  for (const root of roots) {
    const flat = flatten(root, subs)
    const copies = unroll(flat, EXPANSION_LIMITS.stepsMax - steps.size)
    if (copies === null) {
      const message = `with its loops unrolled "${root.id}" makes more than ${EXPANSION_LIMITS.stepsMax} steps, or nests loops more than ${LOOPS_AROUND_MAX} deep`
      return {
        steps,
        starts,
        problems: [problem(root.at, 'too-many-steps', message, 'Lower a max, or unnest the loops.')],
      }
    }
    starts.set(root.id, copies.start)
    for (const step of materialise(root, copies)) steps.set(step.id, step)
  }
  return { steps, starts, problems: [] }
}

/** Counted before anything is built: sub-procedures that call each other twice grow like powers of two. */
function sizeProblem(roots: readonly DraftScope[], subs: ReadonlyMap<string, DraftScope>): Problem | null {
  const sizes = new Map<string, { steps: number; depth: number }>()
  const sizeOf = (scope: DraftScope, depth: number): { steps: number; depth: number } => {
    const known = sizes.get(scope.id)
    if (known !== undefined) return known
    const size = { steps: 0, depth: 0 }
    for (const step of scope.steps.values()) {
      const sub = step.kind === 'run' ? subs.get(step.sub) : undefined
      if (sub === undefined) size.steps += 1
      else if (depth >= EXPANSION_LIMITS.nestingMax) size.depth = depth + 1
      else {
        const inner = sizeOf(sub, depth + 1)
        size.steps += inner.steps
        size.depth = Math.max(size.depth, inner.depth + 1)
      }
    }
    sizes.set(scope.id, size)
    return size
  }
  let total = 0
  for (const root of roots) {
    const size = sizeOf(root, 0)
    total += size.steps
    if (size.depth > EXPANSION_LIMITS.nestingMax) {
      return problem(
        root.at,
        'too-deep',
        `sub-procedures nest deeper than ${EXPANSION_LIMITS.nestingMax} levels`,
        'Flatten them.',
      )
    }
    if (total > EXPANSION_LIMITS.stepsMax) {
      const message = `the graph has more than ${EXPANSION_LIMITS.stepsMax} steps with its sub-procedures written out`
      return problem(root.at, 'too-many-steps', message, 'Split the desk into several packs.')
    }
  }
  return null
}

function materialise(root: DraftScope, copies: Copies): readonly Step[] {
  const steps = copies.all.map((copy): Step => {
    const { flat } = copy
    const base = {
      id: copy.id,
      procedure: root.id,
      source: flat.source,
      cites: (flat.draft?.cites ?? []).map(clauseId),
      needs: flat.needs.flatMap((needed) => copies.visibleFrom(copy, needed)),
      round: copy.round,
      at: flat.at,
    }
    const { draft } = flat
    if (draft === null) return { ...base, kind: 'resume' }
    return { ...base, ...bodyOf(draft, copy, copies) }
  })
  return steps
}

type Body = Step extends infer Each ? (Each extends Step ? Omit<Each, keyof Common> : never) : never
type Common = Pick<Step, 'id' | 'procedure' | 'source' | 'cites' | 'needs' | 'round' | 'at'>

function bodyOf(draft: DraftStep, copy: Copies['all'][number], copies: Copies): Body {
  const next = (): StepId => {
    const way = copy.ways[0]
    assert(way !== undefined, `${copy.id} leads nowhere`)
    return way.to
  }
  switch (draft.kind) {
    case 'learn':
      return { kind: 'learn', field: draft.field, attemptsMax: draft.attemptsMax, next: next() }
    case 'check':
      return { kind: 'check', record: draft.record, tool: draft.tool, next: next() }
    case 'act':
      return { kind: 'act', tool: draft.tool, constraints: draft.constraints, next: next() }
    case 'tell':
      return {
        kind: 'tell',
        act: draft.act,
        about: draft.about,
        mustSay: draft.mustSay,
        holds: draft.holds,
        next: next(),
      }
    case 'handover':
      return { kind: 'handover', reason: draft.reason }
    case 'end':
      return { kind: 'end' }
    case 'confirm': {
      const [act] = copies.visibleFrom(copy, copy.flat.confirms ?? '')
      assert(act !== undefined, `${copy.id} confirms a step that was not expanded`)
      return {
        kind: 'confirm',
        step: act,
        attemptsMax: draft.attemptsMax,
        next: next(),
        ifRefused: copy.ways[1]?.to ?? null,
      }
    }
    case 'decide':
      return { kind: 'decide', choice: draft.choice, edges: edgesOf(copy.flat, copy) }
    case 'run':
      assert(false, `${copy.id} runs a sub-procedure after inlining`)
  }
}

function edgesOf(flat: FlatStep, copy: Copies['all'][number]): readonly Edge[] {
  const used = new Map<string, number>()
  return flat.edges.map((edge, index): Edge => {
    const way = copy.ways[index]
    assert(way !== undefined, `${copy.id} has an edge without a way`)
    const plain = `${copy.id}>${way.to}`
    const count = (used.get(plain) ?? 0) + 1
    used.set(plain, count)
    const id = count === 1 ? plain : `${plain}#${count}`
    return { id, when: edge.when, otherwise: edge.otherwise, to: way.to, loops: way.loops, at: edge.at }
  })
}
