import type { ActKind } from '../../base/values/reading.ts'
import { contentOf } from './bags.ts'
import type { LearnedKind } from './kinds.ts'
import type { Prepared } from './prepare.ts'
import type { Draft } from './settle.ts'
import { saidIn } from './single-spaced.ts'
import type { WeighedKind } from './weighed.ts'

const WEIGHED_AS: Readonly<Partial<Record<ActKind, WeighedKind>>> = {
  request: 'request',
  'request-proof': 'request',
  propose: 'propose',
  'claim-done': 'claim-done',
  decline: 'decline',
  inform: 'tell',
  explain: 'tell',
  promise: 'tell',
  'hand-over': 'hand-over',
}

/** Only an act with a place, that says that something is so, is weighed. */
export const weighedAs = ({ kind, place, polarity }: Draft): WeighedKind | undefined =>
  place === null || polarity !== 'positive' ? undefined : WEIGHED_AS[kind]

const LEARNED_AS: Readonly<Record<WeighedKind, LearnedKind>> = {
  request: 'request',
  propose: 'propose',
  'claim-done': 'claim-done',
  decline: 'decline',
  tell: 'inform',
  'hand-over': 'hand-over',
}
const OPPOSED: readonly LearnedKind[] = [...Object.values(LEARNED_AS), 'denied']

/** What speaks for or against an act being read rightly. */
export type Evidence = {
  readonly always: 1
  /** log odds of its place, and how far the next place is behind */
  readonly place: number
  readonly margin: number
  /** log odds of its kind by the learned kinds, and of the likeliest other kind */
  readonly opinion: number
  readonly against: number
  /** how its kind was found */
  readonly outright: number
  readonly learned: number
  readonly fragment: number
  /** the first rule: frame and learned kind agree; and the place is likely enough too */
  readonly kind: number
  readonly rule: number
  /** its place was named in other words than its own */
  readonly carried: number
  /** how likely another act of the message is that goes with it: the same place, or what is told after that deed */
  readonly backed: number
  /** acts of its kind with another place in the same message */
  readonly rivals: number
  readonly promised: number
  /** it tells what follows from a deed that is only proposed */
  readonly ahead: number
  readonly denied: number
  /** no question mark in its sentence */
  readonly unmarked: number
  readonly short: number
  /** the message says no elsewhere; and its own sentence has no question mark: "what we need is the document" tells */
  readonly besideNo: number
  readonly unmarkedBesideNo: number
  /** "or would you rather have a new one?" */
  readonly choice: number
  /** the message says of the same deed that it is done */
  readonly doneToo: number
}

const odds = (chance: number, most: number): number => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, chance))
  return Math.max(-most, Math.min(most, Math.log(inside / (1 - inside)))) / 2
}
const flag = (holds: boolean): number => (holds ? 1 : 0)
const SHORT = 2
const RIVALS_MAX = 3

export function evidenceOf(
  draft: Draft,
  as: WeighedKind,
  drafts: readonly Draft[],
  message: Prepared,
): Evidence {
  const { place, chances, frame, from } = draft
  const { follows } = message.index.topics
  const words = saidIn(message.folded, draft)
  const sentence = message.sentences.find((one) => one.from <= from && from < one.end)
  const isMarked = sentence?.units.some(({ text }) => text.includes('?')) ?? false
  const others = drafts.filter((one) => one !== draft && one.place !== null)
  const goesWith = ({ place: other, kind }: Draft): boolean =>
    other?.name === place?.name ||
    (other?.in === 'topic' && place?.in === 'tool' && follows(other.name, place.name)) ||
    (other?.in === 'tool' &&
      kind === 'claim-done' &&
      place?.in === 'topic' &&
      follows(place.name, other.name))
  const isSame = (one: Draft): boolean => one.place?.name === place?.name
  const rivals = others.filter((one) => weighedAs(one) === as && !isSame(one)).length
  const besideNo = drafts.some((one) => one !== draft && (one.kind === 'decline' || one.declines))
  const own = LEARNED_AS[as]
  return {
    always: 1,
    place: odds(draft.chance, 5),
    margin: draft.margin,
    opinion: odds(chances[own], 4),
    against: odds(Math.max(...OPPOSED.map((kind) => (kind === own ? 0 : chances[kind]))), 4),
    outright: flag(frame === 'outright'),
    learned: flag(frame === 'learned'),
    fragment: flag(frame === 'fragment'),
    kind: flag(draft.isKind),
    rule: flag(draft.sure),
    carried: flag(draft.isCarried),
    backed: Math.max(0, ...others.filter(goesWith).map(({ chance }) => chance)),
    rivals: Math.min(RIVALS_MAX, rivals) / RIVALS_MAX,
    promised: flag(draft.kind === 'promise'),
    ahead: flag(draft.isAhead),
    denied: flag(draft.isDenial),
    unmarked: flag(!isMarked),
    short: flag(contentOf(words, message.language).length < SHORT),
    besideNo: flag(besideNo),
    unmarkedBesideNo: flag(besideNo && !isMarked),
    choice: flag(message.frames.choice.test(words)),
    doneToo: flag(others.some((one) => one.kind === 'claim-done' && isSame(one))),
  }
}
