import { z } from 'zod'
import { EXIT, SageError } from '../base/error.ts'
import type { TrialScore } from '../verdicts/model/score.ts'

/** A score as it lies in a store. Read, never cast: an older version may have written another shape. */
const texts = z.array(z.string())
const n = z.int()
const common = { rule: z.string(), request: z.string().exactOptional(), clauses: texts }

const StoredVerdict = z.discriminatedUnion('outcome', [
  z.object({
    ...common,
    outcome: z.enum(['pass', 'fail']),
    evidence: z.tuple([n], n),
    basis: z.enum(['calls', 'text', 'reported', 'recognised']),
    because: z.string(),
    blame: z.enum(['agent', 'sop']),
  }),
  z.object({ ...common, outcome: z.literal('not-applicable'), because: z.string() }),
  z.object({
    ...common,
    outcome: z.literal('not-judged'),
    because: z.enum([
      'no-report',
      'not-sure',
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
  step: z.string().nullable(),
  because: z.string().nullable(),
})
const StoredTurn = z.object({
  from: n,
  to: n,
  due: texts,
  actions: z.array(StoredAction),
  action_right: z.boolean(),
  reported: z.boolean(),
  intent_right: z.boolean().nullable(),
  fields: z.object({ right: n, of: n }).nullable(),
  understood: z.boolean().nullable().exactOptional(),
  decision: z.string().nullable(),
  sure: z.boolean().exactOptional(),
})
const StoredMove = z.object({
  move: z.enum(['match', 'skipped', 'extra', 'premature', 'off-path', 'forbidden']),
  step: z.string().nullable(),
  n: n.nullable(),
})
const StoredScore: z.ZodType<TrialScore> = z.object({
  rules: n,
  state: z.enum(['judged', 'voided', 'faulted']),
  problems: texts,
  turns: z.array(StoredTurn),
  path: z
    .object({
      true_path: texts,
      taken: texts,
      alignment: z.array(StoredMove),
      fitness: z.number(),
      exact: z.boolean(),
    })
    .nullable(),
  divergence: z
    .object({
      n,
      request: z.string().nullable(),
      did: z.string(),
      due: texts,
      clauses: texts,
      sentence: z.string(),
      because: z.string().nullable(),
    })
    .nullable(),
  outcome_right: z.boolean(),
  outcome_judged: z.boolean().exactOptional(),
  handed_over: z.boolean(),
  own_tools: z.literal(true).exactOptional(),
  forbidden: z.array(z.object({ n, forbid: z.string(), kind: z.string() })),
  verdicts: z.array(StoredVerdict),
  policy: z.object({ kept: n, of: n }),
  money_at_risk: z.number(),
  end_state: z.array(z.object({ table: z.string(), key: z.string(), n })).exactOptional(),
  steps: texts,
  edges: texts,
})

/** `trial` is for the error's words. */
export function readScore(text: string, trial: string): TrialScore {
  const parsed = StoredScore.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new SageError('score-unreadable', `The stored score of ${trial} cannot be read.`, {
    hint: 'Another version of SAGE wrote it. Score the transcript again with sage score.',
    exit: EXIT.machinery,
    cause: parsed.error,
  })
}
