import type { Agent } from '../../conversation/protocol/agent.ts'

/**
 * How long an agent outside took for each of its turns. Kept beside the trial, not in its transcript: the same conversation
 * must come out the same on a slow machine. Turns that were replayed after a stop are not measured again.
 */
export type ReplyClock = {
  readonly around: (agent: Agent) => Agent
  /** milliseconds, turn by turn */
  readonly times: () => readonly number[]
}

export function openReplyClock(): ReplyClock {
  const byTurn = new Map<number, number>()
  return {
    around: (agent) => ({
      // Asked each time: an agent may say so only with its first answer. A copy of `false` would make a resumed trial pay
      // for its recorded turns again.
      get stateless() {
        return agent.stateless === true
      },
      close: async () => agent.close?.(),
      reply: (view) => {
        const asked = performance.now()
        const turn = view.heard.filter(({ from }) => from === 'customer').length
        const answer = agent.reply(view)
        const note = (): void => {
          byTurn.set(turn, (byTurn.get(turn) ?? 0) + Math.round(performance.now() - asked))
        }
        // The very promise of the agent: one more step, and a stop would win over a reply that is already paid for.
        if (answer instanceof Promise) answer.then(note, () => undefined)
        else note()
        return answer
      },
    }),
    times: () => [...byTurn.values()],
  }
}
