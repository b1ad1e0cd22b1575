import { type Place, type Problem, problem } from '../../base/files/problem.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { clauseNamed } from '../../sop/clause-id.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Cited, DraftScope, Sourced, Waived } from '../file/draft.ts'
import type { Forbid, Interrupt } from '../model/graph.ts'

type Citing = {
  readonly sop: SopDocument
  readonly scopes: readonly DraftScope[]
  readonly forbids: readonly Cited<Forbid>[]
  readonly interrupts: readonly Cited<Omit<Interrupt, 'start'>>[]
  readonly waived: readonly Waived[]
}

/** C5, and C7 for clauses: every step cites, every citation exists, every clause is cited or waived. */
export function checkCites(from: Citing): readonly Problem[] {
  const found: Problem[] = []
  const used = new Set<string>()
  const use = (clause: string, at: Place): void => {
    used.add(clause)
    if (clauseNamed(from.sop, clause) === undefined) found.push(unknownClause(clause, at, from.sop))
  }
  for (const scope of from.scopes) {
    for (const step of scope.steps.values()) {
      for (const clause of step.cites) use(clause, step.at)
      if (step.kind === 'end' || step.kind === 'run' || isSourced(step)) continue
      found.push(unsourced(`step "${step.name}" of "${scope.id}"`, step.at))
    }
  }
  for (const it of [...from.forbids, ...from.interrupts]) {
    for (const clause of it.cites) use(clause, it.at)
    if (!isSourced(it)) found.push(unsourced(`"${it.id}"`, it.at))
  }
  for (const waiver of from.waived) use(waiver.clause, waiver.at)
  for (const clause of from.sop.clauses.values()) {
    if (used.has(clause.id)) continue
    const shown = clause.text.length > 70 ? `${clause.text.slice(0, 67)}...` : clause.text
    const hint = `Cite "${clause.id}" in a step, or waive it with a reason.`
    found.push(problem(clause.at, 'clause-uncited', `no step cites clause ${clause.id}: "${shown}"`, hint))
  }
  return found
}

const isSourced = ({ cites, assumed }: Sourced): boolean => cites.length > 0 || assumed !== null

const unsourced = (what: string, at: Place): Problem =>
  problem(
    at,
    'no-citation',
    `${what} does not cite a clause`,
    'Add cites: "section#sentence", or assumed: "why", if no sentence says it.',
  )

function unknownClause(clause: string, at: Place, sop: SopDocument): Problem {
  const hash = clause.lastIndexOf('#')
  const section = sop.sections.find((it) => it.id === clause.slice(0, hash))
  const hint =
    section === undefined
      ? didYouMean(
          clause.slice(0, Math.max(0, hash)),
          sop.sections.map((it) => it.id),
        )
      : `Section ${section.id} has the clauses ${section.id}#1 to ${section.id}#${section.clauses.length}.`
  return problem(at, 'unknown-clause', `the SOP has no clause "${clause}"`, hint)
}
