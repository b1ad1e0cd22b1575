import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { COMPLYING, changed } from './pictures.ts'

const Plant = z.strictObject({
  rule: z.string(),
  in: z.enum(Object.keys(COMPLYING) as (keyof typeof COMPLYING)[]),
  from: z.string(),
  to: z.string(),
  also: z.array(z.string()).default([]),
})

/**
 * Faults planted into complying conversations: one place is changed (`from`, `to`), and the named rule fires, and no other. Where
 * the SOP makes one deed two faults (a wrong address leaves the right parcel unsent) the others stand in `also`.
 */
export const PLANTS = readFileSync('test/golden/planted.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => Plant.parse(JSON.parse(line)))
  .map((plant) => ({ ...plant, picture: changed(COMPLYING[plant.in], plant.from, plant.to) }))
