import type { ModelSettings } from '../src/models/chat-model.ts'
import type { ModelRequest } from '../src/runner/agents/model/request.ts'

/** A model agent as a resolved run asks for it. */
export const modelRequest = (
  spec: string,
  model: ModelSettings = {},
  rest: Partial<ModelRequest> = {},
): ModelRequest => ({
  id: 'model',
  kind: 'model',
  protocol: 'declared',
  target: [spec],
  sop: 'prompt',
  tools: 'ours',
  model,
  ...rest,
})
