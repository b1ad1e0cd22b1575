import { describe, expect, test } from 'vitest'
import type { Agent } from '../src/conversation/protocol/agent.ts'
import { makeAgent, makeCustomer } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { loadPackOnce } from './agents/contract.ts'
import { aTrialId } from './support/base/ids.ts'

/** What `sop: steps` shows, asked for by an agent that follows the procedure. */
describe.each(['lunchbox', 'northline'])('only the sentences of the steps now due: %s', (name) => {
  test.each(['declared', 'observed'] as const)('%s', async (protocol) => {
    const pack = await loadPackOnce(name)
    const oracle = await makeAgent(referenceRequest('oracle'))
    const shares: number[] = []
    let blank = 0
    for (const theCase of pack.cases.slice(0, 30)) {
      await playTrial({
        id: aTrialId('t'),
        pack,
        case: theCase,
        intensity: theCase.intensity,
        seed: 3,
        attempt: 0,
        customer: makeCustomer('scripted'),
        agent: {
          ...oracle,
          protocol,
          sop: 'steps',
          make: (trial): Agent => {
            const inner = oracle.make(trial)
            return {
              reply: async (view) => {
                const move = await inner.reply(view)
                shares.push(view.sop.length / pack.graph.sop.text.length)
                const sentences = view.sop.split('\n\n').filter((block) => !block.startsWith('## '))
                for (const sentence of sentences.filter((one) => one.length < 60))
                  expect(pack.graph.sop.text.replaceAll(/\s+/g, ' ')).toContain(sentence)
                // An agent that writes or looks up by the book has just been shown why.
                if (move.calls.length > 0 && view.sop === '') blank += 1
                expect(
                  view.tools.some(({ name: tool }) => pack.world.tools.get(tool)?.works.searches != null),
                ).toBe(false)
                return move
              },
            }
          },
        },
      })
    }
    expect(blank).toBe(0)
    expect(Math.max(...shares)).toBeLessThan(0.5)
    expect(shares.filter((share) => share > 0).length).toBeGreaterThan(shares.length / 2)
  })
})
