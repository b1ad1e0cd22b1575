/** The library's one door: named exports, nothing inside imports it. */

export { EXIT, type ExitCode, SageError } from './base/error.ts'
export type { Place, Problem, Reading } from './base/problem.ts'
export { ProblemsError } from './base/problems-error.ts'
export type { Case, Pack } from './cases/case.ts'
export type { Agent, AgentMove, AgentView, Heard } from './conversation/agent/agent.ts'
export type { ModuleDesk } from './conversation/agent/module-agent.ts'
export type { Turn, TurnAnswer } from './conversation/agent/wire.ts'
export type { ModelSource } from './models/chat-model.ts'
export { openModels } from './models/providers/open-models.ts'
export { AgentResult, GateResult, Metric, Rate, RunResult, Score } from './report/run-result.ts'
export { runTable } from './report/run-table.ts'
export { checkPackFolder } from './runner/check-pack-folder.ts'
export { executeRun } from './runner/execute-run.ts'
export { knownPacks } from './runner/find-pack.ts'
export { loadDesk as loadPack } from './runner/load-desk.ts'
export { resolveRun } from './runner/resolve-run.ts'
export { RunFlags } from './runner/run-flags.ts'
export { readRunInputs } from './runner/run-inputs.ts'
export type { RunOutside, RunProgress } from './runner/run-outside.ts'
export type {
  AgentRequest,
  CaseSelection,
  RunRequest,
} from './runner/run-request.ts'
export { type Transcript, TranscriptEvent } from './transcript/event.ts'
export { readTranscript } from './transcript/read-transcript.ts'
export { explainTrial } from './verdicts/explain-trial.ts'
export { scoreTrial } from './verdicts/rules/score-trial.ts'
export type { TrialScore, Verdict } from './verdicts/score.ts'
export { whatIf } from './verdicts/what-if.ts'
