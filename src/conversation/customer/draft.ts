import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import { type Character, isLive, levelOf, type Mind, type RequestMind, type Spent } from './mind.ts'
import { isCool } from './mood.ts'

/** What the customer does in one message, and what it remembers after it. */
export type Plan = {
  readonly act: CustomerAct
  readonly leaves: boolean
  /** how a message without moves of its own keeps the conversation going */
  readonly filler: Filler | null
  /** fields of this message whose earlier value was another one */
  readonly corrects: readonly string[]
  /** fields whose value the agent named itself: a yes says them */
  readonly affirms: readonly string[]
  /** fields that were told before, and are told again as they were */
  readonly repeats: readonly string[]
  /** what is told again is sent with it */
  readonly sends: boolean
  /** fields that a person's first message told in its own words: it is referred to, once */
  readonly asWritten: readonly string[]
  /** gives something because it could not tell what was asked, and asks whether that was it */
  readonly asksBack: boolean
  readonly yes: Yes
  /** the agent asks whether that was all */
  readonly closes: boolean
  readonly next: Mind
}
/** What a yes of this message says. */
export type Yes =
  | 'plain'
  /** to a proposal nobody could place */
  | 'hedged'
  /** that something is all right: there is nothing to go ahead with */
  | 'accepting'
  /** to the first of two things offered */
  | 'choosing'
  /** to what is left after a no, or to less than was wanted */
  | 'reluctant'
export type Filler =
  /** does not see what is asked */
  | 'puzzled'
  /** does not see what is to be shown or sent */
  | 'which-proof'
  /** has to look for what is asked */
  | 'later'
  /** has heard it / and waits for what the agent is going to do */
  | 'heard'
  | 'wait'
  /** asks how it goes on */
  | 'prod'
  /** yes, that is so */
  | 'affirm'
  /** the agent takes as settled what is not */
  | 'object'
  /** does not accept a no yet, without pressing: asks for another way */
  | 'other-way'
  /** of what is left after a no, none is wanted */
  | 'leave-it'
  /** one matter is settled, the other is not */
  | 'next-matter'
  /** it has said no to that */
  | 'stays-no'
  /** to a proposal that nobody could place: as those say who mean yes to it, and no yes / the same to "is that right?" */
  | 'hedge'
  | 'accept'
  /** that was all */
  | 'no-more'
  /** what the desk has on file is not right any more */
  | 'not-so'

/** A plan in the making: the steps of decide fill it in order, and only there. */
export type Draft = {
  readonly who: Character
  mind: Mind
  moves: CustomerMove[]
  corrects: string[]
  affirms: string[]
  repeats: string[]
  sends: boolean
  asWritten: string[]
  asksBack: boolean
  yes: Yes
  closes: boolean
  filler: Filler | null
  /** deeds whose proposal this message answers */
  answeredTools: string[]
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
    affirms: [],
    repeats: [],
    sends: false,
    asWritten: [],
    asksBack: false,
    yes: 'plain',
    closes: false,
    filler: null,
    answeredTools: [],
    plays: false,
    leaving: null,
  }
}

export const toneOf = ({ tactic, intensity, card }: Character): CustomerAct['tone'] =>
  tactic?.tone !== undefined && intensity > 0 ? tactic.tone : card.tone

export const liveIn = (draft: Draft): readonly RequestMind[] => draft.mind.requests.filter(isLive)

export function finish(draft: Draft): Plan {
  const { who, mind } = draft
  const act: CustomerAct = {
    moves: draft.moves,
    tone: toneOf(who),
    language: mind.language,
    ...(draft.plays && who.tactic !== null ? { tactic: who.tactic.id } : {}),
  }
  return {
    act,
    leaves: draft.leaving !== null,
    filler: draft.moves.length === 0 ? draft.filler : null,
    corrects: draft.corrects,
    affirms: draft.affirms,
    repeats: draft.repeats,
    sends: draft.sends,
    asWritten: draft.asWritten,
    asksBack: draft.asksBack,
    yes: draft.yes,
    closes: draft.closes,
    next: {
      ...mind,
      lastWord: lastWordOf(draft),
      lastTold: toldIn(draft),
      referred: mind.referred || draft.asWritten.length > 0,
      puzzled: isPuzzled(draft) ? mind.puzzled + 1 : 0,
      hedges: mind.hedges + (hedges(draft) ? 1 : 0),
    },
  }
}

const toldIn = ({ moves }: Draft): readonly string[] =>
  moves.flatMap((move) => (move.do === 'tell' || move.do === 'lack' ? [move.field] : []))

function lastWordOf({ moves, filler }: Draft): Mind['lastWord'] {
  if (moves.some((move) => move.do === 'push')) return 'pressed'
  if (moves.length > 0) return null
  return filler === 'other-way' ? 'pressed' : filler === 'heard' ? 'noted' : null
}

const hedges = ({ moves, filler, yes }: Draft): boolean =>
  (moves.length === 0 && filler === 'hedge') ||
  (yes === 'hedged' && moves.some((move) => move.do === 'agree'))

const isPuzzled = ({ moves, filler }: Draft): boolean => moves.length === 0 && filler === 'puzzled'

export function leave(draft: Draft, because: NonNullable<Draft['leaving']>): Plan {
  draft.leaving = because
  draft.mind = { ...draft.mind, left: because }
  // "All right." has taken note; a thanks after it comes too late.
  const thanks =
    because === 'satisfied' && draft.mind.lastWord !== 'noted' && !isCool(draft.mind, toneOf(draft.who))
  if (thanks) draft.moves.push({ do: 'thank' })
  draft.moves.push({ do: 'leave', because })
  return finish(draft)
}

/** What is settled stays settled, and the goodbye waits for the next message. */
export function stay(draft: Draft): void {
  if (draft.leaving === null) return
  draft.leaving = null
  draft.mind = { ...draft.mind, left: null }
  draft.moves = draft.moves.filter(({ do: does }) => does !== 'leave')
  if (draft.moves.length === 0) draft.filler ??= draft.closes ? 'no-more' : 'heard'
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
