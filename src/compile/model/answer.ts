import { z } from 'zod'

/**
 * What a model may answer for one sentence. Steps are written as they would stand in graph.yaml, so that the graph's own
 * reader and checker judge them and no second grammar can drift from the first.
 */
export const ModelAnswer = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        procedure: z.string().describe('the procedure it belongs to, as in the graph'),
        name: z.string().describe('a name of its own, or that of a step it replaces'),
        step: z.string().max(4_000).describe('the step as one line of YAML, with its cites'),
      }),
    )
    .max(20),
  forbids: z
    .array(z.string().max(4_000))
    .max(5)
    .describe('forbids, each as one line of YAML, with its cites'),
  waive: z
    .string()
    .max(400)
    .nullable()
    .describe('why the sentence demands nothing; null: it demands something'),
  cannot: z.string().max(400).nullable().describe('why it cannot be said with this desk; null: it can'),
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

/** The answer in a reply's text, or what is wrong with it, in words a model can act on. */
export function readAnswer(text: string): { readonly answer: ModelAnswer } | { readonly wrong: string } {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from === -1 || to < from) return { wrong: 'The answer holds no JSON object.' }
  let data: unknown
  try {
    data = JSON.parse(text.slice(from, to + 1))
  } catch {
    return { wrong: 'The answer is no valid JSON.' }
  }
  const parsed = ModelAnswer.safeParse(data)
  return parsed.success
    ? { answer: parsed.data }
    : { wrong: `The answer does not fit the form: ${z.prettifyError(parsed.error)}` }
}
