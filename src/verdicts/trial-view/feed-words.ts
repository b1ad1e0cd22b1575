import type { AgentAct } from '../../base/values/acts.ts'
import type { Pack } from '../../cases/case.ts'
import type { Graph, Step } from '../../graph/model/graph.ts'
import { isTell, type Telling } from '../../graph/walk/walk-action.ts'
import type { ActionClass, DueStep, JudgedAction, JudgingWalk } from '../../graph/walk/walk-types.ts'
import { isKnownLanguage } from '../../text/languages.ts'
import { saidIn, together } from '../../text/said/said.ts'
import type { Said } from '../../text/said/words.ts'
import { hasTrait } from '../../transcript/heard-in.ts'
import type { HeardSentence } from '../../transcript/heard-words.ts'
import { asksForYes, mayAsk, mayPropose, mayTell, type SaidAct } from './said-acts.ts'
import type { AgentMessage } from './seen.ts'
import { sameAct } from './split-turns.ts'
import { topicsToldAfter } from './topics.ts'

/** An action of words with what it rests on. */
export type JudgedWords = { readonly judged: JudgedAction; readonly basis: SaidAct['basis'] | 'text' }

const RIGHT: ReadonlySet<ActionClass> = new Set(['due', 'permitted'])

/** Gives acts of one message to the walk, one after the other: each is judged after those before it (A5). */
export function feedActs(
  walk: JudgingWalk,
  message: AgentMessage,
  acts: readonly SaidAct[],
  isStrange: (act: SaidAct) => boolean,
): readonly JudgedWords[] {
  const { n, heard: said } = message
  const found: JudgedWords[] = []
  let taken = 0
  for (const one of acts) {
    const { counts, basis } = one
    let { act } = one
    if (counts !== 'always' || isStrange(one)) {
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
  { answered, before }: Around,
): readonly JudgedWords[] {
  const found: JudgedWords[] = []
  const tried = new Set<string>()
  for (let round = 0; round < TELLS_IN_A_ROW_MAX; round += 1) {
    const fed = messages.flatMap((message) => {
      const act = candidateFor(pack, walk, message, {
        isAnswered: answered.has(message.n),
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
  answered: ReadonlySet<number>,
): boolean =>
  messages.some((message) => {
    const isAnswered = answered.has(message.n)
    return candidateFor(pack, walk, message, { isAnswered, tried: NONE }) !== null
  })

const NONE: ReadonlySet<string> = new Set()

function candidateFor(
  pack: Pack,
  walk: JudgingWalk,
  message: AgentMessage,
  { isAnswered, tried }: { readonly isAnswered: boolean; readonly tried: ReadonlySet<string> },
): AgentAct | null {
  const { heard, acts, reported } = message
  const { sentences } = heard
  const wanted = [...walk.due(), ...toldWithDeed(pack.graph, walk, message)].flatMap(({ step }) => {
    const act = actFor(pack.graph, pack.graph.steps.get(step))
    return act === null || (tried.size > 0 && tried.has(keyOf(message, act))) ? [] : [act]
  })
  if (wanted.length === 0) return null
  for (const act of wanted) {
    if (acts.some((one) => sameAct(one.act, act))) {
      // It was told here and is still due: what is missing may stand in earlier words, or in others.
      if (isTell(act)) return act
      continue
    }
    // Whoever reports says what was asked: a question that the report does not name was not asked (E2).
    const isReported = reported.length > 0
    if (act.act === 'request') {
      if (!isReported && sentences.some(mayAsk)) return act
    } else if (act.act === 'propose') {
      // Where nobody answered, only words that ask for a yes can have proposed it.
      const mayBe = isAnswered ? mayPropose : asksForYes
      if (!(isReported && !isAnswered) && sentences.some(mayBe) && walk.peek(act, heard) === 'due') return act
    } else if (
      !(isReported && saysOnlyGoodbye(message)) &&
      !(act.act === 'decline' && partsWithoutNo(message)) &&
      sentences.some((sentence) => mayTell(sentence, act) || mayHideTell(sentence, act))
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
