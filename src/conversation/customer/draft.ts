import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import { type Character, isLive, levelOf, type Mind, type RequestMind, type Spent } from './mind.ts'

/** What the customer does in one message, and what it remembers after it. */
export type Plan = {
  readonly act: CustomerAct
  readonly leaves: boolean
  /** how a message without moves of its own keeps the conversation going */
  readonly filler: Filler | null
  /** fields of this message whose earlier value was another one */
  readonly corrects: readonly string[]
  readonly next: Mind
}
export type Filler =
  /** says again what it wants */
  | 'restate'
  /** does not see what is asked */
  | 'puzzled'
  /** waits, or asks how it goes on */
  | 'prod'
  /** the agent takes as settled what is not */
  | 'object'
  /** does not accept a no yet, without pressing */
  | 'ask-why'
  /** one matter is settled, the other is not */
  | 'next-matter'
  /** the proposal is not clear enough to say yes to */
  | 'which'

/** A plan in the making: the steps of decide fill it in order, and only there. */
export type Draft = {
  readonly who: Character
  mind: Mind
  moves: CustomerMove[]
  corrects: string[]
  filler: Filler | null
  /** the tactic has a hand in this message */
  plays: boolean
  leaving: 'satisfied' | 'declined' | 'patience' | 'unresolved' | null
}

export function newDraft(who: Character, mind: Mind): Draft {
  return {
    who,
    mind: { ...mind, turn: mind.turn + 1 },
    moves: [],
    corrects: [],
    filler: null,
    plays: false,
    leaving: null,
  }
}

export const liveIn = (draft: Draft): readonly RequestMind[] => draft.mind.requests.filter(isLive)

export function finish(draft: Draft): Plan {
  const { who, mind } = draft
  const act: CustomerAct = {
    moves: draft.moves,
    tone: who.tactic?.tone !== undefined && who.intensity > 0 ? who.tactic.tone : who.card.tone,
    language: mind.language,
    ...(draft.plays && who.tactic !== null ? { tactic: who.tactic.id } : {}),
  }
  return {
    act,
    leaves: draft.leaving !== null,
    filler: draft.moves.length === 0 ? draft.filler : null,
    corrects: draft.corrects,
    next: mind,
  }
}

export function leave(draft: Draft, because: NonNullable<Draft['leaving']>): Plan {
  draft.leaving = because
  if (because === 'satisfied') draft.moves.push({ do: 'thank' })
  draft.moves.push({ do: 'leave', because })
  return finish(draft)
}

export const setRequest = (draft: Draft, id: string, change: Partial<RequestMind>): void => {
  draft.mind = {
    ...draft.mind,
    requests: draft.mind.requests.map((request) => (request.id === id ? { ...request, ...change } : request)),
  }
}
export const spend = (draft: Draft, what: keyof Spent): void => {
  draft.plays = true
  draft.mind = { ...draft.mind, spent: { ...draft.mind.spent, [what]: draft.mind.spent[what] + 1 } }
}
export const left = (draft: Draft, what: keyof Spent): boolean =>
  draft.mind.spent[what] < levelOf(draft.who)[what]
