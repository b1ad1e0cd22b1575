import { z } from 'zod'

/** What the studio has started: a command of SAGE that runs beside it. */
export type JobView = {
  readonly id: string
  readonly state: 'running' | 'stopping' | 'done' | 'failed'
  readonly started_at: string
  /** the command, as a person would type it */
  readonly command: string
  /** the run it plays, as soon as that is known */
  readonly run: string | null
  /** the last thing it said, or what is wrong */
  readonly says: string
}

/** What a run can be made of. */
export type RunChoices = {
  readonly agents: readonly {
    readonly id: string
    readonly kind: 'yours' | 'built-in'
    /** what it is, as sage.yaml says it */
    readonly about: string
  }[]
  readonly packs: readonly string[]
  readonly suites: readonly string[]
  /** names of environment variables with keys of model providers, and whether they are set; never a value */
  readonly keys: readonly { readonly name: string; readonly is_set: boolean }[]
}

/** What a run would take and send, by `sage run --dry-run`. */
export const EstimateView = z.object({
  trials: z.number(),
  cases: z.number(),
  model_calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost_usd: z.number().nullable(),
  parties: z.array(
    z.object({
      party: z.string(),
      to: z.string().nullable(),
      sends: z.array(z.string()),
      usd: z.number().nullable(),
    }),
  ),
})
export type EstimateView = z.infer<typeof EstimateView>
