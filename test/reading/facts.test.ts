import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Pack } from '../../src/cases/case.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import { inventing } from '../../src/text/figures/invented.ts'
import { knownFacts } from '../../src/text/figures/known-facts.ts'
import { sopFacts } from '../../src/text/figures/sop-facts.ts'
import { saidIn } from '../../src/text/said/said.ts'
import { writtenIn } from '../../src/verdicts/text/sop-written.ts'

/** 40 statements by another writer: half are worked out from what is known, half are invented. */
const Item = z.object({
  id: z.string(),
  desk: z.string(),
  today: z.string(),
  /** the sentences of the SOP that the request rests on */
  sop: z.string(),
  customer: z.string(),
  record: z.record(z.string(), z.unknown()),
  agent: z.string(),
  verdict: z.enum(['derived', 'invented']),
  which: z.string(),
})
const items = readFileSync('test/reading/facts.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => Item.parse(JSON.parse(line)))

const packs = new Map<string, Pack>()
for (const desk of new Set(items.map((item) => item.desk))) packs.set(desk, await loadPack(`packs/${desk}`))

function invented({ desk, today, sop, customer, record, agent }: z.infer<typeof Item>): readonly string[] {
  const pack = packs.get(desk)
  if (pack === undefined) return []
  const cited = [...pack.graph.sop.clauses.values()].filter(({ text }) =>
    sop.split(' / ').some((sentence) => text.includes(sentence) || sentence.includes(text)),
  )
  const known = knownFacts(
    sopFacts(writtenIn(pack), () => new Set(cited.map(({ id }) => id))),
    today,
  )
  known.learn(customer)
  known.learn(JSON.stringify(record))
  return saidIn(agent).answers(inventing(known, today))
}

test('[D33] of 20 facts that another writer worked out from what is known none is called invented', () => {
  const derived = items.filter(({ verdict }) => verdict === 'derived')
  expect(derived).toHaveLength(20)
  expect(derived.flatMap((item) => invented(item).map((said) => `${item.id}: ${said}`))).toEqual([])
})

test('[D33] of 20 facts that another writer invented at least 18 are named', () => {
  const made = items.filter(({ verdict }) => verdict === 'invented')
  const missed = made.filter(
    (item) => !invented(item).some((said) => said.includes(item.which) || item.which.includes(said)),
  )
  expect(made).toHaveLength(20)
  expect(missed.length, missed.map(({ id, which }) => `${id} ${which}`).join(', ')).toBeLessThanOrEqual(2)
})
