import { z } from 'zod'

/** The shape of outline.yaml (docs/spec/outline.md): who has agreed that the graph does what a sentence asks. */

export const LINE_KINDS = [
  'rule',
  'exception',
  'scope',
  'permission',
  'order',
  'definition',
  'reference',
  'wording',
  'row',
  'fact',
  'tone',
  'gap',
  'unread',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

const clause = z
  .string()
  .regex(/^[^#]+#[1-9]\d*$/, 'a clause is named section#sentence, like 4#2')
  .describe('section#sentence')
const print = z.string().regex(/^[0-9a-f]{12}$/, 'a fingerprint has 12 hexadecimal digits')
const who = z.string().min(1).max(120)
const why = z.string().min(1).max(2_000)

const acceptance = {
  gloss: print.optional().describe('fingerprint of what the graph makes of it, as it was accepted'),
  proposed: z.enum(['model', 'person']).optional().describe('who wrote the items'),
  accepted: who.optional().describe('who agreed; without it the line is open'),
}

export const OutlineLine = z.strictObject({
  clause,
  text: print.describe('fingerprint of the sentence'),
  kind: z.enum(LINE_KINDS),
  of: clause.optional().describe('exception: the line it is an exception to'),
  first: z.array(clause).min(1).optional().describe('order: what comes first'),
  then: z.array(clause).min(1).optional().describe('order: what comes after it'),
  to: z.string().min(1).optional().describe('reference: the section or clause it refers to'),
  contested: why
    .optional()
    .describe('why the sentence can be read two ways; a failure there is blamed on the SOP'),
  ...acceptance,
})
export type OutlineLine = z.infer<typeof OutlineLine>

export const OutlineGap = z.strictObject({
  item: z.string().min(1).describe('the item of the graph that says `assumed`'),
  ...acceptance,
})
export type OutlineGap = z.infer<typeof OutlineGap>

export const OutlineFile = z.strictObject({
  format: z.literal(1),
  lines: z.array(OutlineLine),
  gaps: z.array(OutlineGap).optional(),
})
export type OutlineFile = z.infer<typeof OutlineFile>

export const EMPTY_OUTLINE: OutlineFile = { format: 1, lines: [] }
