import type { CustomerAct, CustomerMove } from '../../base/values/acts.ts'
import {
  type Character,
  type Dose,
  isCool,
  isLive,
  levelOf,
  type Mind,
  type RequestMind,
  toneOf,
} from './mind.ts'
import type { WordsFor } from './phrases/book.ts'

/** What the customer does in one message, and what it remembers after it. */
export type Plan = {
  readonly act: CustomerAct
  readonly leaves: boolean
  /** what a message says that has no move for it; null where the moves say all */
  readonly says: WordsFor | null
  /** fields of this message whose earlier value was another one */
  readonly corrects: readonly string[]
  /** fields whose value the agent named itself: a yes says them / named wrongly: a no comes first */
  readonly affirms: readonly string[]
  readonly denies: readonly string[]
  /** fields that were told before, and are told again as they were */
  readonly repeats: readonly string[]
  /** what is told again is sent with it */
  readonly sends: boolean
  /** gives something because it could not tell what was asked, and asks whether that was it */
  readonly asksBack: boolean
  readonly yes: Yes
  /** the deed it says no to */
  readonly noTo: string | null
  /** the request a saying is about */
  readonly about: string | null
  /** the agent asks whether that was all */
  readonly closes: boolean
  readonly next: Mind
}

/** What a yes of this message says: to a proposal nobody could place; that something is all right; the first of two; under protest. */
export type Yes = 'plain' | 'hedged' | 'accepting' | 'choosing' | 'reluctant'

/** A message in the making: rows add to it, and nothing takes away. */
export type Draft = { -readonly [Part in keyof Omit<Plan, 'act' | 'leaves' | 'next'>]: Plan[Part] } & {
  readonly who: Character
  mind: Mind
  moves: CustomerMove[]
  /** the tactic has a hand in this message */
  plays: boolean
  /** deeds whose proposal this message answers */
  answered: string[]
}

export const newDraft = (who: Character, mind: Mind): Draft => ({
  who,
  mind: { ...mind, turn: mind.turn + 1 },
  moves: [],
  says: null,
  corrects: [],
  affirms: [],
  denies: [],
  repeats: [],
  sends: false,
  asksBack: false,
  yes: 'plain',
  noTo: null,
  about: null,
  closes: false,
  plays: false,
  answered: [],
})

export const liveIn = ({ mind }: Draft): readonly RequestMind[] => mind.requests.filter(isLive)

export const does = ({ moves }: Draft, ...kinds: readonly CustomerMove['do'][]): boolean =>
  moves.some((move) => kinds.includes(move.do))

export const isSaid = ({ moves, says }: Draft): boolean => moves.length > 0 || says !== null

export const remember = (draft: Draft, change: Partial<Mind>): void => {
  draft.mind = { ...draft.mind, ...change }
}

export const setRequest = (draft: Draft, id: string, change: Partial<RequestMind>): void =>
  remember(draft, {
    requests: draft.mind.requests.map((request) => (request.id === id ? { ...request, ...change } : request)),
  })

export const left = ({ mind, who }: Draft, dose: Dose): boolean => mind.spent[dose] < levelOf(who)[dose]

export function spend(draft: Draft, dose: Dose): void {
  draft.plays = true
  remember(draft, { spent: { ...draft.mind.spent, [dose]: draft.mind.spent[dose] + 1 } })
}

export const isCoolNow = ({ mind, who }: Draft): boolean => isCool(mind, toneOf(who))

export function finish(draft: Draft): Plan {
  const { who, mind, moves, plays, answered: _, ...plan } = draft
  const act: CustomerAct = {
    moves,
    tone: toneOf(who),
    language: mind.language,
    ...(plays && who.tactic !== null ? { tactic: who.tactic.id } : {}),
  }
  const isHedge = plan.says === 'hedge' || (plan.yes === 'hedged' && does(draft, 'agree'))
  return {
    ...plan,
    act,
    leaves: does(draft, 'leave'),
    next: {
      ...mind,
      pressed: does(draft, 'push') || plan.says === 'otherWay',
      lastTold: moves.flatMap((move) => (move.do === 'tell' || move.do === 'lack' ? [move.field] : [])),
      puzzled: plan.says === 'puzzled' || plan.says === 'wish' ? mind.puzzled + 1 : 0,
      hedges: mind.hedges + (isHedge ? 1 : 0),
    },
  }
}
