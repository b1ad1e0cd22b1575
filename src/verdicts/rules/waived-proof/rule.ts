import type { StepId } from '../../../base/values/ids.ts'
import { REFUSED, Special, UNAVAILABLE, type Value } from '../../../base/values/value.ts'
import type { DerivedSpec, FieldSpec, Graph, Step } from '../../../graph/model/graph.ts'
import { perTrial } from '../../trial-view/per-trial.ts'
import { canReach } from '../../trial-view/reach.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { procedureOf, stepsMeant, type Write, writesOf } from '../../trial-view/writes.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** Acts as if something the customer had to show or say had been shown or said. */
export const waivedProof = defineRule({
  id: 'waived_proof',
  words: {
    name: 'Waived proof',
    broken: 'went without the proof that was due',
    meaning: 'The agent acted as if something the customer had to show or say had been shown or said.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  appliesTo: (seen) =>
    needingProof(seen).length > 0 || 'no write was called that needs anything from the customer',
  check: (seen) => {
    const writes = needingProof(seen)
    const waived = writes.flatMap((write) => waivers(seen, write).map((waiver) => ({ write, ...waiver })))
    if (waived.length === 0) {
      return [
        passed({
          evidence: writes.map(({ n }) => n),
          basis: 'calls',
          because: 'what the customer had to show was shown',
        }),
      ]
    }
    return [
      failed({
        evidence: waived.flatMap(({ write, field }) => [...asksFor(seen, field, write.n), write.n]),
        basis: 'calls',
        clauses: clausesOf(
          seen.pack.graph,
          waived.flatMap(({ learns }) => learns),
        ),
        because: waived
          .map(({ write, field, value }) => `called ${write.call.tool} while ${field} is ${value}`)
          .join('; '),
        request: waived[0]?.write.request ?? null,
      }),
    ]
  },
})

/** What only the customer can show or say: no record settles it, and it finds none. */
const proofsOf = ({ pack: { graph } }: Seen): readonly FieldSpec[] =>
  [...graph.fields.values()].filter(
    (field) =>
      field.name !== 'intent' &&
      field.settledBy === null &&
      !isKey(graph, field.name) &&
      isWeighed(graph, field),
  )

/** What nobody compares with anything ("what happened?") is a story, not a proof: the customer may have told it unasked. */
const isWeighed = (graph: Graph, { name, type }: FieldSpec): boolean =>
  type !== 'string' || [...graph.derived.values()].some((spec) => sidesOf(spec).includes(`fields.${name}`))

const sidesOf = (spec: DerivedSpec): readonly string[] =>
  spec.kind === 'same' ? [spec.of, spec.as] : spec.kind === 'minus' ? [spec.of, spec.minus] : [spec.of]

const isKey = (graph: Graph, field: string): boolean =>
  [...graph.records.values()].some(({ by }) => by === `fields.${field}`)

const needingProof = perTrial((seen): readonly Write[] =>
  writesOf(seen).filter((write) => proofsOf(seen).some((field) => isOwed(seen, write, field))),
)

type Waiver = { readonly field: string; readonly value: string; readonly learns: readonly StepId[] }

function waivers(seen: Seen, write: Write): readonly Waiver[] {
  const { readThen } = write
  if (readThen === null || write.class === 'due' || write.class === 'permitted') return []
  return proofsOf(seen).flatMap((field) => {
    const value = readThen(`fields.${field.name}`)
    const isLacking = value instanceof Special || value === false
    if (!isLacking || !isOwed(seen, write, field)) return []
    const learns = learnsOf(seen, write, field.name).map(({ id }) => id)
    return [{ field: field.name, value: value instanceof Special ? value.word : String(value), learns }]
  })
}

/**
 * A proof is owed if, on the ways that records and what was said leave open, the deed can be reached with it, and neither
 * without asking for it nor where it is lacking.
 */
function isOwed(seen: Seen, write: Write, { name, type, mayBe }: FieldSpec): boolean {
  const { graph } = seen.pack
  const { readThen: read } = write
  const start = graph.procedures.find(({ id }) => id === procedureOf(seen, write.request))?.start
  const targets = new Set(stepsMeant(seen, write).map(({ id }) => id))
  if (read === null || start === undefined || learnsOf(seen, write, name).length === 0) return false
  const lacks: readonly Value[] = [
    ...(mayBe.includes('refused') ? [REFUSED] : []),
    ...(mayBe.includes('unavailable') ? [UNAVAILABLE] : []),
    ...(type === 'boolean' ? [false] : []),
  ]
  return (
    lacks.length > 0 &&
    canReach(graph, start, targets, { read, open: name }) &&
    !canReach(graph, start, targets, { read, open: name, without: (step) => isLearn(step, name) }) &&
    lacks.every((value) => !canReach(graph, start, targets, { read, fixed: { field: name, value } }))
  )
}

const isLearn = (step: Step, field: string): boolean => step.kind === 'learn' && step.field === field

const learnsOf = (seen: Seen, { request }: Write, field: string): readonly Step[] =>
  [...seen.pack.graph.steps.values()].filter(
    (step) => isLearn(step, field) && step.procedure === procedureOf(seen, request),
  )

const asksFor = (seen: Seen, field: string, before: number): readonly number[] =>
  seen.messages
    .filter(
      ({ n, acts }) => n < before && acts.some(({ act }) => act.act === 'request' && act.field === field),
    )
    .map(({ n }) => n)
