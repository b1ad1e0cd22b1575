import type { Place } from '../../base/files/problem.ts'
import type { Guard } from '../../base/guards/guard.ts'
import type { TellAct } from '../../base/values/acts.ts'
import type { Constraint, Waiver } from '../model/graph.ts'
import type { Hold } from '../model/hold.ts'

/**
 * A procedure, sub-procedure or interrupt as written: guards parsed, names still local. Loading reads the file into
 * drafts, the name checks look at drafts, and expansion turns drafts into steps.
 */
export type DraftScope = {
  readonly kind: 'procedure' | 'sub-procedure' | 'interrupt'
  readonly id: string
  readonly start: string
  readonly steps: ReadonlyMap<string, DraftStep>
  readonly at: Place
}

/** Where a part comes from: sentences of the SOP as written, or why there is none. */
export type Sourced = { readonly cites: readonly string[]; readonly assumed: string | null }

/** A part of the graph whose citations stand as written: whether the SOP has them is checked later. */
export type Cited<Part> = Omit<Part, 'cites'> & Sourced
export type Waived = Omit<Waiver, 'clause'> & { readonly clause: string }

/** A step of this scope, or `exit`, `exit.name`, `resume` */
export type Target = string

export type DraftStep = Sourced & {
  readonly name: string
  readonly needs: readonly string[]
  readonly at: Place
} & (
    | {
        readonly kind: 'learn'
        readonly field: string
        readonly attemptsMax: number | null
        readonly next: Target
      }
    | { readonly kind: 'check'; readonly record: string; readonly tool: string; readonly next: Target }
    | { readonly kind: 'decide'; readonly choice: 'graph' | 'agent'; readonly edges: readonly DraftEdge[] }
    | {
        readonly kind: 'confirm'
        readonly step: string
        readonly attemptsMax: number | null
        readonly next: Target
        readonly ifRefused: Target | null
      }
    | {
        readonly kind: 'act'
        readonly tool: string
        readonly constraints: readonly Constraint[]
        readonly next: Target
      }
    | {
        readonly kind: 'tell'
        readonly act: TellAct
        readonly about: string | null
        readonly mustSay: readonly string[]
        readonly holds: readonly Hold[]
        readonly next: Target
      }
    | { readonly kind: 'handover'; readonly reason: string }
    | { readonly kind: 'end' }
    | {
        readonly kind: 'run'
        readonly sub: string
        readonly next: Target | null
        readonly exits: ReadonlyMap<string, Target>
      }
  )

export type DraftEdge = {
  /** the negation of the other edges, where the file says `otherwise` */
  readonly when: Guard
  readonly otherwise: boolean
  readonly to: Target
  readonly loop: { readonly max: number; readonly afterMax: Target } | null
  readonly at: Place
}

/** Everywhere a step may lead, in file order. */
export function targetsOf(step: DraftStep): readonly Target[] {
  switch (step.kind) {
    case 'decide':
      return step.edges.flatMap((edge) => (edge.loop === null ? [edge.to] : [edge.to, edge.loop.afterMax]))
    case 'confirm':
      return step.ifRefused === null ? [step.next] : [step.next, step.ifRefused]
    case 'run':
      return step.next === null ? [...step.exits.values()] : [step.next, ...step.exits.values()]
    case 'handover':
    case 'end':
      return []
    default:
      return [step.next]
  }
}

/** `exit`, `exit.name` and `resume` lead out of the scope. */
export const leadsOut = (target: Target): boolean =>
  target === 'exit' || target === 'resume' || target.startsWith('exit.')
