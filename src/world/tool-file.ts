import { z } from 'zod'

/** tools.yaml as an author writes it; docs/packs.md explains every member. */
const name = z.string().regex(/^[a-z][a-z0-9_]*$/)
const expression = z.union([z.string(), z.number(), z.boolean()])

const FindFile = z.strictObject({
  from: z.string(),
  by: z.string(),
  on: z.string().optional(),
  many: z.boolean().optional(),
  columns: z.array(z.string()).min(1).optional(),
  page: z.string().optional(),
  page_size: z.int().min(1).optional(),
})
const NeedFile = z.strictObject({
  from: z.string(),
  by: z.string(),
  on: z.string().optional(),
  where: z.record(z.string(), z.string()).optional(),
  missing: z.string().optional(),
})
const EffectFile = z.strictObject({
  insert: z.string().optional(),
  values: z.record(z.string(), expression).optional(),
  update: z.string().optional(),
  set: z.record(z.string(), expression).optional(),
  delete: z.string().optional(),
  row: z.string().optional(),
  when: z.string().optional(),
})
export type EffectFile = z.infer<typeof EffectFile>

const share = z.number().min(0).max(1)
const ToolFile = z.strictObject({
  description: z.string().min(1),
  role: z.enum(['read', 'write', 'handover', 'close']),
  moves_money: z.boolean().default(false),
  /** the customer is sent a note of it when it succeeds; absent: of every write */
  confirms: z.boolean().optional(),
  amount: expression.optional(),
  parameters: z.record(name, z.record(z.string(), z.json())).default({}),
  optional: z.array(z.string()).default([]),
  finds: z.record(name, FindFile).default({}),
  not_found: z.string().optional(),
  needs: z.record(name, NeedFile).default({}),
  refuses: z.array(z.strictObject({ when: z.string(), error: name, message: z.string() })).default([]),
  effects: z.array(EffectFile).default([]),
  returns: z.record(name, expression).default({}),
  searches: z.literal('sop').optional(),
  special: z.string().optional(),
  noise: z
    .strictObject({
      unavailable: share.default(0),
      slow_ms: z.number().min(0).default(0),
    })
    .optional(),
})
export type ToolFile = z.infer<typeof ToolFile>

export const ToolsFile = z.record(name, ToolFile)
export type ToolsFile = z.infer<typeof ToolsFile>
