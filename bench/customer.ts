import type { Lexicon } from '../src/base/values/lexicon.ts'
import type { Tactic } from '../src/cards/tactic.ts'
import type { HeardMessage } from '../src/conversation/customer/customer.ts'
import { scriptedCustomer } from '../src/conversation/customer/scripted-customer.ts'
import { customerEar } from '../src/reading/customer-ear/ear.ts'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { packCases, type SoakCase } from '../test/customer-soak.ts'
import { heard } from '../test/support/reading/heard.ts'

const CONVERSATIONS = 600
const ROUNDS = 7
const TARGET_MS = 0.1

/**
 * Milliseconds of customer time a turn (hear a reading, decide, phrase, gate) over the packs that exist; the target is 0.1.
 * Processor time of this process, median of the rounds: other work on the machine is not the customer's. What it hears is
 * new in every round: words that were heard before cost `ms_per_turn_again`, with other seeds.
 */
export async function benchCustomer(): Promise<Record<string, number>> {
  const cases = await packCases()
  const tactics = [...(await productTactics()).values()]
  const anew: number[] = []
  const again: number[] = []
  let turns = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const words of ['new', 'known'] as const) {
      const seed = round * CONVERSATIONS
      const { turns: taken, ms } = await talk(cases, tactics, seed, words)
      // The first round warms the compiler up.
      if (round > 0) (words === 'new' ? anew : again).push(ms / taken)
      turns += taken
    }
  }
  const median = medianOf(anew)
  return {
    ratio: median / TARGET_MS,
    ms_per_turn: median,
    ms_per_turn_best: Math.min(...anew),
    ms_per_turn_again: medianOf(again),
    turns,
  }
}

const medianOf = (list: readonly number[]): number =>
  [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN

async function talk(
  cases: readonly SoakCase[],
  tactics: readonly Tactic[],
  firstSeed: number,
  words: 'new' | 'known',
): Promise<{ readonly turns: number; readonly ms: number }> {
  let turns = 0
  const start = process.cpuUsage()
  for (let at = 1; at <= CONVERSATIONS; at += 1) {
    const one = cases[at % cases.length]
    if (one === undefined) break
    const known = scriptOf(one.lexicon)
    // Who has the reading of somebody else's words has not heard them.
    const script =
      words === 'known' ? known : known.map((said) => ({ ...said, reading: { ...said.reading } }))
    const customer = scriptedCustomer({
      ...one,
      tactic: tactics[at % tactics.length] ?? null,
      intensity: 3,
      seed: firstSeed + at,
      ear: customerEar(one.lexicon),
    })
    await customer.open()
    turns += 1
    for (const message of script) {
      const turn = await customer.answer([message])
      turns += 1
      if ('strayed' in turn || turn.leaves) break
    }
  }
  const { user, system } = process.cpuUsage(start)
  return { turns, ms: (user + system) / 1_000 }
}

const scripts = new WeakMap<Lexicon, readonly HeardMessage[]>()

/** Asks each field, then declines twice: what an agent says, at the length agents say it. */
function scriptOf(lexicon: Lexicon): readonly HeardMessage[] {
  const known = scripts.get(lexicon)
  if (known !== undefined) return known
  const asks = Object.values(lexicon.fields).map(
    ({ asks: words }) =>
      `Thank you, I have noted that and will look into it right away. ${words.en?.[0] ?? ''}`,
  )
  const declines = [
    'I am sorry, I understand how annoying this is. Unfortunately we cannot do that, our rules do not allow it.',
    'I am afraid the answer is still no: this is not possible. Is there anything else I can help you with?',
  ]
  // Readings are given: the reader has a bench of its own.
  const script = [...asks, ...declines, ...declines].map((text, at) => heard(lexicon, 2 * at + 2, text))
  scripts.set(lexicon, script)
  return script
}
