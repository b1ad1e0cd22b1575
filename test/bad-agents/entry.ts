import { moduleAgent } from '../../src/conversation/agent/module-agent.ts'
import type { MakeAgent } from '../../src/runner/agents/shared/agent-maker.ts'
import type { AgentFunction } from '../../src/runner/agents/shared/function-kind.ts'

/** How an agent earns its exit code; `look-ups`: it looks everything up and then says nothing of worth;
 * `outsider`: written to fool an examiner, measured and held to its exit code alone. */
export type Kind = 'one sentence' | 'dead' | 'wrong deeds' | 'look-ups' | 'leaves out' | 'outsider' | 'good'

/** One agent of the proof that a pass is earned. */
export type Entry = {
  readonly id: string
  readonly kind: Kind
  readonly make: MakeAgent
  /** observed unless said: nothing is reported */
  readonly protocol?: 'declared' | 'observed'
}

/** No agent here waits for anything, but for those that never answer. */
const HANGS_MS = 5_000

/** A function as an agent of the module kind; it has its answer within `timeoutMs`. */
export const asModule =
  (reply: AgentFunction, timeoutMs = HANGS_MS): MakeAgent =>
  ({ aside }) =>
    moduleAgent({
      module: async () => ({ reply, stateless: true, close: null }),
      timeoutMs,
      options: {},
      tools: 'ours',
      mapCall: (call) => call,
      stateless: true,
      secrets: [],
      aside,
    })
