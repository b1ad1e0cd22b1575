import { describe, expect, test } from 'vitest'
import type { Agent } from '../src/conversation/protocol/agent.ts'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { referenceRequest } from '../src/runner/agents/reference/request.ts'
import { playTrial } from '../src/runner/trial/play-trial.ts'
import { loadPackOnce } from './agents/contract.ts'
import { trialIn } from './support/runner/trial.ts'

/** What `sop: steps` shows, asked for by an agent that follows the procedure. */
describe.each(['lunchbox', 'northline'])('only the sentences of the steps now due: %s', (name) => {
  test.each(['declared', 'observed'] as const)('%s', async (protocol) => {
    const pack = await loadPackOnce(name)
    const oracle = await makeAgent(referenceRequest('oracle'))
    const shares: number[] = []
    let blank = 0
    for (const theCase of pack.cases.slice(0, 30)) {
      const trial = trialIn(pack, {
        case: theCase,
        seed: 3,
        agent: {
          ...oracle,
          protocol,
          sop: 'steps',
          make: (asked): Agent => {
            const inner = oracle.make(asked)
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
      await playTrial(trial)
    }
    expect(blank).toBe(0)
    expect(Math.max(...shares)).toBeLessThan(0.5)
    expect(shares.filter((share) => share > 0).length).toBeGreaterThan(shares.length / 2)
  })
})
