/** The library's one door: named exports, nothing inside imports it. */
import { openModels } from './models/providers/open-models.ts'
import { type RunOptions, type RunOutcome, runAgent } from './runner/library/run.ts'

/** Runs one agent, as a function or by name, on one pack: docs/library.md. */
export const run = (options: RunOptions): Promise<RunOutcome> =>
  runAgent(options, () => openModels({ env: process.env }))

export { EXIT, type ExitCode, SageError } from './base/error.ts'
export type { Place, Problem, Reading } from './base/files/problem.ts'
export { ProblemsError } from './base/files/problems-error.ts'
export type { Case, Pack } from './cases/case.ts'
export type { ModuleDesk } from './conversation/agent/module-agent.ts'
export type { Agent, AgentMove, AgentView, Heard } from './conversation/protocol/agent.ts'
export type { Turn, TurnAnswer } from './conversation/protocol/wire.ts'
export type { ModelSource } from './models/chat-model.ts'
export { runTable } from './report/render/run-table.ts'
export { AgentResult, GateResult, Metric, Rate, RunResult, Score } from './report/result/run-result.ts'
export type { AgentRequest } from './runner/agents/kinds.ts'
export { executeRun } from './runner/engine/execute-run.ts'
export type { RunDeps, RunProgress } from './runner/engine/run-deps.ts'
export { knownPacks } from './runner/files/find-pack.ts'
export { type ExpectAgent, expectAgent } from './runner/library/expect-agent.ts'
export type { AgentFunction } from './runner/library/function-kind.ts'
export { checkPackFolder } from './runner/packs/check-pack-folder.ts'
export { loadPack } from './runner/packs/load-pack.ts'
export { requestRun } from './runner/runs/request-run.ts'
export { resolveRun } from './runner/settings/resolve-run.ts'
export { RunFlags } from './runner/settings/run-flags.ts'
export { readRunInputs } from './runner/settings/run-inputs.ts'
export type { CaseSelection, RunRequest } from './runner/settings/run-request.ts'
export { type Transcript, TranscriptEvent } from './transcript/event.ts'
export { readTranscript } from './transcript/read-transcript.ts'
export type { TrialScore, Verdict } from './verdicts/model/score.ts'
export { explainTrial } from './verdicts/scoring/explain-trial.ts'
export { scoreTrial } from './verdicts/scoring/score-trial.ts'
export { whatIf } from './verdicts/scoring/what-if.ts'
export { openModels, type RunOptions, type RunOutcome }
