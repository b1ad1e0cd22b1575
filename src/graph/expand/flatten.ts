import { assert } from '../../base/assert.ts'
import type { Place } from '../../base/files/problem.ts'
import type { Guard } from '../../base/guards/guard.ts'
import { type DraftScope, type DraftStep, leadsOut, type Target } from '../file/draft.ts'

/** A step with its sub-procedures inlined and its targets resolved; loops are still circles. */
export type FlatStep = {
  /** `procedure/step`, `procedure/call.step` */
  readonly id: string
  readonly source: string
  /** null: the resume of an interrupt */
  readonly draft: DraftStep | null
  /** where it leads, in order: next (and if_refused), or one per edge */
  readonly ways: readonly FlatWay[]
  readonly edges: readonly { readonly when: Guard; readonly otherwise: boolean; readonly at: Place }[]
  readonly needs: readonly string[]
  readonly confirms: string | null
  readonly at: Place
}
export type FlatWay = {
  readonly to: string
  readonly loop: { readonly max: number; readonly afterMax: string } | null
}

export type Flat = { readonly start: string; readonly steps: ReadonlyMap<string, FlatStep> }

/** One stretch of the file with where its exits lead. */
type FlatFrame = {
  readonly scope: DraftScope
  readonly prefix: string
  readonly exit: (target: Target) => string
}

/** Writes the sub-procedures of a root out, in the place of each call. Expects names that resolve, and no self-calls. */
export function flatten(root: DraftScope, subs: ReadonlyMap<string, DraftScope>): Flat {
  const steps = new Map<string, FlatStep>()
  const resume = `${root.id}/resume`
  let resumes = false
  const outside = (target: Target): string => {
    assert(target === 'resume', `${root.id} leads out by ${target}`)
    resumes = true
    return resume
  }
  const write = (frame: FlatFrame): void => {
    for (const draft of frame.scope.steps.values()) {
      if (draft.kind === 'run') write(frameOf(draft, frame, subs))
      else {
        const flat = flatStep(draft, frame, subs)
        steps.set(flat.id, flat)
      }
    }
  }
  const frame: FlatFrame = { scope: root, prefix: `${root.id}/`, exit: outside }
  write(frame)
  if (resumes) {
    steps.set(resume, {
      id: resume,
      source: resume,
      draft: null,
      ways: [],
      edges: [],
      needs: [],
      confirms: null,
      at: root.at,
    })
  }
  return { start: resolve(root.start, frame, subs), steps }
}

function frameOf(
  call: Extract<DraftStep, { kind: 'run' }>,
  frame: FlatFrame,
  subs: ReadonlyMap<string, DraftScope>,
): FlatFrame {
  const scope = subs.get(call.sub)
  assert(scope !== undefined, `no sub-procedure ${call.sub}`)
  const exit = (target: Target): string => {
    const to = target === 'exit' ? call.next : call.exits.get(target.slice('exit.'.length))
    assert(to !== null && to !== undefined, `${call.sub} has no way for ${target}`)
    return resolve(to, frame, subs)
  }
  return { scope, prefix: `${frame.prefix}${call.name}.`, exit }
}

/** The full id of a target: a call stands for the first step of what it runs. */
function resolve(target: Target, frame: FlatFrame, subs: ReadonlyMap<string, DraftScope>): string {
  if (leadsOut(target)) return frame.exit(target)
  const draft = frame.scope.steps.get(target)
  assert(draft !== undefined, `${frame.scope.id} has no step ${target}`)
  if (draft.kind !== 'run') return `${frame.prefix}${target}`
  const inner = frameOf(draft, frame, subs)
  return resolve(inner.scope.start, inner, subs)
}

function flatStep(
  draft: Exclude<DraftStep, { kind: 'run' }>,
  frame: FlatFrame,
  subs: ReadonlyMap<string, DraftScope>,
): FlatStep {
  const to = (target: Target): string => resolve(target, frame, subs)
  const plain = (target: Target): FlatWay => ({ to: to(target), loop: null })
  const step = {
    id: `${frame.prefix}${draft.name}`,
    source: `${frame.scope.id}/${draft.name}`,
    draft,
    edges: [],
    needs: draft.needs.map((name) => `${frame.prefix}${name}`),
    confirms: draft.kind === 'confirm' ? `${frame.prefix}${draft.step}` : null,
    at: draft.at,
  }
  switch (draft.kind) {
    case 'decide': {
      const inner = frame.prefix.slice(frame.prefix.indexOf('/') + 1)
      return {
        ...step,
        edges: draft.edges.map((edge) => ({
          when: qualified(edge.when, inner),
          otherwise: edge.otherwise,
          at: edge.at,
        })),
        ways: draft.edges.map((edge) => ({
          to: to(edge.to),
          loop: edge.loop === null ? null : { max: edge.loop.max, afterMax: to(edge.loop.afterMax) },
        })),
      }
    }
    case 'confirm':
      return {
        ...step,
        ways: draft.ifRefused === null ? [plain(draft.next)] : [plain(draft.next), plain(draft.ifRefused)],
      }
    case 'handover':
    case 'end':
      return { ...step, ways: [] }
    default:
      return { ...step, ways: [plain(draft.next)] }
  }
}

/** `done.look` inside a call `who` is `done.who.look` of the procedure: two calls must not share their deeds. */
function qualified(guard: Guard, prefix: string): Guard {
  if (prefix === '') return guard
  switch (guard.op) {
    case 'constant':
      return guard
    case 'not':
      return { ...guard, of: qualified(guard.of, prefix) }
    case 'and':
    case 'or':
      return { ...guard, of: guard.of.map((part) => qualified(part, prefix)) }
    default:
      if (!guard.name.startsWith('done.')) return guard
      return { ...guard, name: `done.${prefix}${guard.name.slice('done.'.length)}` }
  }
}
