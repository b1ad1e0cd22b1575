import type { AgentAct } from '../../base/values/acts.ts'
import type { ReadAct, Reading, ReadSentence } from '../../base/values/reading.ts'
import { UNKNOWN } from '../../base/values/value.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { missingHolds } from '../../graph/walk/held.ts'
import { claimsOutright } from '../../reading/outright.ts'
import { tellsState } from '../../reading/state.ts'
import { deedsImplied } from './implied-deeds.ts'
import { asksForYes } from './said-acts.ts'

/** A deed that a message tells as done. */
export type DeedClaim = {
  /** null: nobody could say which deed was meant */
  readonly tool: string | null
  readonly of: 'write' | 'handover'
  readonly basis: 'read' | 'reported'
  /** the deed is named, and two ways of reading agree; or the agent reported it */
  readonly sure: boolean
  /** in the first person, as done, by a verb that is not one of looking up (E7) */
  readonly outright: boolean
  /** the sentence tells a state of the records: "it has been refunded already" */
  readonly isState: boolean
  /** beside topics that tell these deeds: the words may mean them */
  readonly beside: readonly string[]
  /** the sentence also tells a topic of this desk for sure */
  readonly withTopic: boolean
  /** no word of the deed: a topic that is told only after it */
  readonly byTopic: boolean
  /** says what will be: "the depot will call you" */
  readonly isPlan: boolean
  /** topic of a deed, not read for sure, with the days that the SOP wants told after the deed */
  readonly byFigures: boolean
  /** the words that claim it, and the sentence they stand in; empty where it was reported */
  readonly words: string
  readonly sentence: string
}

/** Negated, conditional and reported deeds are no claims (E7). */
export function claimsRead(graph: Graph, reading: Reading, text: string): readonly DeedClaim[] {
  // "A workman then comes within 10 days. Shall I register it?" tells what would be.
  const isProposal = reading.sentences.some(
    (sentence) => asksForYes(sentence) || sentence.acts.some(({ kind }) => kind === 'propose'),
  )
  return unique(
    reading.sentences.flatMap((sentence) => {
      const beside = sentence.acts.flatMap(({ place, sure }) =>
        place?.in === 'topic' && sure ? deedsImplied(graph, place.name) : [],
      )
      const own = sentence.acts.flatMap((act) => claimIn(act, sentence, text))
      const denied = new Set(
        sentence.acts.flatMap(({ kind, polarity, place }) =>
          kind === 'claim-done' && polarity !== 'positive' && place !== null ? [place.name] : [],
        ),
      )
      const words = text.slice(sentence.from, sentence.to)
      const results = sentence.acts
        .filter((act) => !isProposal && tellsResult(act, sentence))
        .flatMap(({ place, sure }) =>
          place === null || !(sure || standsWithFigures(graph, place.name, words))
            ? []
            : deedsImplied(graph, place.name).map((tool) => ({ ...result(tool), sure, byFigures: !sure })),
        )
        .filter(({ tool }) => tool !== null && !denied.has(tool))
      const withTopic = sentence.acts.some(({ place, sure }) => place?.in === 'topic' && sure)
      return [...own, ...results].map((claim) => ({ ...claim, beside, withTopic, sentence: words }))
    }),
  )
}

function claimIn(act: ReadAct, { form, from, to }: ReadSentence, text: string): readonly DeedClaim[] {
  if (act.polarity !== 'positive' || (act.kind !== 'claim-done' && act.kind !== 'hand-over')) return []
  const words = text.slice(act.from, act.to)
  if (HAS_DONE_NONE.test(words) || HAS_LEFT_IT.test(words)) return []
  const outright = claimsOutright(words)
  const isHandover = act.kind === 'hand-over' || (outright && HANDS_TALK_OVER.test(words))
  const isOther = isHandover && act.kind !== 'hand-over'
  const tool = act.place?.in === 'tool' && !isOther ? act.place.name : null
  return [
    {
      tool,
      of: isHandover ? 'handover' : 'write',
      basis: 'read',
      sure: act.sure,
      outright,
      isState: !outright && (form === 'state' || (!act.sure && tellsState(text.slice(from, to)))),
      beside: [],
      withTopic: false,
      byTopic: false,
      isPlan: form === 'plan' || form === 'condition',
      byFigures: false,
      words,
      sentence: '',
    },
  ]
}

/** "I have made no booking", "nothing has been booked": the no stands at what was not done, and not at the verb. */
const HAS_DONE_NONE =
  /(?:\b(?:have|has|had)|['’]ve) (?:\w+ly )?\w+ (?:no|nothing)\b|\b(?:no \w+|nothing|none)(?: has| have|['’]s|['’]ve) been\b/i

/** "I've kept my hands off", "I have left it as it was": whoever leaves a thing alone did nothing to it. */
const HAS_LEFT_IT =
  /\b(?:kept|left|let|keeping|leaving)\b[^.!?]*\b(?:hands off|alone|as (?:it|they|things|is|was|before|agreed)\b|untouched|unchanged|in place|the way|exactly where)/i

/** "I have also handed this conversation over to the duty nurse": no write does that, whatever deed was read in it. */
const HANDS_TALK_OVER =
  /\b(?:handed|passed|transferred) (?:you|(?:this|the|our|your) (?:conversation|chat|talk)) (?:over |on |across )?to\b/i

/** "The label is waiting in your inbox": a topic that is told only after a deed, told as it stands. */
const tellsResult = ({ kind, polarity, place }: ReadAct, { form, acts }: ReadSentence): boolean =>
  (kind === 'inform' || kind === 'explain') &&
  polarity === 'positive' &&
  place?.in === 'topic' &&
  form === 'plain' &&
  // "The money follows once the shirt is back" and "it would be plan F" say what will or would be.
  acts.every((act) => act.polarity !== 'conditional')

/** "It is in the house book now, and you hear from us within 5 working days": a state, and the days told after the deed. */
function standsWithFigures(graph: Graph, topic: string, words: string): boolean {
  const days = [...graph.steps.values()].flatMap((step) =>
    step.kind === 'tell' && step.about === topic ? step.holds.filter(({ kind }) => kind === 'days') : [],
  )
  return (
    days.length > 0 && STANDS.test(words) && missingHolds({ holds: days }, words, NOTHING_READ).length === 0
  )
}
const STANDS = /\b(?:is|are|has been|have been) (?:\w+ ){0,6}(?:now|already)\b/i
/** Days are written in the graph: nothing has to be read for them. */
const NOTHING_READ = { read: () => UNKNOWN, today: '' }

const result = (tool: string): DeedClaim => ({
  tool,
  of: 'write',
  basis: 'read',
  sure: true,
  outright: false,
  isState: false,
  beside: [],
  withTopic: false,
  byTopic: true,
  isPlan: false,
  byFigures: false,
  words: '',
  sentence: '',
})

/** Deeds that the agent reported to have told as done, and those that a topic it reported stands for. */
export function claimsReported(graph: Graph, acts: readonly AgentAct[]): readonly DeedClaim[] {
  const proposed = acts.flatMap((act) => (act.act === 'propose' ? [act.tool] : []))
  return acts.flatMap((act) => {
    const tools: readonly (string | null)[] =
      act.act === 'claim-done'
        ? [act.tool ?? null]
        : 'about' in act && act.about !== undefined && proposed.length === 0
          ? deedsImplied(graph, act.about)
          : []
    return tools
      .filter((tool) => tool === null || !proposed.includes(tool))
      .map((tool) => ({
        ...result(tool ?? ''),
        tool,
        basis: 'reported' as const,
        sure: tool !== null,
        byTopic: act.act !== 'claim-done',
      }))
  })
}

/** One deed is claimed once a message: as reported, else as read most surely. */
export function unique(claims: readonly DeedClaim[]): readonly DeedClaim[] {
  const best = new Map<string, DeedClaim>()
  for (const claim of claims) {
    const key = `${claim.of} ${claim.tool}`
    const known = best.get(key)
    if (known === undefined || (claim.sure && !known.sure) || (known.byTopic && !claim.byTopic))
      best.set(key, claim)
    else if (claim.outright && !known.outright) best.set(key, { ...known, outright: true })
  }
  return [...best.values()]
}
