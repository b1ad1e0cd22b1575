import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { COMPLYING, changed } from './pictures.ts'

const Plant = z.strictObject({
  rule: z.string(),
  in: z.enum(Object.keys(COMPLYING) as (keyof typeof COMPLYING)[]),
  from: z.string(),
  to: z.string(),
  also: z.array(z.string()).default([]),
})

/** Faults planted into complying conversations, with the picture that each makes. */
export const PLANTS = z
  .array(Plant)
  .parse(parse(readFileSync('test/golden/planted.yaml', 'utf8')))
  .map((plant) => ({ ...plant, picture: changed(COMPLYING[plant.in], plant.from, plant.to) }))
