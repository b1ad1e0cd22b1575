import { memo } from '../../../base/memo.ts'
import type { StepId } from '../../../base/values/ids.ts'
import { Special, UNKNOWN } from '../../../base/values/value.ts'
import type { FieldSpec } from '../../../graph/model/graph.ts'
import { acceptableFor, isWrite } from '../../trial-view/outcome.ts'
import { isProofOwed, weighedProofs } from '../../trial-view/proofs.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { procedureOf, stepsMeant, type Write, writesOf } from '../../trial-view/writes.ts'
import { defineRule, failed, notJudged, passed } from '../rule.ts'

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
  explains: ['skipped_check'],
  appliesTo: (seen) =>
    needingProof(seen).length > 0 || 'no write was called that needs anything from the customer',
  check: (seen) => {
    const writes = needingProof(seen)
    const lacking = writes.flatMap((write) => waivers(seen, write).map((waiver) => ({ write, ...waiver })))
    const waived = lacking.filter(({ write, isChoice }) => !isChoice || !isWanted(seen, write))
    if (waived.length === 0 && lacking.length > 0) return [notJudged('not-sure')]
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

const needingProof = memo((seen: Seen): readonly Write[] =>
  writesOf(seen).filter((write) =>
    weighedProofs(seen.pack.graph, 'all').some((field) => owedFor(seen, write, field) !== null),
  ),
)

/** The very deed that the case wants: its choice may have been told in words of the customer's own, unasked. */
const isWanted = (seen: Seen, { request, call }: Write): boolean =>
  request !== null &&
  (acceptableFor(seen.case, request) ?? []).some(({ writes }) =>
    writes.some((wanted) => isWrite(call, wanted)),
  )

type WaivedStep = {
  readonly field: string
  readonly value: string
  readonly learns: readonly StepId[]
  /** nobody has said which of several it is, and no record is held against it: "it costs me a lot of time" may say so */
  readonly isChoice: boolean
}

function waivers(seen: Seen, write: Write): readonly WaivedStep[] {
  const { readThen } = write
  if (readThen === null || write.class === 'due' || write.class === 'permitted') return []
  return weighedProofs(seen.pack.graph, 'all').flatMap((field) => {
    const value = readThen(`fields.${field.name}`)
    if (!(value instanceof Special) && value !== false) return []
    const learns = owedFor(seen, write, field)
    if (learns === null) return []
    const isChoice = value === UNKNOWN && field.type === 'enum'
    return [
      { field: field.name, value: value instanceof Special ? value.word : String(value), learns, isChoice },
    ]
  })
}

function owedFor(seen: Seen, write: Write, field: FieldSpec): readonly StepId[] | null {
  const { readThen: read } = write
  if (read === null) return null
  const targets = stepsMeant(seen, write).map(({ id }) => id)
  const procedure = procedureOf(seen, write.request)
  return isProofOwed(seen.pack.graph, { procedure, targets, read, field })
}

const asksFor = (seen: Seen, field: string, before: number): readonly number[] =>
  seen.messages
    .filter(
      ({ n, acts }) => n < before && acts.some(({ act }) => act.act === 'request' && act.field === field),
    )
    .map(({ n }) => n)
