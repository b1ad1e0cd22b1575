import { join } from 'node:path'
import { assert } from '../../../src/base/assert.ts'
import type { Pack } from '../../../src/cases/case.ts'
import type { AgentView } from '../../../src/conversation/protocol/agent.ts'
import type { TrialAgent, TrialCustomer } from '../../../src/runner/agents/maker.ts'
import { makeCustomer } from '../../../src/runner/agents/parties.ts'
import { packageRoot } from '../../../src/runner/files/package-root.ts'
import { loadPack } from '../../../src/runner/packs/load-pack.ts'
import { readPages } from '../../../src/runner/trial/journal-pages.ts'
import type { Trial } from '../../../src/runner/trial/play-trial.ts'
import type { DurableJournal } from '../../../src/runner/trial/trial-journal.ts'
import { aTrialId } from '../base/ids.ts'

/** Trials on the small pack with parties made for tests, and a journal in memory. */
export const lunchbox = (): Promise<Pack> => loadPack(join(packageRoot(), 'packs/lunchbox'))

/** An agent that answers with the number of things it has heard, and says what it was asked. */
export const countingAgent = (asked: AgentView[], say = 'I see.'): TrialAgent => ({
  id: 'counting',
  protocol: 'observed',
  sop: 'prompt',
  make: () => ({
    stateless: true,
    reply: async (view) => {
      asked.push(view)
      return { messages: [`${say} What is your order number? (${view.heard.length})`], calls: [] }
    },
  }),
})

/** A customer who leaves the card in these attempts, and otherwise the scripted one. */
export function strayingCustomer(attempts: number): TrialCustomer {
  const scripted = makeCustomer('scripted')
  let made = 0
  return {
    id: 'straying',
    make: (trial) => {
      made += 1
      const strays = async () => ({ strayed: 'off-card' })
      return made > attempts ? scripted.make(trial) : { open: strays, answer: strays }
    },
  }
}

export function trialIn(pack: Pack, over: Partial<Trial> & Pick<Trial, 'agent'>): Trial {
  const theCase = over.case ?? pack.cases[0]
  assert(theCase !== undefined, 'the pack has a case')
  const { intensity } = theCase
  const customer = makeCustomer('scripted')
  return { id: aTrialId('r/a/t'), pack, case: theCase, intensity, seed: 1, attempt: 0, customer, ...over }
}

/** Keeps pages in a list; `pages` are there already when the trial starts. */
export function journalOf(pages: readonly { attempt: number; page: string }[] = []) {
  const kept = [...pages]
  const said: string[] = []
  const attempt = Math.max(0, ...pages.map((each) => each.attempt))
  const own = pages.filter((each) => each.attempt === attempt)
  const journal: DurableJournal = {
    kind: 'durable',
    recorded:
      own.length === 0
        ? null
        : {
            attempt,
            ...readPages(
              own.map(({ page }) => page),
              'r/a/t',
            ),
          },
    durableBefore: { agent: true, customer: true },
    bounds: {
      signal: new AbortController().signal,
      limits: {},
      usdOf: () => 0,
      jumps: () => 0,
      hide: (text) => text,
      clock: () => 0,
      after: () => () => undefined,
    },
    append: async (at, page) => void kept.push({ attempt: at, page }),
    discard: async (why) => {
      kept.length = 0
      said.push(why)
    },
    observe: ({ type }) => void said.push(type),
  }
  return { journal, pages: kept, said }
}
