import type { AgentAct } from '../../base/values/acts.ts'
import type { ActKind, ReadSentence } from '../../base/values/reading.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { HeardWords } from '../../transcript/heard-words.ts'
import { isOpen, type SaidAct, said } from './said-acts.ts'
import { aboutOf, sameAct } from './split-turns.ts'
import { actTelling, isTopic, topicsToldAfter } from './topics.ts'

/**
 * The report places an act whose words are there and were left open; it never removes what was read and never stands for
 * words not said (E2). Out: what the message did, and the reported acts that its words do not bear out.
 */
export function withReport(
  graph: Graph,
  read: readonly SaidAct[],
  { heard, reported, basis }: { heard: HeardWords; reported: readonly AgentAct[]; basis: SaidAct['basis'] },
): { readonly acts: readonly SaidAct[]; readonly against: readonly AgentAct[] } {
  const acts = [...placedQuestions(read, reported)]
  const against: AgentAct[] = []
  for (const raw of reported) {
    const act = toldAs(graph, raw)
    const at = acts.findIndex((one) => sameAct(one.act, act))
    const same = acts[at]
    if (same !== undefined) acts[at] = { ...same, act, counts: 'always' }
    else if (standsThere(graph, heard, act)) acts.push(said(graph, act, true, basis))
    else if (!mayStandThere(heard, act)) against.push(act)
  }
  // What the words left open and the report does not place either stays open.
  const own =
    basis === 'reported' ? acts.filter(({ act, counts }) => counts !== 'if-right' || !isTelling(act)) : acts
  return { acts: inOrder(own), against }
}

/** A question that was read as asking for another field than the report says is the one that was reported. */
function placedQuestions(read: readonly SaidAct[], reported: readonly AgentAct[]): readonly SaidAct[] {
  const isAsked = (act: AgentAct, by: readonly AgentAct[]): boolean => by.some((one) => sameAct(one, act))
  const own = read.map(({ act }) => act)
  const isMisplaced = reported.some((act) => act.act === 'request' && !isAsked(act, own))
  return isMisplaced ? read.filter(({ act }) => act.act !== 'request' || isAsked(act, reported)) : read
}

/** A topic that the desk does not have names none: where the SOP is withheld, agents choose their own words for it. */
const toldAs = (graph: Graph, act: AgentAct): AgentAct =>
  !isTelling(act) || act.about === undefined
    ? act
    : isTopic(graph, act.about)
      ? { act: actTelling(graph, act.about, act.act), about: act.about }
      : { act: act.act }

type Telling = Extract<AgentAct, { about?: string | undefined }>
const NO_TELLING: ReadonlySet<AgentAct['act']> = new Set([
  'request',
  'propose',
  'claim-done',
  'greet',
  'sign-off',
])
const isTelling = (act: AgentAct): act is Telling => !NO_TELLING.has(act.act)

/** A goodbye comes last, whatever the report lists first. */
const inOrder = (acts: readonly SaidAct[]): readonly SaidAct[] => [
  ...acts.filter(({ act }) => act.act !== 'sign-off'),
  ...acts.filter(({ act }) => act.act === 'sign-off'),
]

/** Is there a sentence that was left open and could be this act? */
function standsThere(graph: Graph, { sentences }: HeardWords, act: AgentAct): boolean {
  switch (act.act) {
    case 'greet':
    case 'sign-off':
      return sentences.length > 0
    case 'request':
    case 'propose':
    case 'request-proof':
      return sentences.some((sentence) => isAsking(sentence) || isOpen(sentence) || tells(sentence))
    case 'comfort':
      return sentences.some(({ form }) => form !== 'question')
    default:
      return sentences.some(
        (sentence) =>
          isOpen(sentence) ||
          sentence.acts.some(({ sure }) => !sure) ||
          isAbout(sentence, namesOf(graph, act)) ||
          isLongCourtesy(sentence),
      )
  }
}

/** A sentence that tells something may tell this, even if it was read as telling something else. */
const mayStandThere = ({ sentences }: HeardWords, act: AgentAct): boolean =>
  (isTelling(act) || act.act === 'claim-done') &&
  sentences.some(({ form }) => form !== 'question' && form !== 'courtesy')

const isAsking = ({ form, acts }: ReadSentence): boolean =>
  form === 'question' || acts.some(({ kind }) => ASKING.has(kind))
const ASKING: ReadonlySet<ActKind> = new Set(['request', 'propose', 'request-proof', 'check-fact'])

const tells = ({ form }: ReadSentence): boolean => form !== 'courtesy'

/** "I am sorry, more than 30 days have passed": a comfort that may say more. */
const COURTESY_CHARACTERS_MAX = 32
const isLongCourtesy = ({ form, from, to }: ReadSentence): boolean =>
  form === 'courtesy' && to - from > COURTESY_CHARACTERS_MAX

const isAbout = ({ acts }: ReadSentence, names: readonly (string | undefined)[]): boolean =>
  acts.some(({ place }) => place !== null && names.includes(place.name))

/** What is told after a deed tells of the deed, too. */
const namesOf = (graph: Graph, act: AgentAct): readonly (string | undefined)[] =>
  act.act === 'claim-done' && act.tool !== undefined
    ? [act.tool, ...topicsToldAfter(graph, act.tool)]
    : [aboutOf(act)]
