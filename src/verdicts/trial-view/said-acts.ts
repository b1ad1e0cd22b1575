import type { AgentAct, TellAct } from '../../base/values/acts.ts'
import { type ActKind, asks, type ReadAct, type ReadSentence } from '../../base/values/reading.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { Telling } from '../../graph/walk/walk-action.ts'
import type { HeardWords } from '../../transcript/heard-words.ts'
import { deedsImplied } from './implied-deeds.ts'
import { actTelling, isRefusal } from './topics.ts'

/** One act of a message's words, as the walk is given it. */
export type SaidAct = {
  readonly act: AgentAct
  readonly basis: 'read' | 'reported' | 'inferred'
  /**
   * `always`: also where it is wrong. `if-right`: not sure, so it counts where it is due or permitted and is never held
   * against the agent. `if-due`: inferred from what was done, so it counts only for the step that is due.
   */
  readonly counts: 'always' | 'if-right' | 'if-due'
  /** the deeds it tells of: of the same turn, it counts after them (A5) */
  readonly deeds: readonly string[]
}

/** What the words did, in their order. */
export function actsRead(graph: Graph, heard: HeardWords): readonly SaidAct[] {
  const refuses = heard.sentences.some(({ acts }) => acts.some(({ kind }) => kind === 'decline'))
  const isAsking = asks(heard)
  return heard.sentences.flatMap(({ acts }) =>
    acts.flatMap((one) => {
      const act = agentAct(graph, one, { refuses, isAsking })
      return act === null ? [] : [said(graph, act.act, act.sure)]
    }),
  )
}

export const said = (
  graph: Graph,
  act: AgentAct,
  sure: boolean,
  basis: SaidAct['basis'] = 'read',
): SaidAct => ({
  act,
  basis,
  counts: sure ? 'always' : 'if-right',
  deeds: 'about' in act && act.about !== undefined ? deedsImplied(graph, act.about) : [],
})

type Around = { readonly refuses: boolean; readonly isAsking: boolean }

function agentAct(
  graph: Graph,
  read: ReadAct,
  { refuses, isAsking }: Around,
): { readonly act: AgentAct; readonly sure: boolean } | null {
  const { kind, place, polarity, sure } = read
  switch (kind) {
    case 'request':
      return { act: place?.in === 'field' ? { act: 'request', field: place.name } : { act: 'request' }, sure }
    case 'check-fact':
      // "Are you upset, or all right so far?" asks for the fact, whatever answer it holds out.
      return place?.in === 'field' ? { act: { act: 'request', field: place.name }, sure } : null
    case 'anything-else':
      // A question nobody owes: it asks for no field, and is always permitted (A3).
      return { act: { act: 'request' }, sure: true }
    case 'propose':
      return place?.in === 'tool' && polarity !== 'negative'
        ? { act: { act: 'propose', tool: place.name }, sure }
        : null
    case 'greet':
      return { act: { act: 'greet' }, sure: true }
    case 'comfort':
      return { act: { act: 'comfort' }, sure: true }
    case 'sign-off':
      // Whoever asks something does not take the matter as settled.
      return isAsking ? null : { act: { act: 'sign-off' }, sure: true }
    case 'inform':
    case 'explain':
    case 'promise':
    case 'offer':
    case 'decline':
    case 'request-proof': {
      if (place?.in !== 'topic' || polarity === 'negative') return null
      const act = actTelling(graph, place.name, TELLS[kind])
      // "A used item can be exchanged within 30 days" names the rule of a refusal and refuses nothing.
      const isMention = isRefusal(graph, place.name) && kind !== 'decline' && !refuses
      // What is promised or offered is not told as it stands.
      const isTold = kind !== 'promise' && kind !== 'offer' && polarity === 'positive'
      return { act: { act, about: place.name }, sure: sure && isTold && !isMention }
    }
    default:
      return null
  }
}

const TELLS: Readonly<
  Record<'inform' | 'explain' | 'promise' | 'offer' | 'decline' | 'request-proof', TellAct>
> = {
  inform: 'inform',
  explain: 'explain',
  promise: 'inform',
  offer: 'offer',
  decline: 'decline',
  'request-proof': 'request-proof',
}

const TELLING: ReadonlySet<ActKind> = new Set([
  'inform',
  'explain',
  'promise',
  'offer',
  'decline',
  'request-proof',
  'claim-done',
  'hand-over',
])

/** Something in this sentence was left open: nobody could say what it tells, or not for sure (E4). */
export const isOpen = ({ unread, acts }: ReadSentence): boolean =>
  unread || acts.some(({ kind, place, sure }) => TELLING.has(kind) && (place === null || !sure))

const QUESTIONS: ReadonlySet<ActKind> = new Set(['request', 'request-proof', 'check-fact', 'propose'])

const FORMULAS: ReadonlySet<ActKind> = new Set(['courtesy', 'greet', 'sign-off', 'anything-else'])

/** "Thank you for writing to us": read with certainty, and it comforts nobody. */
const isFormula = ({ acts }: ReadSentence): boolean =>
  acts.length > 0 && acts.every(({ kind, sure }) => sure && FORMULAS.has(kind))

/** Could this sentence be the tell that was due? By its kind: a greeting, a comfort and what is placed elsewhere are none. */
export const mayTell = (sentence: ReadSentence, { act, about }: Telling): boolean =>
  act === 'comfort'
    ? sentence.unread || (sentence.form === 'courtesy' && !isFormula(sentence))
    : isOpen(sentence) ||
      (act === 'request-proof' && sentence.form === 'question' && !asksForMore(sentence)) ||
      sentence.acts.some((one) => isDenialOf(one, about))

/** "Is there anything else I can do for you?" asks for no proof. */
const asksForMore = ({ acts }: ReadSentence): boolean => acts.some(({ kind }) => kind === 'anything-else')

/** "Nothing is ordered, and the offer stands": a denial of something may stand beside the topic. */
const isDenialOf = ({ kind, place, polarity }: ReadAct, about: string | undefined): boolean =>
  TELLING.has(kind) && place?.in === 'topic' && place.name === about && polarity !== 'positive'

/** Could this sentence ask for the fact that was due? What was read as another question for sure is none. */
export const mayAsk = (sentence: ReadSentence): boolean =>
  isOpen(sentence) ||
  sentence.acts.some(({ kind, place, sure }) => QUESTIONS.has(kind) && (place === null || !sure)) ||
  (sentence.form === 'question' &&
    sentence.acts.every(({ kind }) => !QUESTIONS.has(kind) && kind !== 'anything-else'))

/** Could this sentence ask for a yes? */
export const mayPropose = (sentence: ReadSentence): boolean =>
  sentence.acts.some(({ kind, place, sure }) => kind === 'propose' && (place === null || !sure)) ||
  (sentence.form === 'question'
    ? sentence.acts.every(({ kind, sure, place }) =>
        kind === 'request'
          ? !sure || place === null
          : // "FN-20437 onto your address. Right?" asks for a yes, if it does not ask whether that is so.
            kind !== 'anything-else' && !(kind === 'check-fact' && sure),
      )
    : isOpen(sentence))

/** Does it ask for a yes by its form, whether or not anybody answered? */
export const asksForYes = (sentence: ReadSentence): boolean =>
  mayPropose(sentence) &&
  (sentence.form === 'question' || sentence.acts.some(({ kind }) => kind === 'propose'))
