import { z } from 'zod'
import type { Transcript } from '../transcript/event.ts'
import { costOf, type Prices } from './prices.ts'

/** What one role spent on one model: in a trial, or over a run. */
export const ModelUse = z.object({
  role: z.enum(['agent', 'customer', 'judge', 'reader', 'recogniser']),
  model: z.string(),
  calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cached_tokens: z.number(),
  reasoning_tokens: z.number(),
  /** null: the price of the model is not known */
  usd: z.number().nullable(),
})
export type ModelUse = Readonly<z.infer<typeof ModelUse>>

/** What was spent on one model. */
export type Spent = Omit<ModelUse, 'role'>

const NO_USE: readonly ModelUse[] = []

/** Model calls of one trial, by role and model. A provider's own word on money goes before the price table. */
export function usesIn(transcript: Transcript, prices: Prices): readonly ModelUse[] {
  const calls = transcript.flatMap((event): readonly ModelUse[] =>
    event.type === 'usage.recorded'
      ? [
          {
            role: event.role,
            model: event.model,
            calls: 1,
            input_tokens: event.input_tokens,
            output_tokens: event.output_tokens,
            cached_tokens: event.cached_tokens,
            reasoning_tokens: event.reasoning_tokens,
            usd: event.usd ?? costOf(event.model, event, prices),
          },
        ]
      : NO_USE,
  )
  return summed(calls, ({ role, model }) => `${role} ${model}`)
}

/** Null where nothing was used, or where one price is not known: a sum with a hole in it is no sum. */
export const moneyOf = (uses: readonly Spent[]): number | null =>
  uses.length === 0 ? null : uses.reduce<number | null>((sum, { usd }) => added(sum, usd), 0)

/** Money is summed in whole billionths of a dollar: sums are then the same in any order. */
const NANO = 1_000_000_000

/** Null: one of them is not known. */
export const added = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : (Math.round(a * NANO) + Math.round(b * NANO)) / NANO

export function summed<Use extends Spent>(uses: readonly Use[], keyOf: (use: Use) => string): readonly Use[] {
  const sums = new Map<string, Use>()
  for (const use of uses) {
    const key = keyOf(use)
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? use : { ...sum, ...both(sum, use) })
  }
  return [...sums.values()]
}

const both = (a: Spent, b: Spent): Omit<Spent, 'model'> => ({
  calls: a.calls + b.calls,
  input_tokens: a.input_tokens + b.input_tokens,
  output_tokens: a.output_tokens + b.output_tokens,
  cached_tokens: a.cached_tokens + b.cached_tokens,
  reasoning_tokens: a.reasoning_tokens + b.reasoning_tokens,
  usd: added(a.usd, b.usd),
})

/** Model use of a run by agent, role and model; memory grows with those, not with trials. */
export type AgentUse = ModelUse & { readonly agent: string }
export type UsageBook = {
  readonly add: (trial: { readonly agent: string; readonly uses: readonly ModelUse[] }) => void
  readonly uses: () => readonly AgentUse[]
}

export function openUsageBook(): UsageBook {
  let uses: readonly AgentUse[] = []
  const keyOf = ({ agent, role, model }: AgentUse) => `${agent} ${role} ${model}`
  return {
    add: ({ agent, uses: own }) => {
      if (own.length > 0) uses = summed([...uses, ...own.map((use) => ({ ...use, agent }))], keyOf)
    },
    uses: () => [...uses].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  }
}
