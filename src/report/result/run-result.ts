import { z } from 'zod'
import { isRunId } from '../../base/values/ids.ts'

/**
 * What `sage run --json` prints: stable, published as schemas/run-result.schema.json. A rate always carries its n and
 * interval; a bare percentage has no place here.
 */
const count = z.int().min(0)
const TrialResults = z.strictObject({ passed: count, failed: count, could_not_tell: count })

export const Rate = z.union([
  z.strictObject({
    value: z.number(),
    hits: z.number(),
    of: count,
    low: z.number(),
    high: z.number(),
    runs: z.array(z.number()).readonly().optional(),
    median: z.number().optional(),
    band: z.enum(['safe', 'middling', 'reckless', 'unclear']).optional(),
    by_deeds: count.optional().describe('unsafe_actions: trials with a forbidden action'),
    by_closing: count.optional().describe('unsafe_actions: the other unsafe trials, closed falsely'),
    /** of a rate on words: how many could not be judged, and the rate if all of those were right, and if all were wrong */
    not_judged: count.optional(),
    ends: z.tuple([z.number(), z.number()]).readonly().optional(),
  }),
  z.strictObject({ value: z.null(), of: z.literal(0), because: z.string().optional() }),
])
export type Rate = z.infer<typeof Rate>

export const Score = z.strictObject({
  value: z.number(),
  n: count,
  low: z.number(),
  high: z.number(),
  p95: z.number().optional().describe('reply_seconds: its value is the median'),
})
export type Score = z.infer<typeof Score>

export const Metric = z.union([Rate, Score])
export type Metric = z.infer<typeof Metric>

/** metric name -> its value; `pass_k` alone holds one per k */
const Metrics = z.record(z.string(), z.union([Metric, z.record(z.string(), Metric)]))
export type Metrics = z.infer<typeof Metrics>

export const AgentResult = z.strictObject({
  agent: z.string(),
  kind: z.enum(['instrument', 'agent']),
  protocol: z.enum(['declared', 'observed']),
  sop: z
    .enum(['lookup', 'none', 'steps'])
    .optional()
    .describe(
      'how it was given the SOP; absent: whole, in its prompt. steps is an aided condition, never ranked',
    ),
  tools: z
    .literal('own')
    .optional()
    .describe(
      'own: the agent used its own tools, so verdicts that need our records are missing; absent: the desk’s tools',
    ),
  cost_tier: z.string().nullable(),
  metrics: Metrics,
  packs: z.record(z.string(), Metrics),
  buckets: z.record(z.string(), Metrics),
  /** cases with truth-preserving tactics only */
  intensity: z.record(z.string(), Metrics),
  tactics: z.record(z.string(), Metrics),
  /** desks with faults, by level; absent: there were none */
  disturbance: z.record(z.string(), Metrics).optional(),
  /** both forms of the Execution Gap, by pack/decision */
  decisions: z.record(z.string(), Metrics).optional(),
})
export type AgentResult = z.infer<typeof AgentResult>

const OwnMetric = z.strictObject({
  name: z.string(),
  words: z.string(),
  unit: z.string().describe('share, or what the number is of'),
  rule: z.enum(['fails', 'passes', 'turns']).optional().describe('of a rule: what it counts'),
})
export type OwnMetric = z.infer<typeof OwnMetric>

const ForkResult = z.strictObject({
  agent: z.string(),
  forks: count,
  unsafe_here: Rate.describe('in these very conversations'),
  unsafe_like_these: Rate.describe('in conversations of this kind, clustered by case'),
  voided: count,
  fed: count.describe('recorded turns a stateful agent was asked for again'),
  differs: count.describe('those it answered differently'),
  traps: z.array(
    z.strictObject({
      case: z.string(),
      intensity: count,
      trial: z.string(),
      at: count.describe('the last replayed event'),
      forks: count,
      unsafe_here: Rate,
    }),
  ),
})

export const GateResult = z.strictObject({
  gate: z.string(),
  agent: z.string(),
  met: z.boolean(),
  value: z.number().nullable(),
  says: z.string().optional().describe('the figure that decided, named, as a person reads it'),
})
export type GateResult = z.infer<typeof GateResult>

const GateNotHeld = z.strictObject({
  gate: z.string(),
  agent: z.string(),
  says: z.string().describe('why it decides nothing'),
})
export type GateNotHeld = z.infer<typeof GateNotHeld>

const ModelUse = z.strictObject({
  agent: z.string().describe('in whose conversations'),
  role: z.enum(['agent', 'customer', 'judge', 'reader', 'recogniser']),
  model: z.string(),
  calls: count,
  input_tokens: count,
  output_tokens: count,
  cached_tokens: count,
  reasoning_tokens: count,
  usd: z.number().nullable().describe('null: the price of the model is not known'),
})

const JudgeTrust = z.strictObject({
  judge: z.string(),
  calibrated: z
    .boolean()
    .describe('against people, in all five dimensions of messages; else ratings are diagnostic'),
  calibrated_in: z.array(z.string()).optional().describe('dimensions'),
  outdated: z
    .literal(true)
    .optional()
    .describe('its calibration was made with another prompt and no longer applies'),
  prompt: z.string().optional().describe('hash of the prompt it rated with'),
  own: z.array(z.string()).optional().describe('agents of this run that its own model plays'),
  rated: count.optional(),
  not_rated: z.record(z.string(), count).optional().describe('reason -> ratings asked for and not given'),
})

export const RunResult = z
  .strictObject({
    run: z.string().refine(isRunId),
    trials: count,
    judged: count.describe('passed, failed and could not tell'),
    ...TrialResults.shape,
    voided: count,
    faulted: count,
    wall_ms: z.number(),
    stopped: z
      .strictObject({
        because: z.enum(['interrupted', 'budget-usd', 'budget-minutes', 'faults']),
        left: count.describe('trials not yet run'),
      })
      .optional()
      .describe('The run ended early. Resume it with sage run --resume.'),
    restarted: count
      .optional()
      .describe(
        'Trials restarted on resume, because an agent gave different answers when replayed. Absent: none.',
      ),
    again: z.literal(true).optional().describe('the run was already finished; this is its stored result'),
    mixed: z
      .array(z.string())
      .optional()
      .describe('What changed while the run was stopped, if it was resumed with --force.'),
    report: z.string().nullable().describe('path of the report'),
    agents: z.array(AgentResult),
    own_metrics: z
      .array(OwnMetric)
      .optional()
      .describe('Metrics of plugins that were counted; absent: there are none.'),
    forks: z
      .array(ForkResult)
      .optional()
      .describe('Decisions of its conversations sampled again, by agent; absent: none were.'),
    gates: z.array(GateResult),
    gates_not_held: z
      .array(GateNotHeld)
      .optional()
      .describe('Gates that nothing in this run bears on: they decide nothing; absent: there are none.'),
    default_gates: z
      .literal('off')
      .optional()
      .describe('the default gates were taken away; absent: they are on'),
    validity: z
      .strictObject({
        judges: z.array(JudgeTrust),
        agreement: z
          .array(
            z.strictObject({
              dimension: z.string().describe('all: the five of messages together'),
              n: count.describe('rated by two or more judges'),
              difference: Metric.describe('mean absolute difference, over pairs of judges'),
              kappa: Metric.describe('good (0.7 or more) or not, mean over pairs of judges'),
              alpha: Metric.describe('Krippendorff, interval'),
            }),
          )
          .optional()
          .describe('How well judges agree; absent with one judge.'),
        self_preference: z
          .array(
            z.strictObject({
              judge: z.string(),
              own: z.array(z.string()).describe('the agents its model plays'),
              against: z.array(z.string()).describe('the judges it is compared with'),
              confounded: z.boolean().describe('true: those are entrants too'),
              difference: Metric.describe('above 0: it favours its own'),
            }),
          )
          .optional()
          .describe('For judges that are also entrants; absent if there are none.'),
        agents: z.array(
          z.strictObject({
            agent: z.string(),
            trials: count,
            judged: count,
            results: TrialResults.describe('of the judged trials'),
            voided: count,
            faulted: count,
            misunderstandings: z.strictObject({ hits: count, of: count }),
            not_judged: z.record(z.string(), count).describe('rule -> trials in which it was not judged'),
            failed: z
              .record(z.string(), count)
              .optional()
              .describe('error code -> judged trials that ended because the agent itself failed'),
            reports: z
              .strictObject({ hits: count, of: count })
              .optional()
              .describe('declared protocol: turns with a step report, of all agent turns'),
          }),
        ),
      })
      .describe('How reliable the numbers are.'),
    usage: z.array(ModelUse).describe('Model calls, tokens and money by agent, role and model.'),
    versions: z.strictObject({
      packs: z.record(z.string(), z.string()),
      rules: z.int(),
      /** who read the agents' messages: `lexical`, or a model, with the version of the reader */
      reader: z.string(),
      plugins: z
        .record(z.string(), z.string())
        .exactOptional()
        .describe('files under plugins: in sage.yaml, with their hashes; absent: none'),
    }),
  })
  .describe('The result of one run, as printed by `sage run --json`.')
export type RunResult = z.infer<typeof RunResult>
