import type { ModelSettings } from '../src/models/chat-model.ts'
import type { AgentRequest } from '../src/runner/settings/run-request.ts'

/** A model agent as a resolved run asks for it. */
export const modelRequest = (
  spec: string,
  model: ModelSettings = {},
  rest: Partial<AgentRequest> = {},
): AgentRequest => ({
  id: 'model',
  kind: 'model',
  protocol: 'declared',
  target: [spec],
  sop: 'prompt',
  tools: 'ours',
  mapping: null,
  stateless: true,
  model,
  options: {},
  ...rest,
})
