import { usageError } from '../../base/error.ts'
import type { ModelSource, ModelWatch } from '../../models/chat-model.ts'
import type { Judge } from '../../verdicts/judges/judge.ts'
import { PROMPT_HASH } from '../../verdicts/judges/judge-prompt.ts'
import { lexicalJudge } from '../../verdicts/judges/lexical.ts'
import { modelJudge } from '../../verdicts/judges/model-judge.ts'
import type { AgentBase } from '../agents/shared/agent-request.ts'

export const isModelJudge = (name: string): boolean => name !== lexicalJudge.id

/** From `lexical` or `provider:name` to a judge. `watch` is told of every call that is paid for. */
export function makeJudge(name: string, models: ModelSource, watch: ModelWatch): Judge {
  if (!isModelJudge(name)) return lexicalJudge
  if (!/^[^:\s]+:\S+$/.test(name))
    throw usageError('unknown-judge', `"${name}" is no judge.`, 'Name lexical, or a model as provider:name.')
  return modelJudge(models(name, {}, watch))
}

/** The prompt a judge of this name rates with today. */
export const promptHashOf = (judge: string): string =>
  isModelJudge(judge) ? PROMPT_HASH : lexicalJudge.promptHash

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
