import { variablesOf } from '../base/guards/guard-explain.ts'
import type { Universe } from '../graph/coverage/coverage-universe.ts'
import { inputsOf } from '../graph/file/declarations.ts'
import type { Graph, Step } from '../graph/model/graph.ts'
import type { Mutant } from './mutants.ts'

/**
 * Why a planted fault can never show, where that can be proven from the graph: an agent with it then does the same as
 * one without it, whoever the customer is. Null: not proven, and then somebody has to look.
 */
export function whyEquivalent(
  mutant: Mutant,
  { graph, universe }: { readonly graph: Graph; readonly universe: Universe },
): string | null {
  const unreachable = new Set(universe.impossible)
  if (mutant.within?.every((step) => unreachable.has(step)) === true)
    return `no customer and no record lead to ${mutant.within.join(' or ')}`
  switch (mutant.fault) {
    case 'guard-inverted':
      return whySwapIsNone(mutant, { graph, universe })
    case 'proof-waived':
      return whyNeverHeard(graph, mutant.at)
    case 'claim-trusted':
      return whyNeverRead(graph, mutant.at)
    default:
      return null
  }
}

/** Two edges that lead to the same place, or that nobody takes, may change places. */
function whySwapIsNone(
  { swaps, part }: Mutant,
  { graph, universe: { written, impossible } }: { readonly graph: Graph; readonly universe: Universe },
): string | null {
  if (swaps === undefined) return null
  const ways = swaps.map(written.wayOf)
  if (ways.every((way) => impossible.includes(way)))
    return `no customer and no record make ${ways.join(' or ')} true`
  const places = swaps.map((id) => indexOf(graph, id))
  const copies = [...graph.steps.values()].filter((step) => step.source === part)
  const sameTarget = copies.every((step) => {
    const [one, other] = places.map((at) => (step.kind === 'decide' ? step.edges[at]?.to : undefined))
    return one !== undefined && one === other
  })
  return sameTarget ? `both ways lead to ${written.ways.get(ways[0] ?? '')?.to ?? 'the same step'}` : null
}

function indexOf(graph: Graph, edge: string): number {
  for (const step of graph.steps.values()) {
    const at = step.kind === 'decide' ? step.edges.findIndex(({ id }) => id === edge) : -1
    if (at >= 0) return at
  }
  return -1
}

/** Hearing a yes for "I have none" changes nothing where it is never asked, or where nothing hangs on the answer. */
function whyNeverHeard(graph: Graph, field: string): string | null {
  const asked = [...graph.steps.values()].some((step) => step.kind === 'learn' && step.field === field)
  if (!asked) return `no step asks for ${field}`
  return reads(graph, `fields.${field}`) ? null : `no decision and no argument reads ${field}`
}

/** Believing a claim over the record changes nothing where no decision and no argument reads the record's word. */
function whyNeverRead(graph: Graph, field: string): string | null {
  const column = graph.fields.get(field)?.settledBy ?? ''
  return reads(graph, column) ? null : `no decision and no argument reads ${column}`
}

function reads(graph: Graph, variable: string): boolean {
  const derived = [...graph.derived.values()].filter((spec) => inputsOf(spec).includes(variable))
  const keys = [...graph.records.values()].some(({ by }) => by === variable)
  const names = new Set([variable, ...derived.map(({ name }) => `derived.${name}`)])
  return keys || [...graph.steps.values()].some((step) => stepReads(step).some((name) => names.has(name)))
}

function stepReads(step: Step): readonly string[] {
  if (step.kind === 'decide') return step.edges.flatMap(({ when }) => variablesOf(when))
  if (step.kind !== 'act') return []
  return step.constraints.flatMap(({ operand }) => ('name' in operand ? [operand.name] : []))
}
