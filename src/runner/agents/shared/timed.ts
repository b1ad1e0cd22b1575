import type { MakeAgent } from './agent-maker.ts'

/** Notes in the transcript how long each reply took. */
export const timed =
  (make: MakeAgent): MakeAgent =>
  (trial) => {
    const agent = make(trial)
    return {
      ...agent,
      reply: async (view) => {
        const asked = performance.now()
        const move = await agent.reply(view)
        trial.aside.note({ type: 'reply.timed', took_ms: Math.round(performance.now() - asked) })
        return move
      },
    }
  }
