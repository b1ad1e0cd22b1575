import { type ErrorCode, EXIT, SageError } from '../../base/error.ts'

/**
 * The agent under test failed: it crashed, answered nothing that can be read, or broke its protocol. Judged, never
 * dropped; whatever else is thrown while an agent is asked counts as our machinery's fault.
 */
export class AgentFailed extends SageError {
  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(code, message, {
      hint: "This is the agent's own failure and is scored as such.",
      exit: EXIT.ok,
      cause,
    })
    this.name = 'AgentFailed'
  }
}
