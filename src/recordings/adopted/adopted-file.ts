import { z } from 'zod'
import type { Problem } from '../../base/files/problem.ts'
import { type PlaceOf, readYaml } from '../../base/files/yaml-file.ts'
import type { Json } from '../../base/values/json.ts'
import { CardFile } from '../../cards/card-file.ts'
import type { AdoptedOutcome } from '../../cases/adopted.ts'
import type { Case } from '../../cases/case.ts'
import { caseId } from '../../cases/case-id.ts'
import { motiveOf } from '../../cases/motive.ts'

/** cases/*.yaml of a desk that is known from recordings: one adopted conversation a file. docs/forks.md explains its members. */
const json: z.ZodType<Json> = z.json() as z.ZodType<Json>
const level = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
const Call = z.strictObject({
  tool: z.string().min(1),
  input: json.default({}),
  ok: z.boolean().default(true),
  output: json.default(null),
})
const Entry = z.union([z.strictObject({ customer: z.string() }), z.strictObject({ agent: z.string() }), Call])

export const AdoptedCaseFile = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'an id may contain only lower-case letters, digits and hyphens'),
  recorded: z.strictObject({ format: z.string(), source: z.string(), at: z.int().min(1) }),
  card: CardFile,
  tactic: z.string().optional(),
  intensity: level.default(0),
  intensities: z.array(level).min(1).optional(),
  acceptable: z.strictObject({
    writes: z.array(z.strictObject({ tool: z.string().min(1), input: json.default({}) })).default([]),
    handover: z.boolean().default(false),
  }),
  history: z.array(Entry).min(1),
  later: z.array(Call).default([]),
})
export type AdoptedCaseFile = z.infer<typeof AdoptedCaseFile>

export type PlacedAdopted = { readonly case: Case; readonly file: AdoptedCaseFile; readonly placeOf: PlaceOf }

export function readAdoptedCase(
  pack: string,
  file: string,
  text: string,
): { readonly cases: readonly PlacedAdopted[]; readonly problems: readonly Problem[] } {
  const { value, problems, placeOf } = readYaml(file, text, AdoptedCaseFile)
  if (value === undefined) return { cases: [], problems }
  return { cases: [{ case: toCase(pack, value, placeOf), file: value, placeOf }], problems }
}

function toCase(pack: string, file: AdoptedCaseFile, placeOf: PlaceOf): Case {
  return {
    id: caseId(pack, file.id),
    pack,
    bucket: bucketOf(file.acceptable),
    trap: null,
    motive: motiveOf(file.card, null),
    opens: null,
    card: file.card,
    records: {},
    sets: {},
    tactic: file.tactic ?? null,
    intensity: file.intensity,
    intensities: file.intensities ?? [file.intensity],
    acceptable: [],
    decidedBy: null,
    twin: null,
    planned: false,
    disturbance: null,
    adopted: {
      format: file.recorded.format,
      source: file.recorded.source,
      history: file.history,
      later: file.later,
      acceptable: file.acceptable,
    },
    at: placeOf(['id']),
  }
}

const bucketOf = ({ writes, handover }: AdoptedOutcome): Case['bucket'] =>
  handover && writes.length === 0 ? 'must-escalate' : 'resolvable'
