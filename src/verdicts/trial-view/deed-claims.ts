import type { AgentAct } from '../../base/values/acts.ts'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { UNKNOWN } from '../../base/values/value.ts'
import type { Graph } from '../../graph/model/graph.ts'
import { missingHolds } from '../../graph/walk/held.ts'
import { saidIn } from '../../text/said/said.ts'
import type { Said } from '../../text/said/words.ts'
import { hasTrait } from '../../transcript/heard-in.ts'
import type { HeardSentence, HeardWords } from '../../transcript/heard-words.ts'
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
  /** the words that claim it, and the sentence they stand in; nothing where it was reported */
  readonly words: Said
  readonly sentence: HeardSentence | null
}

/** Negated, conditional and reported deeds are no claims (E7). */
export function claimsRead(graph: Graph, heard: HeardWords): readonly DeedClaim[] {
  // "A workman then comes within 10 days. Shall I register it?" tells what would be.
  const isProposal = heard.sentences.some(
    (sentence) => asksForYes(sentence) || sentence.acts.some(({ kind }) => kind === 'propose'),
  )
  return unique(
    heard.sentences.flatMap((sentence) => {
      const beside = sentence.acts.flatMap(({ place, sure }) =>
        place?.in === 'topic' && sure ? deedsImplied(graph, place.name) : [],
      )
      const own = sentence.acts.flatMap((act) => claimIn(act, sentence, heard))
      const results = sentence.acts
        .filter((act) => !isProposal && tellsResult(act, sentence))
        .flatMap(({ place, sure }) =>
          place === null || !(sure || standsWithFigures(graph, place.name, sentence))
            ? []
            : deedsImplied(graph, place.name).map((tool) => ({ ...result(tool), sure, byFigures: !sure })),
        )
      const withTopic = sentence.acts.some(({ place, sure }) => place?.in === 'topic' && sure)
      return [...own, ...results].map((claim) => ({ ...claim, beside, withTopic, sentence }))
    }),
  )
}

function claimIn(act: ReadAct, sentence: HeardSentence, heard: HeardWords): readonly DeedClaim[] {
  if (act.polarity !== 'positive' || (act.kind !== 'claim-done' && act.kind !== 'hand-over')) return []
  const { form } = sentence
  const traits = act.traits ?? []
  const outright = traits.includes('outright')
  const isHandover = act.kind === 'hand-over' || (outright && traits.includes('hands-talk-over'))
  const isOther = isHandover && act.kind !== 'hand-over'
  const tool = act.place?.in === 'tool' && !isOther ? act.place.name : null
  return [
    {
      tool,
      of: isHandover ? 'handover' : 'write',
      basis: 'read',
      sure: act.sure,
      outright,
      isState: !outright && (form === 'state' || (!act.sure && hasTrait(sentence, 'state'))),
      beside: [],
      withTopic: false,
      byTopic: false,
      isPlan: form === 'plan' || form === 'condition',
      byFigures: false,
      words: heard.at(act),
      sentence,
    },
  ]
}

/** "The label is waiting in your inbox": a topic that is told only after a deed, told as it stands. */
const tellsResult = ({ kind, polarity, place }: ReadAct, { form, acts }: ReadSentence): boolean =>
  (kind === 'inform' || kind === 'explain') &&
  polarity === 'positive' &&
  place?.in === 'topic' &&
  form === 'plain' &&
  // "The money follows once the shirt is back" and "it would be plan F" say what will or would be.
  acts.every((act) => act.polarity !== 'conditional')

/** "It is in the house book now, and you hear from us within 5 working days": a state, and the days told after the deed. */
function standsWithFigures(graph: Graph, topic: string, sentence: HeardSentence): boolean {
  const days = [...graph.steps.values()].flatMap((step) =>
    step.kind === 'tell' && step.about === topic ? step.holds.filter(({ kind }) => kind === 'days') : [],
  )
  return (
    days.length > 0 &&
    hasTrait(sentence, 'stands') &&
    missingHolds({ holds: days }, sentence, NOTHING_READ).length === 0
  )
}
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
  words: saidIn(''),
  sentence: null,
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
