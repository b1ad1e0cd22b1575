import { z } from 'zod'
import { TellAct } from '../../base/values/acts.ts'
import { TIME_UNITS } from '../model/time-unit.ts'

/** The shape of graph.yaml (docs/packs.md). Names that must exist are checked later, in load.ts. */

const name = z
  .string()
  .max(80)
  .regex(
    /^[A-Za-z][A-Za-z0-9_]*$/,
    'a name may contain only letters, digits and _, and must begin with a letter',
  )
const id = z
  .string()
  .max(80)
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]*$/,
    'an id may contain only letters, digits, _ and -, and must begin with a letter',
  )
const text = z.string().min(1).max(2_000)
/** checked with its place by the guard parser: longer ones are refused there */
const guard = z.string().min(1)
const variable = z
  .string()
  .regex(
    /^(fields|records|derived)\.[A-Za-z0-9_.]+$/,
    'a variable is fields.x, records.r.column or derived.d',
  )
const clauses = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .describe('"4#1", "4#1,4#2" or a list of them')
const range = z.tuple([z.number(), z.number()])
const attempts = z.int().min(1).max(20)
const target = z
  .string()
  .min(1)
  .describe('a step; in a sub-procedure also exit or exit.name; in an interrupt also resume')

const field = z.strictObject({
  type: z.enum(['enum', 'string', 'number', 'boolean', 'date']),
  of: z.array(text).min(1).optional().describe('the values of an enum'),
  range: range.optional().describe('smallest and largest number'),
  may_be: z.array(z.enum(['refused', 'unavailable'])).optional(),
  settled_by: variable.optional().describe('the record column that settles the fact'),
  identity: z.boolean().optional().describe('who the customer is: said once, serves every request'),
  shared: z
    .boolean()
    .optional()
    .describe('what a request is about, an order number: serves later requests until they name another'),
})

const record = z.strictObject({
  from: z.string().min(1).describe('a table'),
  by: variable.describe('the variable that holds the key'),
  on: z.string().min(1).optional().describe("the column compared with it; the table's key unless given"),
  required: z.boolean().optional().describe('the row exists whenever its key does'),
})

const unit = z.enum(TIME_UNITS)
const derived = z.union([
  z.strictObject({ since: variable, unit, range }),
  z.strictObject({ until: variable, unit, range }),
  z.strictObject({ of: variable, minus: variable, range }),
  z.strictObject({ same: z.tuple([variable, variable]) }),
])

const loop = z.strictObject({ max: z.int().min(1).max(50), then: target })
const assumed = text.describe('why the graph decides this although no sentence says it')
const source = { cites: clauses.optional(), assumed: assumed.optional() }
const edge = z.union([
  z.strictObject({ when: guard, to: target, loop: loop.optional(), ...source }),
  z.strictObject({ otherwise: target, loop: loop.optional(), ...source }),
])

const wordings = z.union([text, z.array(text).min(1)])
const hold = z.union([
  z.strictObject({ days: wordings.describe('a length of time: "5 working days", "4 hours", "12 months"') }),
  z.strictObject({ sum: z.union([z.number(), variable]).describe('a sum of money') }),
  z.strictObject({ date: text.describe('a day: a variable, "2026-05-01" or "first day of next month"') }),
  z.strictObject({ item: wordings.describe('a name: a variable, or what it is called') }),
  z.strictObject({
    condition: wordings.describe('words that have to be in the message, in any order and form'),
  }),
  z.strictObject({
    warning: wordings.describe('words that have to be in the message, in any order and form'),
  }),
])
export type HoldFile = z.infer<typeof hold>

const common = { ...source, needs: z.array(z.string()).optional() }
const next = { next: target }

/** One schema per step kind, found by the member that names it. */
export const STEP_SCHEMAS = {
  learn: z.strictObject({ learn: z.string(), attempts_max: attempts.optional(), ...common, ...next }),
  check: z.strictObject({ check: z.string(), tool: z.string(), ...common, ...next }),
  decide: z.strictObject({
    decide: z.array(edge).min(1),
    choice: z.enum(['graph', 'agent']).optional(),
    ...common,
  }),
  confirm: z.strictObject({
    confirm: z.string(),
    attempts_max: attempts.optional(),
    if_refused: target.optional(),
    ...common,
    ...next,
  }),
  act: z.strictObject({
    act: z.string(),
    with: z.record(z.string(), z.string()).optional(),
    ...common,
    ...next,
  }),
  tell: z.strictObject({
    tell: TellAct,
    about: id.optional(),
    must_say: z.array(text).min(1).optional().describe('what the SOP puts in quotation marks'),
    holds: z.array(hold).min(1).optional().describe('values the words have to hold, all of them'),
    ...common,
    ...next,
  }),
  handover: z.strictObject({ handover: id, ...common }),
  end: z.strictObject({ end: z.literal(true), ...common }),
  run: z.strictObject({ run: z.string(), next: target.optional(), exits: z.record(name, target).optional() }),
} as const
export type StepFileKind = keyof typeof STEP_SCHEMAS
export type StepFile = { [Kind in StepFileKind]: z.infer<(typeof STEP_SCHEMAS)[Kind]> }[StepFileKind]

const KINDS = Object.keys(STEP_SCHEMAS) as readonly StepFileKind[]
export const kindsIn = (raw: object): readonly StepFileKind[] =>
  KINDS.filter((kind) => Object.hasOwn(raw, kind))

/** Reads a step by its kind: a plain union would answer a slip in one member with nine lists of complaints. */
const stepByKind = z.unknown().transform((raw, context): StepFile => {
  const kinds = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? kindsIn(raw) : []
  const kind = kinds[0]
  if (kind === undefined || kinds.length > 1) {
    const said = kind === undefined ? 'this is not a step' : `this is two steps in one (${kinds.join(', ')})`
    context.issues.push({
      code: 'custom',
      message: `${said}: it has exactly one of ${KINDS.join(', ')}`,
      input: raw,
    })
    return z.NEVER
  }
  const reading = STEP_SCHEMAS[kind].safeParse(raw)
  if (reading.success) return reading.data
  for (const issue of reading.error.issues)
    context.issues.push({ ...issue, input: raw } as z.core.$ZodRawIssue)
  return z.NEVER
})

const stepOfAnyKind: z.ZodType<StepFile> = z.union([
  STEP_SCHEMAS.learn,
  STEP_SCHEMAS.check,
  STEP_SCHEMAS.decide,
  STEP_SCHEMAS.confirm,
  STEP_SCHEMAS.act,
  STEP_SCHEMAS.tell,
  STEP_SCHEMAS.handover,
  STEP_SCHEMAS.end,
  STEP_SCHEMAS.run,
])

function graphFile(step: z.ZodType<StepFile>) {
  const steps = z.record(name, step)
  return z.strictObject({
    format: z.literal(1),
    fields: z.record(name, field),
    records: z.record(name, record).optional(),
    derived: z.record(name, derived).optional(),
    procedures: z.record(id, z.strictObject({ for: guard, start: z.string(), steps })),
    sub_procedures: z.record(id, z.strictObject({ start: z.string(), steps })).optional(),
    forbid: z
      .array(
        z.strictObject({
          id,
          kind: id,
          tool: z.string().optional(),
          tell: TellAct.optional(),
          about: id.optional(),
          says: variable.optional(),
          when: guard.optional(),
          ...source,
        }),
      )
      .optional(),
    interrupts: z
      .array(
        z.strictObject({
          id,
          on: z.enum(['demand_human', 'abuse']),
          nth: z.int().min(1).max(20).optional(),
          when: guard.optional(),
          start: z.string(),
          ...source,
          steps,
        }),
      )
      .optional(),
    waive: z.array(z.strictObject({ clause: z.string().min(1), because: text })).optional(),
  })
}

/** What the reader uses. */
export const GraphFileReader = graphFile(stepByKind)
export type GraphFile = z.output<typeof GraphFileReader>

/** What is published as JSON Schema: the same language, with the step kinds spelled out. */
export const GraphFile = graphFile(stepOfAnyKind)
