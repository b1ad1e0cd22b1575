import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { Lexicon } from '../../src/base/values/lexicon.ts'

const Tool = z
  .strictObject({ name: z.string(), cues: z.array(z.string()), claim: z.string() })
  .transform(({ name, cues, claim }) => ({ name, cues: { en: cues }, claims: { en: [claim] } }))
const Desk = z
  .record(z.string(), Tool)
  .transform((tools) => Lexicon.parse({ intents: {}, fields: {}, topics: {}, tools }))

/** Lexicons of the recorded desks. */
export const DESKS = z
  .strictObject({ airline: Desk, retail: Desk, telecom: Desk })
  .parse(parse(readFileSync('test/understanding/desks.yaml', 'utf8')))
export const HANDOVER = 'transfer_to_human_agents'
