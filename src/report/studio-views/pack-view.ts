import type { JsonObject } from '../../base/values/json.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { type DrawnPart, drawingOf } from '../graph-drawing/draw-model.ts'
import type { coverToJson, NeverExercised } from '../render/cover-text.ts'

/** A pack as its page shows it: the SOP's text and the graph, each able to point at the other; cases; tools. */
export type PackView = {
  readonly pack: string
  readonly title: string
  readonly language: string
  readonly hash: string
  readonly today: string
  readonly currency: string
  readonly sop: {
    readonly text: string
    readonly clauses: readonly {
      readonly id: string
      readonly section: string
      readonly start: number
      readonly end: number
      /** steps and forbids that cite it */
      readonly steps: readonly string[]
      /** why nothing cites it */
      readonly waived: string | null
    }[]
  }
  readonly parts: readonly DrawnPart[]
  readonly forbids: readonly {
    readonly id: string
    readonly kind: string
    readonly when: string
    readonly cites: readonly string[]
  }[]
  readonly tools: readonly {
    readonly name: string
    readonly role: string
    readonly description: string
    readonly moves_money: boolean
    readonly parameters: JsonObject
  }[]
  readonly cases: readonly CaseRow[]
}

/** What of a pack its cases exercise, and what never. */
export type CoverageView = {
  readonly counts: ReturnType<typeof coverToJson>
  readonly never: readonly NeverExercised[]
  /** step as drawn -> cases that walk it */
  readonly walked: Readonly<Record<string, number>>
}

export type CaseRow = {
  readonly case: string
  readonly bucket: string
  readonly tactic: string | null
  readonly intensities: readonly number[]
  readonly trap: string | null
  readonly customer: string
  readonly motive: string
  readonly wants: readonly string[]
  readonly decided_by: string | null
}

export function packView(pack: Pack): PackView {
  const { graph, world } = pack
  const { parts } = drawingOf(graph)
  const steps = stepsByClause(parts)
  const waived = new Map(graph.waived.map(({ clause, because }) => [clause, because]))
  return {
    pack: pack.id,
    title: pack.title,
    language: pack.language,
    hash: pack.hash,
    today: world.today,
    currency: world.currency,
    sop: {
      text: graph.sop.text,
      clauses: [...graph.sop.clauses.values()].map(({ id, section, start, end }) => ({
        id,
        section,
        start,
        end,
        steps: steps.get(id) ?? [],
        waived: waived.get(id) ?? null,
      })),
    },
    parts,
    forbids: graph.forbids.map(({ id, kind, when, cites }) => ({ id, kind, when: when.text, cites })),
    tools: [...world.tools.values()].map(({ name, role, description, movesMoney, parameters }) => ({
      name,
      role,
      description,
      moves_money: movesMoney,
      parameters,
    })),
    cases: pack.cases.map(caseRow),
  }
}

/** How often the cases of a pack walk each step, by the names a drawing has. */
export const walkedSteps = (graph: Graph, counts: ReadonlyMap<string, number>): CoverageView['walked'] =>
  Object.fromEntries(
    drawingOf(graph, { counts }).parts.flatMap(({ nodes }) =>
      nodes.map(({ id, count }) => [id, count ?? 0] as const),
    ),
  )

const caseRow = (each: Case): CaseRow => ({
  case: each.id,
  bucket: each.bucket,
  tactic: each.tactic,
  intensities: each.intensities,
  trap: each.trap,
  customer: each.card.name,
  motive: each.motive,
  wants: each.card.requests.map(({ wants }) => wants),
  decided_by: each.decidedBy,
})

function stepsByClause(parts: readonly DrawnPart[]): ReadonlyMap<string, readonly string[]> {
  const steps = new Map<string, string[]>()
  for (const { nodes } of parts)
    for (const { id, cites } of nodes)
      for (const clause of cites) {
        const known = steps.get(clause)
        if (known === undefined) steps.set(clause, [id])
        else known.push(id)
      }
  return steps
}
