import type { AgentAct } from '../../base/values/acts.ts'
import { asks } from '../../base/values/reading.ts'
import type { Pack } from '../../cases/case.ts'
import type { Graph, Step } from '../../graph/model/graph.ts'
import { isTell, type Telling } from '../../graph/walk/walk-action.ts'
import type { ActionClass, DueStep, JudgedAction, JudgingWalk } from '../../graph/walk/walk-types.ts'
import { isKnownLanguage } from '../../text/languages.ts'
import { saidIn, together } from '../../text/said/said.ts'
import type { Said } from '../../text/said/words.ts'
import { hasTrait } from '../../transcript/heard-in.ts'
import type { HeardSentence } from '../../transcript/heard-words.ts'
import { namesDeed } from '../text/deed-words.ts'
import {
  isPlaced,
  mayAsk,
  mayNameProposal,
  mayPropose,
  mayTell,
  mayWaitForYes,
  type SaidAct,
} from './said-acts.ts'
import type { AgentMessage } from './seen.ts'
import { sameAct } from './split-turns.ts'
import { topicsToldAfter } from './topics.ts'
import { clausesAbout } from './ways.ts'

/** An action of words with what it rests on. */
export type JudgedWords = { readonly judged: JudgedAction; readonly basis: SaidAct['basis'] | 'text' }

const RIGHT: ReadonlySet<ActionClass> = new Set(['due', 'permitted'])

/** Gives acts of one message to the walk, one after the other: each is judged after those before it (A5). */
export function feedActs(
  walk: JudgingWalk,
  message: AgentMessage,
  acts: readonly SaidAct[],
  isStrange: (act: SaidAct, message: AgentMessage) => boolean,
): readonly JudgedWords[] {
  const { n, heard: said } = message
  const found: JudgedWords[] = []
  let taken = 0
  for (const one of acts) {
    const { counts, basis } = one
    let { act } = one
    if (counts !== 'always' || isStrange(one, message)) {
      const judged = walk.peek(act, said)
      if (!(counts === 'if-due' ? judged === 'due' : RIGHT.has(judged))) continue
      if (judged !== 'due' && !wasHeard(act, message)) act = SOME_QUESTION
    }
    taken += 1
    for (const judged of walk.take({ type: 'said', n, acts: [act], said })) found.push({ judged, basis })
  }
  if (taken > 0) return found
  // Words without an act are judged for what must not be said.
  const basis = 'text' as const
  return walk.take({ type: 'said', n, acts: [], said }).map((judged) => ({ judged, basis }))
}

const SOME_QUESTION: AgentAct = { act: 'request' }

/**
 * "Give us the number assigned to you on joining" may ask for the address too: a guess at a question that was not due, and of
 * whose field the answer says nothing, is no attempt at it that the customer left unanswered (V7).
 */
const wasHeard = (act: AgentAct, { answered }: AgentMessage): boolean =>
  act.act !== 'request' || act.field === undefined || answered.has(act.field)

export type Around = {
  /** messages that got a yes or a no */
  readonly answered: ReadonlySet<number>
  /** what the agent had written before these messages: a figure that stands there has been told */
  readonly before: readonly Said[]
  /** told only after something that never was: it may be another topic */
  readonly isStrange: (act: SaidAct, message: AgentMessage) => boolean
  /** did the agent call this tool after that event? */
  readonly isCalledLater: (tool: string, n: number) => boolean
}

/** As many tells as may stand one after the other in the words of one turn. */
const TELLS_IN_A_ROW_MAX = 8

/**
 * Counts what nobody could read in these messages as the question, tell or proposal that is due (E4): never a customer's yes,
 * never a deed.
 */
export function feedCandidates(
  pack: Pack,
  walk: JudgingWalk,
  messages: readonly AgentMessage[],
  { answered, before, isStrange, isCalledLater }: Around,
): readonly JudgedWords[] {
  const found: JudgedWords[] = []
  const tried = new Set<string>()
  for (let round = 0; round < TELLS_IN_A_ROW_MAX; round += 1) {
    const fed = messages.flatMap((message) => {
      const act = candidateFor(pack, walk, message, {
        isAnswered: answered.has(message.n),
        isStrange,
        isCalledLater,
        tried,
      })
      if (act === null) return []
      tried.add(keyOf(message, act))
      const said = isTell(act)
        ? together([...before, message.heard, ...inOtherWords(pack.graph, act, message).map(saidIn)])
        : message.heard
      return walk.take({ type: 'said', n: message.n, acts: [act], said })
    })
    if (fed.length === 0) break
    found.push(...fed.map((judged) => ({ judged, basis: 'inferred' as const })))
  }
  return found
}

/** Is there anything in these messages that could be counted like that? */
export const holdCandidates = (
  pack: Pack,
  walk: JudgingWalk,
  messages: readonly AgentMessage[],
  { answered, isStrange, isCalledLater }: Omit<Around, 'before'>,
): boolean =>
  messages.some((message) => {
    const isAnswered = answered.has(message.n)
    return candidateFor(pack, walk, message, { isAnswered, isStrange, isCalledLater, tried: NONE }) !== null
  })

const NONE: ReadonlySet<string> = new Set()

function candidateFor(
  pack: Pack,
  walk: JudgingWalk,
  message: AgentMessage,
  {
    isAnswered,
    isStrange,
    isCalledLater,
    tried,
  }: Pick<Around, 'isStrange' | 'isCalledLater'> & {
    readonly isAnswered: boolean
    readonly tried: ReadonlySet<string>
  },
): AgentAct | null {
  const { heard, acts, reported } = message
  const { sentences } = heard
  const wanted = [...walk.due(), ...toldWithDeed(pack.graph, walk, message)].flatMap(({ step }) => {
    const act = actFor(pack.graph, pack.graph.steps.get(step))
    return act === null || (tried.size > 0 && tried.has(keyOf(message, act))) ? [] : [act]
  })
  if (wanted.length === 0) return null
  const isOpen = (sentence: HeardSentence): boolean =>
    !isPlaced(sentence, reported) && !hasTrait(sentence, 'acknowledges')
  // Of two deeds that may be proposed now, the one that was done is the one that was meant.
  const isDone = (act: AgentAct): boolean => act.act === 'propose' && isCalledLater(act.tool, message.n)
  const misread = (of: (act: AgentAct) => boolean): boolean =>
    acts.some((one) => of(one.act) && isStrange(one, message))
  for (const act of [...wanted.filter(isDone), ...wanted.filter((one) => !isDone(one))]) {
    if (acts.some((one) => sameAct(one.act, act))) {
      // It was told here and is still due: what is missing may stand in earlier words, or in others.
      if (isTell(act)) return act
      continue
    }
    // Whoever reports says what was asked: a question that the report does not name was not asked (E2).
    const isReported = reported.length > 0
    if (act.act === 'request') {
      if (
        !isReported &&
        (sentences.some((sentence) => mayAsk(sentence) && isOpen(sentence)) ||
          mayMeanOther(message) ||
          isAnsweredBy(message, act.field) ||
          misread((one) => one.act === 'request' || one.act === 'propose'))
      )
        return act
    } else if (act.act === 'propose') {
      if (isReported && !isAnswered) continue
      // Where nobody answered, only words that ask for a yes, or name the deed, can have proposed it.
      const isNamed = !message.isLast && namesDeed(pack, heard, act.tool)
      const may = isAnswered ? mayPropose : isNamed ? mayNameProposal : mayWaitForYes
      const mayBe = sentences.some(may) || mayMeanOther(message) || misread((one) => one.act === 'request')
      if (mayBe && walk.peek(act, heard) === 'due') return act
    } else if (
      !(isReported && saysOnlyGoodbye(message)) &&
      !(act.act === 'decline' && partsWithoutNo(message)) &&
      (misread(isTell) ||
        sentences.some(
          (sentence) =>
            isOpen(sentence) &&
            (mayTell(sentence, act) ||
              mayHideTell(sentence, act) ||
              isNoFarewell(message, sentence) ||
              (isAboutManners(pack.graph, act.about) && hasTrait(sentence, 'manners'))) &&
            !cannotTell(pack.graph, message, sentence, act),
        ))
    )
      return act
  }
  return null
}

/**
 * Could this sentence be the tell that was due, although its kind was read as one that tells nothing (E4)? Readers take a plain
 * statement for a question, a compliment or a remark; its own words show that it need not be one.
 */
const mayHideTell = (sentence: HeardSentence, { act }: Telling): boolean =>
  sentence.form === 'question' || sentence.form === 'courtesy'
    ? act !== 'comfort' && hasTrait(sentence, 'may-tell')
    : act === 'comfort' && hasTrait(sentence, 'may-comfort')

/** By its own words: whoever only comforts or announces tells of no matter, and whoever asks for good manners speaks of them. */
const cannotTell = (
  graph: Graph,
  { heard }: AgentMessage,
  sentence: HeardSentence,
  { act, about }: Telling,
): boolean =>
  act !== 'comfort' &&
  (hasTrait(sentence, 'tells-nothing') ||
    (heard.language() === 'en' && isAboutManners(graph, about) && !hasTrait(sentence, 'manners')))

/** "Could we please stay civil?" is a question by its form, and the very thing that the SOP wants said. */
const isAboutManners = (graph: Graph, about: string | undefined): boolean =>
  about !== undefined &&
  clausesAbout(graph, about).some((clause) => ASKS_MANNERS.test(graph.sop.clauses.get(clause)?.text ?? ''))

/** Does the SOP ask for good manners here: "ask for a civil tone"? */
const ASKS_MANNERS =
  /\b(?:civil|friendly|respectful|polite|courteous|decent|calm)(?: and \w+)? (?:tone|language|manner|words)\b|\b(?:stay|remain|be|keep it) (?:civil|polite|courteous|respectful)\b/i

/** "Sadly we've said goodbye to it": long for a goodbye, and the talk went on. */
const isNoFarewell = ({ acts }: AgentMessage, sentence: HeardSentence): boolean =>
  hasTrait(sentence, 'long') && acts.some(({ act, counts }) => act.act === 'sign-off' && counts !== 'always')

/** "Paid, you'll have it within a week": the tells of a deed that the message claims are due, whatever was left out before the deed. */
function toldWithDeed(graph: Graph, walk: JudgingWalk, { claims }: AgentMessage): readonly DueStep[] {
  const topics = claims.flatMap(({ tool }) => (tool === null ? [] : topicsToldAfter(graph, tool)))
  if (topics.length === 0) return []
  return walk.owed().filter(({ step: id }) => {
    const step = graph.steps.get(id)
    return step?.kind === 'tell' && step.about !== null && topics.includes(step.about)
  })
}

/** By its own report the message tells nothing: it says goodbye. */
const saysOnlyGoodbye = ({ reported }: AgentMessage): boolean =>
  reported.every(({ act }) => act === 'sign-off' || act === 'greet')

/** A goodbye with no word by which anything could be refused: "your box has been shipped, have a pleasant week". */
const partsWithoutNo = ({ heard, acts }: AgentMessage): boolean =>
  heard.language() === 'en' &&
  (acts.some(({ act }) => act.act === 'sign-off') ||
    heard.sentences.slice(-1).some((sentence) => hasTrait(sentence, 'goodbye'))) &&
  !heard.sentences.some((sentence) => hasTrait(sentence, 'may-refuse'))

/** A question or proposal that was placed, and perhaps wrongly. */
const mayMeanOther = ({ doubtful, acts }: AgentMessage): boolean =>
  doubtful.size > 0 || acts.some(({ act, counts }) => act.act === 'propose' && counts === 'if-right')

const isAnsweredBy = ({ answered, heard }: AgentMessage, field: string | undefined): boolean =>
  field !== undefined && answered.has(field) && asks(heard)

/**
 * Conditions and warnings of a tell as its author worded them: the agent may have put them in other words; in a language that
 * nobody here reads, its figures too.
 */
const inOtherWords = (graph: Graph, { act, about }: Telling, { heard }: AgentMessage): readonly string[] =>
  [...graph.steps.values()].flatMap((step) =>
    step.kind === 'tell' && step.act === act && step.about === (about ?? null)
      ? step.holds.flatMap((hold) =>
          !isKnownLanguage(heard.language()) ||
          ((hold.kind === 'condition' || hold.kind === 'warning') && !/\d/.test(hold.text))
            ? [hold.text]
            : [],
        )
      : [],
  )

type Candidate = Extract<AgentAct, { act: 'request' | 'propose' }> | Telling

/** The words that would do a step; null: words do not. */
function actFor(graph: Graph, step: Step | undefined): Candidate | null {
  if (step?.kind === 'learn') return { act: 'request', field: step.field }
  if (step?.kind === 'tell')
    return step.about === null ? { act: step.act } : { act: step.act, about: step.about }
  const confirmed = step?.kind === 'confirm' ? graph.steps.get(step.step) : undefined
  return confirmed?.kind === 'act' ? { act: 'propose', tool: confirmed.tool } : null
}

const keyOf = ({ n }: AgentMessage, act: AgentAct): string => `${n} ${JSON.stringify(act)}`
