import { z } from 'zod'
import { EXIT, SageError } from '../base/error.ts'
import { isClauseId, isStepId } from '../base/values/ids.ts'
import { readJson } from '../base/values/json.ts'
import type { TrialScore } from '../verdicts/model/score.ts'

/** A score as it lies in a store. Read, never cast: an older version may have written another shape. */
const texts = z.array(z.string())
const step = z.string().refine(isStepId)
const steps = z.array(step)
const clauses = z.array(z.string().refine(isClauseId))
const n = z.int()
const common = { rule: z.string(), request: z.string().exactOptional(), clauses }

const StoredVerdict = z.discriminatedUnion('outcome', [
  z.object({
    ...common,
    outcome: z.enum(['pass', 'fail']),
    evidence: z.tuple([n], n),
    basis: z.enum(['calls', 'text', 'reported', 'read', 'inferred']),
    because: z.string(),
    blame: z.enum(['agent', 'sop']),
    follows: z.string().exactOptional(),
  }),
  z.object({ ...common, outcome: z.literal('not-applicable'), because: z.string() }),
  z.object({
    ...common,
    outcome: z.literal('not-judged'),
    because: z.enum([
      'no-report',
      'not-sure',
      'void',
      'no-world',
      'judge-silent',
      'judge-off-format',
      'machinery',
      'broken-transcript',
    ]),
  }),
])

const StoredAction = z.object({
  n,
  action: z.string(),
  class: z.enum(['due', 'permitted', 'premature', 'off-path', 'forbidden', 'unknown']),
  step: step.nullable(),
  because: z.string().nullable(),
})
const StoredTurn = z.object({
  from: n,
  to: n,
  due: steps,
  actions: z.array(StoredAction),
  action_right: z.boolean(),
  reported: z.boolean(),
  intent_right: z.boolean().nullable(),
  fields: z.object({ right: n, of: n }).nullable(),
  understood: z.boolean().nullable().exactOptional(),
  decision: step.nullable(),
  sure: z.boolean().exactOptional(),
})
const StoredMove = z.object({
  move: z.enum(['match', 'skipped', 'extra', 'premature', 'off-path', 'forbidden', 'not-judged']),
  step: step.nullable(),
  n: n.nullable(),
})
const StoredPath = z.object({
  true_path: steps,
  taken: z.array(z.union([step, z.templateLiteral(['event ', n])])),
  alignment: z.array(StoredMove),
  fitness: z.number(),
  exact: z.boolean(),
})
export const StoredDivergence = z.object({
  n,
  request: z.string().nullable(),
  did: z.string(),
  due: steps,
  clauses,
  sentence: z.string(),
  because: z.string().nullable(),
})
const StoredForbidden = z.object({ n, forbid: z.string(), kind: z.string() })
const StoredPolicy = z.object({ kept: n, of: n })
const StoredRow = z.object({ table: z.string(), key: z.string(), n })

const scored = { rules: n, problems: texts, turns: z.array(StoredTurn), verdicts: z.array(StoredVerdict) }
const judged = { ...scored, state: z.literal('judged'), handed_over: z.boolean() }

const StoredScore: z.ZodType<TrialScore> = z.discriminatedUnion('state', [
  z.object({ ...scored, state: z.literal('faulted'), because: z.string() }),
  z.object({ ...scored, state: z.literal('voided'), code: z.string() }),
  z.discriminatedUnion('world', [
    z.object({ ...judged, world: z.literal('own'), outcome: z.enum(['right', 'wrong', 'not-judged']) }),
    z.object({
      ...judged,
      world: z.literal('ours'),
      outcome: z.enum(['right', 'wrong', 'not-judged']),
      path: StoredPath.nullable(),
      divergence: StoredDivergence.nullable(),
      disturbed: z
        .object({ noticed: z.boolean(), out_of_date: z.boolean(), acted_on_wrong_data: z.boolean() })
        .nullable()
        .exactOptional(),
      understood: z
        .union([z.boolean(), z.literal('open')])
        .nullable()
        .exactOptional(),
      journey: z.enum(['covered', 'left']).nullable().exactOptional(),
      forbidden: z.array(StoredForbidden),
      policy: StoredPolicy,
      money_at_risk: z.number(),
      end_state: z.array(StoredRow),
      steps,
      edges: texts,
    }),
  ]),
])

/** `trial` is for the error's words. */
export function readScore(text: string, trial: string): TrialScore {
  const parsed = StoredScore.safeParse(readJson(text))
  if (parsed.success) return parsed.data
  throw new SageError('score-unreadable', `The stored score of ${trial} cannot be read.`, {
    hint: 'Another version of SAGE wrote it, or the store is damaged (sage doctor). Score the transcript again with sage score.',
    exit: EXIT.machinery,
    cause: parsed.error,
  })
}
