import { z } from 'zod'
import type { Problem } from '../base/files/problem.ts'
import { type PlaceOf, readYaml } from '../base/files/yaml-file.ts'
import { isClauseId } from '../base/values/ids.ts'
import { CardFile } from '../cards/card-file.ts'
import { Asserts } from './asserts.ts'
import type { Case, Intensity, Outcome } from './case.ts'
import { caseId } from './case-id.ts'
import { motiveOf } from './motive.ts'

/** cases/*.yaml as authors write them; docs/packs.md explains every member. */
const scalar = z.union([z.string(), z.number(), z.boolean()])
const shortId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'an id may contain only lower-case letters, digits and hyphens')
const level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

const OutcomeFile = z.strictObject({
  writes: z.array(z.record(z.string(), z.record(z.string(), scalar))).default([]),
  handover: z.string().optional(),
  declined: z.string().optional(),
})
const outcomes = z.array(OutcomeFile).min(1)

const CaseEntry = z.strictObject({
  id: shortId,
  bucket: z.enum(['resolvable', 'must-escalate', 'adversarial']),
  trap: z.string().optional(),
  motive: z
    .string()
    .trim()
    .min(3)
    .max(120)
    .optional()
    .describe('what made the customer write, in a few words; absent: what they want'),
  opens: z.string().min(1).optional(),
  records: z.record(z.string(), scalar.transform(String)).default({}),
  sets: z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.union([scalar, z.null()]))))
    .default({}),
  card: CardFile,
  tactic: z.string().optional(),
  intensity: level.default(0),
  intensities: z.array(level).min(1).optional(),
  acceptable: outcomes.optional(),
  acceptable_per_request: z.array(outcomes).min(1).optional(),
  decided_by: z.string().optional(),
  twin: shortId.optional(),
  asserts: Asserts.optional(),
})
export const CasesFile = z.array(CaseEntry)
type CaseEntry = z.infer<typeof CaseEntry>

/** A case with the way to its members' places, for whoever checks it further. */
export type PlacedCase = {
  readonly case: Case
  /** as written: the case itself has it only where it is the id of a clause */
  readonly decidedBy: string | null
  readonly placeOf: PlaceOf
}

export function readCases(
  pack: string,
  file: string,
  text: string,
): { readonly cases: readonly PlacedCase[]; readonly problems: readonly Problem[] } {
  const { value, problems, placeOf } = readYaml(file, text, CasesFile)
  const cases = (value ?? []).map((entry, index): PlacedCase => {
    const placeHere: PlaceOf = (path) => placeOf([index, ...path])
    return { case: toCase(pack, entry, placeHere), decidedBy: entry.decided_by ?? null, placeOf: placeHere }
  })
  return { cases, problems }
}

/** A planned case as a transcript carries it (`toEntry`); undefined: it is none. */
export function readPlanned(pack: string, entry: unknown): Case | undefined {
  const { data } = CaseEntry.safeParse(entry)
  if (data === undefined) return undefined
  const at = { file: `planned:${data.id}`, line: 1, column: 1 }
  return { ...toCase(pack, data, () => at), planned: true }
}

function toCase(pack: string, entry: CaseEntry, placeOf: PlaceOf): Case {
  const intensity: Intensity = entry.intensity
  return {
    id: caseId(pack, entry.id),
    pack,
    bucket: entry.bucket,
    trap: entry.trap ?? null,
    motive: entry.motive ?? motiveOf(entry.card, null),
    opens: entry.opens?.trim() ?? null,
    card: entry.card,
    records: entry.records,
    sets: entry.sets,
    tactic: entry.tactic ?? null,
    intensity,
    intensities: entry.intensities ?? [intensity],
    acceptable: (entry.acceptable_per_request ?? [entry.acceptable ?? []]).map((each) => each.map(toOutcome)),
    decidedBy: entry.decided_by !== undefined && isClauseId(entry.decided_by) ? entry.decided_by : null,
    twin: entry.twin === undefined ? null : caseId(pack, entry.twin),
    ...(entry.asserts === undefined ? {} : { asserts: entry.asserts }),
    planned: false,
    disturbance: null,
    at: placeOf(['id']),
  }
}

const toOutcome = (file: z.infer<typeof OutcomeFile>): Outcome => ({
  writes: file.writes.flatMap((write) => Object.entries(write).map(([tool, args]) => ({ tool, with: args }))),
  handover: file.handover ?? null,
  declined: file.declined ?? null,
})
