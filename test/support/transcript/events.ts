import type { CustomerMove } from '../../../src/base/values/acts.ts'
import type { NewEvent, Transcript, TranscriptEvent } from '../../../src/transcript/event.ts'

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

/** Numbers are counted anew, and what refers to an event refers to the same one. */
export function renumbered(events: readonly TranscriptEvent[]): Transcript {
  const numbers = new Map(events.map((event, index) => [event.n, index + 1]))
  const of = (n: number): number => numbers.get(n) ?? 0
  return events.map((event, index) => {
    const moved = { ...event, n: index + 1 }
    if (moved.type === 'message.sent' && moved.from === 'customer')
      return {
        ...moved,
        act: {
          ...moved.act,
          moves: moved.act.moves.flatMap((move): readonly CustomerMove[] =>
            'proposal' in move
              ? numbers.has(move.proposal)
                ? [{ ...move, proposal: of(move.proposal) }]
                : []
              : [move],
          ),
        },
      }
    return 'of' in moved && typeof moved.of === 'number' ? { ...moved, of: of(moved.of) } : moved
  })
}
