/** The library's one door: named exports, nothing inside imports it. */
export { SageError } from './base/error.ts'
export type { Problem } from './base/problem.ts'
export { ProblemsError } from './base/problems-error.ts'
export type { Agent, AgentMove, AgentView, Heard } from './conversation/agent/agent.ts'
export { RunResult } from './report/run-result.ts'
export { executeRun } from './runner/execute-run.ts'
export type { RunOutside, RunProgress, RunRequest } from './runner/run-request.ts'
export { TranscriptEvent } from './transcript/event.ts'
