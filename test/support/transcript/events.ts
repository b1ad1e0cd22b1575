import type { NewEvent } from '../../../src/transcript/event.ts'

type Started = Extract<NewEvent, { type: 'trial.started' }>
type Used = Extract<NewEvent, { type: 'usage.recorded' }>

export const started = (over: Partial<Started> = {}): Started => ({
  type: 'trial.started',
  format: 1,
  trial: 't',
  pack: { id: 'p', hash: 'h' },
  case: 'p/c',
  agent: 'a',
  protocol: 'observed',
  customer: 'scripted',
  seed: 1,
  attempt: 0,
  intensity: 0,
  tactic: null,
  today: '2026-03-10',
  ...over,
})

export const used = (over: Partial<Used> = {}): Used => ({
  type: 'usage.recorded',
  role: 'agent',
  model: 'm',
  input_tokens: 1,
  output_tokens: 1,
  cached_tokens: 0,
  reasoning_tokens: 0,
  usd: null,
  took_ms: 1,
  ...over,
})
