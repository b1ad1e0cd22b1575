import { z } from 'zod'
import type { Scalar } from '../base/values/value.ts'

/** What a team asserts of a case beside its outcome, in its own words; docs/packs.md explains every member. */
const scalar = z.union([z.string(), z.number(), z.boolean()])
const calls = z.array(z.union([z.string(), z.record(z.string(), z.record(z.string(), scalar))])).min(1)
export const Asserts = z.strictObject({
  called: calls.optional().describe('tools, or tools with arguments, that were called and did not refuse'),
  never_called: calls.optional().describe('the same that were not even tried'),
  escalated: z.union([z.boolean(), z.string()]).optional().describe('handed over, not handed over, or why'),
  says: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('texts some message of the agent holds, in any case of letters; /in slashes/: a pattern'),
})
export type Asserts = z.infer<typeof Asserts>

type Calling = { readonly tool: string; readonly with: Readonly<Record<string, Scalar>> }

export const callingsOf = (written: Asserts['called']): readonly Calling[] =>
  (written ?? []).flatMap((one) =>
    typeof one === 'string'
      ? [{ tool: one, with: {} }]
      : Object.entries(one).map(([tool, args]) => ({ tool, with: args })),
  )

/** The pattern of a text in slashes; undefined: it is a text to be found as it stands. */
export const patternIn = (text: string): string | undefined => /^\/(.+)\/$/s.exec(text)?.[1]
