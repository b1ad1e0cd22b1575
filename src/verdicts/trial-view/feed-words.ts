import type { AgentAct } from '../../base/values/acts.ts'
import { asks, type ReadSentence } from '../../base/values/reading.ts'
import type { Pack } from '../../cases/case.ts'
import type { Graph, Step } from '../../graph/model/graph.ts'
import { isTell, type Telling } from '../../graph/walk/walk-action.ts'
import type { ActionClass, DueStep, JudgedAction, JudgingWalk } from '../../graph/walk/walk-types.ts'
import { isKnownLanguage } from '../../text/languages.ts'
import { namesDeed } from '../text/deed-words.ts'
import {
  asksForManners,
  mayHideTell,
  onlyAnnounces,
  onlyComforts,
  speaksOfManners,
} from '../text/hidden-tells.ts'
import { REFUSING } from '../text/refusing-words.ts'
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
  const { n, text } = message
  const found: JudgedWords[] = []
  let taken = 0
  for (const said of acts) {
    const { counts, basis } = said
    let { act } = said
    if (counts !== 'always' || isStrange(said, message)) {
      const judged = walk.peek(act, text)
      if (!(counts === 'if-due' ? judged === 'due' : RIGHT.has(judged))) continue
      if (judged !== 'due' && !wasHeard(act, message)) act = SOME_QUESTION
    }
    taken += 1
    for (const judged of walk.take({ type: 'said', n, acts: [act], text })) found.push({ judged, basis })
  }
  if (taken > 0) return found
  // Words without an act are judged for what must not be said.
  const basis = 'text' as const
  return walk.take({ type: 'said', n, acts: [], text }).map((judged) => ({ judged, basis }))
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
  readonly before: readonly string[]
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
      const text = isTell(act)
        ? [...before, message.text, ...inOtherWords(pack.graph, act, message)].join('\n')
        : message.text
      return walk.take({ type: 'said', n: message.n, acts: [act], text })
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
  const { text, reading, acts, reported } = message
  const wanted = [...walk.due(), ...toldWithDeed(pack.graph, walk, message)].flatMap(({ step }) => {
    const act = actFor(pack.graph, pack.graph.steps.get(step))
    return act === null || (tried.size > 0 && tried.has(keyOf(message, act))) ? [] : [act]
  })
  if (wanted.length === 0) return null
  const isOpen = (sentence: ReadSentence): boolean =>
    !isPlaced(sentence, reported) && !ACKNOWLEDGES.test(text.slice(sentence.from, sentence.to))
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
        (reading.sentences.some((sentence) => mayAsk(sentence) && isOpen(sentence)) ||
          mayMeanOther(message) ||
          isAnsweredBy(message, act.field) ||
          misread((one) => one.act === 'request' || one.act === 'propose'))
      )
        return act
    } else if (act.act === 'propose') {
      if (isReported && !isAnswered) continue
      // Where nobody answered, only words that ask for a yes, or name the deed, can have proposed it.
      const isNamed = !message.isLast && namesDeed(pack, text, act.tool)
      const may = isAnswered ? mayPropose : isNamed ? mayNameProposal : mayWaitForYes
      const mayBe =
        reading.sentences.some(may) || mayMeanOther(message) || misread((one) => one.act === 'request')
      if (mayBe && walk.peek(act, text) === 'due') return act
    } else if (
      !(isReported && saysOnlyGoodbye(message)) &&
      !(act.act === 'decline' && partsWithoutNo(message)) &&
      (misread(isTell) ||
        reading.sentences.some(
          (sentence) =>
            isOpen(sentence) &&
            (mayTell(sentence, act) ||
              mayHideTell(message, sentence, act) ||
              isNoFarewell(message, sentence) ||
              asksManners(pack.graph, message, sentence, act)) &&
            !cannotTell(pack.graph, message, sentence, act),
        ))
    )
      return act
  }
  return null
}

/** By its own words: whoever only comforts or announces tells of no matter, and whoever asks for good manners speaks of them. */
function cannotTell(
  graph: Graph,
  { text, reading: { language } }: AgentMessage,
  { from, to }: ReadSentence,
  { act, about }: Telling,
): boolean {
  if (language !== 'en' || act === 'comfort') return false
  const words = text.slice(from, to)
  return (
    onlyComforts(words) || onlyAnnounces(words) || (isAboutManners(graph, about) && !speaksOfManners(words))
  )
}

/** "Could we please stay civil?" is a question by its form, and the very thing that the SOP wants said. */
const asksManners = (
  graph: Graph,
  { text }: AgentMessage,
  { from, to }: ReadSentence,
  { about }: Telling,
): boolean => isAboutManners(graph, about) && speaksOfManners(text.slice(from, to))

const isAboutManners = (graph: Graph, about: string | undefined): boolean =>
  about !== undefined &&
  clausesAbout(graph, about).some((clause) => asksForManners(graph.sop.clauses.get(clause)?.text ?? ''))

/** "I understand", "thank you for telling me": the agent has heard, and says nothing of its own. */
const ACKNOWLEDGES =
  /^\W*(?:(?:ok|okay|right|sure|noted|understood|all right|alright|i see|i understand|got it|thanks|thank you)(?: (?:very much|so much|a lot))?(?: for (?:telling|letting|informing|waiting|your (?:patience|message|reply|answer|understanding|time))\b[^.!?]{0,20})?)\W*$/i

/** "Sadly we've said goodbye to it": long for a goodbye, and the talk went on. */
const isNoFarewell = ({ acts, text }: AgentMessage, { from, to, acts: read }: ReadSentence): boolean =>
  read.some(({ kind }) => kind === 'sign-off') &&
  acts.some(({ act, counts }) => act.act === 'sign-off' && counts !== 'always') &&
  (text.slice(from, to).match(/\p{L}+/gu)?.length ?? 0) >= FAREWELL_WORDS_MAX

const FAREWELL_WORDS_MAX = 6

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
const partsWithoutNo = ({ text, reading, acts }: AgentMessage): boolean =>
  reading.language === 'en' &&
  (acts.some(({ act }) => act.act === 'sign-off') || GOODBYE.test(text)) &&
  !REFUSING.test(text.replace(NOTHING_MISSING, ''))

const GOODBYE = /\b(?:good-?)?bye[.!]*\s*$/i
/** "I have everything I need from you" wants nothing more. */
const NOTHING_MISSING = /\b(?:all|everything|what) (?:that )?(?:I|we) (?:now )?needs?\b/i

/** A question or proposal that was placed, and perhaps wrongly. */
const mayMeanOther = ({ doubtful, acts }: AgentMessage): boolean =>
  doubtful.size > 0 || acts.some(({ act, counts }) => act.act === 'propose' && counts === 'if-right')

const isAnsweredBy = ({ answered, reading }: AgentMessage, field: string | undefined): boolean =>
  field !== undefined && answered.has(field) && asks(reading)

/**
 * Conditions and warnings of a tell as its author worded them: the agent may have put them in other words; in a language that
 * nobody here reads, its figures too.
 */
const inOtherWords = (
  graph: Graph,
  { act, about }: Telling,
  { reading: { language } }: AgentMessage,
): readonly string[] =>
  [...graph.steps.values()].flatMap((step) =>
    step.kind === 'tell' && step.act === act && step.about === (about ?? null)
      ? step.holds.flatMap((hold) =>
          !isKnownLanguage(language) ||
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
