import { usageError } from '../../base/error.ts'
import type { ModelSource, ModelWatch } from '../../models/chat-model.ts'
import type { Judge } from '../../verdicts/judges/judge.ts'
import type { AgentBase } from '../agents/shared/agent-request.ts'
import type { Destination } from '../agents/shared/destination.ts'
import type { JudgeKind } from './kinds/judge-kind.ts'
import { lexical } from './kinds/lexical.ts'
import { model } from './kinds/model.ts'

/** Every kind of judge SAGE knows, one line each; the first that recognises a word wins. */
export const JUDGE_KINDS: readonly JudgeKind[] = [lexical, model]

/** Any word that is not one of an embedded judge: whether it can be asked is said when it is made. */
export const isModelJudge = (name: string): boolean => judgeKindOf(name)?.isEmbedded !== true

export const judgeKindOf = (name: string): JudgeKind | undefined =>
  JUDGE_KINDS.find(({ recognise }) => recognise(name))

/** Where a judge sends the conversations it rates. A word that is no judge is taken for a model until it is made. */
export const whereJudged = (name: string): Destination => (judgeKindOf(name) ?? model).whereTextGoes(name)

/** From `lexical` or `provider:name` to a judge. `watch` is told of every call that is paid for. */
export function makeJudge(name: string, models: ModelSource, watch: ModelWatch): Judge {
  const kind = judgeKindOf(name)
  if (kind !== undefined) return kind.make(name, models, watch)
  const words = JUDGE_KINDS.map(({ word }) => word).join(', or ')
  throw usageError('unknown-judge', `"${name}" is not a judge.`, `Use ${words}.`)
}

/** The prompt a judge of this name rates with today. */
export const promptHashOf = (judge: string): string => (judgeKindOf(judge) ?? model).promptHash

type AgentName = Pick<AgentBase, 'id' | 'kind' | 'target'>

/** The agents each judge's own model plays: disclosed, and what self-preference is measured on. */
export const entrantsAmong = (judges: readonly string[], agents: readonly AgentName[]) =>
  judges.map((judge) => ({
    judge,
    own: agents
      .filter(({ kind, target }) => kind === 'model' && modelOf(target[0]) === modelOf(judge))
      .map(({ id }) => id),
  }))

/** One model under several names: at its vendor and over OpenRouter, with a date or without. */
const modelOf = (name: string): string =>
  name
    .replace(/^openrouter:([^/]+)\//, '$1:')
    .replace(/-20\d\d-?\d\d-?\d\d$/, '')
    .replaceAll('.', '-')

/** Names no judge may read. A built-in agent is called by plain words, and never says its name. */
export const hiddenNames = (agents: readonly AgentName[]): readonly string[] => [
  ...new Set(
    agents
      .filter(({ kind }) => kind !== 'reference')
      .flatMap(({ id, kind, target: [target] }) => (kind === 'model' ? [id, ...namesOf(target)] : [id])),
  ),
]

/** `openrouter:vendor/model`, `vendor/model`, `model`: an agent that says which model it is says the last. */
function namesOf(model: string): readonly string[] {
  const bare = model.slice(model.indexOf(':') + 1)
  return [model, bare, bare.slice(bare.lastIndexOf('/') + 1)]
}
