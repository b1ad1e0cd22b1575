import type { AgentRequest } from './run-request.ts'

/** A built-in agent as a run would ask for it. */
export const referenceRequest = (name: string): AgentRequest => ({
  id: name,
  kind: 'reference',
  protocol: 'declared',
  target: [name],
  sop: 'prompt',
  tools: 'ours',
  mapping: null,
  stateless: false,
  model: {},
  options: {},
})
