import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Lexicon } from '../../src/base/values/lexicon.ts'

/**
 * The words of the recorded desks as their lexicons would hold them: made from the names of their tools alone; those of the
 * airline in 0.1, by somebody who had read the recordings of tau-bench.
 */
const Tool = z.strictObject({
  desk: z.enum(['airline', 'retail', 'telecom']),
  tool: z.string(),
  name: z.string(),
  cues: z.array(z.string()),
  claim: z.string(),
})
const TOOLS = readFileSync('test/understanding/desks.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => Tool.parse(JSON.parse(line)))

const wordsOf = (desk: string): Lexicon =>
  Lexicon.parse({
    intents: {},
    fields: {},
    topics: {},
    tools: Object.fromEntries(
      TOOLS.filter((tool) => tool.desk === desk).map(({ tool, name, cues, claim }) => [
        tool,
        { name, cues: { en: cues }, claims: { en: [claim] } },
      ]),
    ),
  })

export const DESKS = {
  airline: wordsOf('airline'),
  retail: wordsOf('retail'),
  telecom: wordsOf('telecom'),
} as const
export const HANDOVER = 'transfer_to_human_agents'
