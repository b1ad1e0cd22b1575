import { parse } from 'yaml'
import { z } from 'zod'
import type { Pack } from '../../src/cases/case.ts'
import { compile } from '../../src/compile/compile.ts'
import { clauseNamed } from '../../src/sop/clause-id.ts'
import { parseSop } from '../../src/sop/parse-sop.ts'

/**
 * Orders nobody hears of: sentences that tell the agent to do something, cited by no step, listed nowhere, and waived in the
 * compiled graph as if they demanded nothing. In: a desk and its SOP. Out: their texts.
 */
export function silentOrders(pack: Pack, sop: string): readonly string[] {
  const { graph, unresolved } = compile({ file: 'sop.md', text: sop }, pack)
  const { waive } = Waived.parse(parse(graph ?? '{}') ?? {})
  const read = parseSop('sop.md', sop)
  return waive
    .filter(({ because }) => FACT.test(because))
    .flatMap(({ clause }) => clauseNamed(read, clause)?.text ?? [])
    .filter((text) => ORDER.test(text) && !unresolved.some((one) => text.includes(one.text)))
}

const Waived = z.object({
  waive: z.array(z.object({ clause: z.string(), because: z.string() })).default([]),
})

/** What the compiler says of sentences it takes for no order. */
const FACT = /^(?:states a fact|says why|a question)/

const DEEDS =
  'ask|look|retrieve|hand|transfer|escalate|pass|decline|refund|cancel|send|tell|inform|advise|explain|offer|confirm|register|book|submit|update|pay|swap|wait|apologise|say'
/** An order begins a sentence, or follows a colon, a comma, "so", "then" or "and". */
const ORDER = new RegExp(
  String.raw`(?:^(?:\d+(?:\.\d+)*[.)]?\s+)?|[:,]\s+(?:so |then |and )?|\b(?:so|then|on) )(?:${DEEDS})\b(?! (?:is|are|was|were|and|of|that)\b)`,
  'i',
)
