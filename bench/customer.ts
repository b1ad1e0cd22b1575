import { Lexicon } from '../src/base/values/lexicon.ts'
import { Card } from '../src/cards/card.ts'
import type { Tactic } from '../src/cards/tactic.ts'
import type { HeardMessage } from '../src/conversation/customer/customer.ts'
import { scriptedCustomer } from '../src/conversation/customer/scripted-customer.ts'
import { heard } from '../src/reading/heard.fixture.ts'
import { packCases, productTactics, type SoakCase } from '../test/customer-soak.ts'

const CONVERSATIONS = 600
const ROUNDS = 7
const TARGET_MS = 0.1

/**
 * Milliseconds of customer time a turn (hear a reading, decide, phrase, gate) over the packs that exist; the target is 0.1.
 * Processor time of this process, median of the rounds: other work on the machine is not the customer's.
 */
export async function benchCustomer(): Promise<Record<string, number>> {
  const cases = packCases()
  const used = cases.length > 0 ? cases : [SMALL]
  const tactics = [...productTactics().values()]
  const rounds: number[] = []
  let turns = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    const { turns: taken, ms } = await talk(used, tactics, CONVERSATIONS)
    // The first round warms the compiler up.
    if (round > 0) rounds.push(ms / taken)
    turns += taken
  }
  rounds.sort((a, b) => a - b)
  const median = rounds[rounds.length >> 1] ?? Number.NaN
  return { ratio: median / TARGET_MS, ms_per_turn: median, ms_per_turn_best: rounds[0] ?? Number.NaN, turns }
}

async function talk(
  cases: readonly SoakCase[],
  tactics: readonly Tactic[],
  count: number,
): Promise<{ readonly turns: number; readonly ms: number }> {
  let turns = 0
  const start = process.cpuUsage()
  for (let seed = 1; seed <= count; seed += 1) {
    const one = cases[seed % cases.length] ?? SMALL
    const script = scriptOf(one.lexicon)
    const customer = scriptedCustomer({
      ...one,
      tactic: tactics[seed % tactics.length] ?? null,
      intensity: 3,
      seed,
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

const words = (...list: string[]) => ({ en: list })
const SMALL: SoakCase = {
  id: 'small',
  opens: null,
  card: Card.parse({
    name: 'Ada',
    requests: [{ intent: 'broken', wants: 'a new one', knows: { ref: 'KT-1042' } }],
  }),
  lexicon: Lexicon.parse({
    intents: { broken: { name: 'a broken thing', utterances: words('It arrived broken.') } },
    fields: {
      ref: {
        name: 'number',
        asks: words('What is your number?'),
        cues: words('number'),
        answers: words("It's {value}."),
      },
    },
    topics: {},
    tools: {},
  }),
}
