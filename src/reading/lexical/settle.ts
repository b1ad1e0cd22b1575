import type { ActKind, ReadAct } from '../../base/values/reading.ts'
import type { KindChances } from './kinds.ts'
import type { Limits } from './limits.ts'

/** An act with what is known about it while a message is read. */
export type Draft = Omit<ReadAct, 'chance'> & {
  /** chance of its place */
  readonly chance: number
  /** how likely it is what it was taken for, once that was weighed */
  readonly right?: number
  /** the kind needs no second opinion, or has one */
  readonly isKind: boolean
  /** its topic is one that says no */
  readonly declines: boolean
  /** it may be the reason of a no that stands beside it: its topic says no or is bad news */
  readonly mayBeReason: boolean
  /** says no by its frame, whatever its reason: `outright` needs no second opinion */
  readonly refuses: 'outright' | 'likely' | 'no'
  /** its clause denies something */
  readonly isDenial: boolean
  /** its clause asks, and is not an offer of more help: "if you need anything else, just write" */
  readonly asks: boolean
  /** what the learned kinds say of its sentence */
  readonly chances: KindChances
  readonly frame: Frame
  /** its place was named in other words than its own */
  readonly isCarried: boolean
  /** it tells what follows from a deed that is only proposed */
  readonly isAhead: boolean
  /** how much likelier its place is than the next one */
  readonly margin: number
}

/** How its kind was found: `outright` by a frame that needs no second opinion, `learned` without a frame. */
export type Frame = 'outright' | 'framed' | 'learned' | 'fragment'

const ASKING: ReadonlySet<ActKind> = new Set([
  'request',
  'request-proof',
  'check-fact',
  'propose',
  'anything-else',
])

/** How many sentences may lie between a refusal and its reason. */
const REASON_DISTANCE_MAX = 2

/**
 * What only the whole message tells. A refusal that does not give its reason itself ("so I can't take it back") means the
 * reason given beside it; a topic told by two clauses is surer than each of them.
 */
export function settle(
  sentences: readonly (readonly Draft[])[],
  { topic, decline }: Limits,
): readonly (readonly Draft[])[] {
  const reasons = sentences.flatMap((drafts, at) =>
    drafts.filter((draft) => draft.place?.in === 'topic').map((draft) => ({ draft, at })),
  )
  const others = (own: Draft): readonly Draft[] =>
    reasons.flatMap(({ draft }) => (draft !== own && draft.place?.name === own.place?.name ? [draft] : []))
  const together = (own: Draft): number =>
    1 - others(own).reduce((miss, { chance }) => miss * (1 - chance), 1 - own.chance)
  const saysNo = (at: number): boolean =>
    sentences
      .slice(Math.max(0, at - REASON_DISTANCE_MAX), at + REASON_DISTANCE_MAX + 1)
      .some((drafts) => drafts.some(({ kind, isDenial }) => kind === 'decline' || isDenial))
  const asks = sentences.some((drafts) =>
    drafts.some(({ kind, asks: isQuestion }) => ASKING.has(kind) && isQuestion),
  )
  return sentences.map((drafts, at) =>
    drafts.map((draft): Draft => {
      // "My pleasure. Which day suits you?" is no goodbye.
      if (draft.kind === 'sign-off' && asks) return { ...draft, kind: 'courtesy' }
      if (draft.kind === 'decline') {
        const near = reasons
          .filter(
            ({ draft: reason, at: there }) =>
              reason.chance > topic.sure &&
              (reason.declines
                ? Math.abs(there - at) <= REASON_DISTANCE_MAX
                : draft.refuses === 'outright' && reason.mayBeReason && Math.abs(there - at) <= 1),
          )
          .sort(
            (a, b) =>
              Number(b.draft.declines) - Number(a.draft.declines) ||
              Math.abs(a.at - at) - Math.abs(b.at - at) ||
              b.draft.chance - a.draft.chance,
          )
        const [reason] = near
        const isSame = reason !== undefined && reason.draft.place?.name === draft.place?.name
        if (reason === undefined)
          return draft.place !== null && draft.isKind && together(draft) > topic.sure
            ? { ...draft, sure: true }
            : draft
        if (draft.place === null || isSame || draft.chance < reason.draft.chance / 2)
          return { ...draft, place: reason.draft.place, sure: draft.refuses !== 'no' }
        return draft
      }
      // "You are well within the 30 days": a limit kept is not the refusal of those who missed it.
      if (draft.declines && !saysNo(at)) return { ...draft, sure: false }
      if (draft.place?.in !== 'topic' || draft.sure || !draft.isKind) return draft
      return together(draft) > Math.max(topic.sure, decline.sure) ? { ...draft, sure: true } : draft
    }),
  )
}
