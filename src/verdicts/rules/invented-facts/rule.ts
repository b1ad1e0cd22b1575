import type { Json } from '../../../base/values/json.ts'
import type { Pack } from '../../../cases/case.ts'
import { type Fact, factsIn } from '../../text/facts.ts'
import { type FactStore, knownFacts, learnedFrom } from '../../text/known-facts.ts'
import { statesIn } from '../../text/states.ts'
import { perTrial } from '../../trial-view/per-trial.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** States a number, date, amount, link, span or state that stands in no result, no sentence of the SOP and no message before. */
export const inventedFacts = defineRule({
  id: 'invented_facts',
  words: {
    name: 'Invented facts',
    broken: 'invented facts',
    meaning:
      'The agent stated a checkable fact that is in no result, no sentence of the SOP and no message before.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  appliesTo: (seen) => weigh(seen).stated.length > 0 || 'the agent stated no checkable fact',
  check: (seen) => {
    const { stated, invented } = weigh(seen)
    if (invented.length === 0) {
      return [
        passed({
          evidence: stated,
          basis: 'text',
          because: 'everything stated had been said, found or written down before',
        }),
      ]
    }
    const because = `stated ${[...new Set(invented.map(({ said }) => said))].join(', ')}: in no result, SOP sentence or message before it`
    return [failed({ evidence: invented.map(({ n }) => n), basis: 'text', because })]
  },
})

type Stated = { readonly said: string; readonly fact: Fact | null }

const statedIn = (text: string, pack: Pack): readonly Stated[] => [
  ...factsIn(text).map((fact) => ({ said: fact.said, fact })),
  ...statesIn(text, pack.world).map((said) => ({ said, fact: null })),
]

const sopFacts = new WeakMap<Pack, FactStore>()

function factsOfSop(pack: Pack): FactStore {
  const known = sopFacts.get(pack)
  if (known !== undefined) return known
  const tools = [...pack.world.tools.values()].map(({ description }) => description)
  const store = learnedFrom([pack.graph.sop.text, ...tools])
  sopFacts.set(pack, store)
  return store
}

type Weighed = {
  readonly stated: readonly number[]
  readonly invented: readonly { n: number; said: string }[]
}

/** Reads the trial in order: what stands before a message may be repeated in it. An invention counts once. */
const weigh = perTrial((seen): Weighed => {
  const known = knownFacts(factsOfSop(seen.pack), seen.pack.world.today)
  const stated: number[] = []
  const invented: { n: number; said: string }[] = []
  for (const event of seen.events) {
    if (event.type === 'tool.returned') known.learn(() => textOf(event.output))
    else if (event.type === 'world.changed') known.learn(() => textOf(event.after))
    else if (event.type === 'message.sent') {
      const facts = event.from === 'agent' ? statedIn(event.text, seen.pack) : []
      if (facts.length > 0) stated.push(event.n)
      for (const { said, fact } of facts) {
        if (!(fact === null ? known.heard(said) : known.knows(fact))) invented.push({ n: event.n, said })
      }
      known.learn(event.text)
    }
  }
  return { stated, invented }
})

const textOf = (json: Json): string => JSON.stringify(json)
