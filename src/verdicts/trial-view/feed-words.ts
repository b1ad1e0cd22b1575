import type { AgentAct } from '../../base/values/acts.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { ActionClass, JudgedAction, JudgingWalk } from '../../graph/walk/walk-types.ts'
import { isPlaced, mayPropose, mayTell, type SaidAct } from './said-acts.ts'
import type { AgentMessage } from './seen.ts'

/** An action of words with what it rests on. */
export type JudgedWords = { readonly judged: JudgedAction; readonly basis: SaidAct['basis'] | 'text' }

const RIGHT: ReadonlySet<ActionClass> = new Set(['due', 'permitted'])

/** Gives acts of one message to the walk, one after the other: each is judged after those before it (A5). */
export function feedActs(
  walk: JudgingWalk,
  { n, text }: AgentMessage,
  acts: readonly SaidAct[],
): readonly JudgedWords[] {
  const found: JudgedWords[] = []
  let taken = 0
  for (const { act, counts, basis } of acts) {
    if (counts !== 'always') {
      const judged = walk.peek(act, text)
      if (!(counts === 'if-due' ? judged === 'due' : RIGHT.has(judged))) continue
    }
    taken += 1
    for (const judged of walk.take({ type: 'said', n, acts: [act], text })) found.push({ judged, basis })
  }
  if (taken > 0) return found
  // Words without an act are judged for what must not be said.
  const basis = 'text' as const
  return walk.take({ type: 'said', n, acts: [], text }).map((judged) => ({ judged, basis }))
}

/** What a customer answered: messages that got a yes or a no. */
export type Answered = ReadonlySet<number>

/** As many tells as may stand one after the other in the words of one turn. */
const TELLS_IN_A_ROW_MAX = 8

/**
 * Counts what nobody could read in these messages as the tell or the proposal that is due (E4): never a customer's yes,
 * never a deed. A proposal only where the customer answered one.
 */
export function feedCandidates(
  graph: Graph,
  walk: JudgingWalk,
  messages: readonly AgentMessage[],
  answered: Answered,
): readonly JudgedWords[] {
  const found: JudgedWords[] = []
  const tried = new Set<string>()
  for (let round = 0; round < TELLS_IN_A_ROW_MAX; round += 1) {
    const fed = messages.flatMap((message) => {
      const act = candidateFor(graph, walk, message, { isAnswered: answered.has(message.n), tried })
      if (act === null) return []
      tried.add(keyOf(message, act))
      return walk.take({ type: 'said', n: message.n, acts: [act], text: message.text })
    })
    if (fed.length === 0) break
    found.push(...fed.map((judged) => ({ judged, basis: 'inferred' as const })))
  }
  return found
}

function candidateFor(
  graph: Graph,
  walk: JudgingWalk,
  message: AgentMessage,
  { isAnswered, tried }: { readonly isAnswered: boolean; readonly tried: ReadonlySet<string> },
): AgentAct | null {
  const { text, reading, acts, reported } = message
  const open = reading.sentences.filter((sentence) => !isPlaced(sentence, reported))
  for (const { step: id } of walk.due()) {
    const step = graph.steps.get(id)
    if (step?.kind === 'tell' && open.some((sentence) => mayTell(sentence, step.act))) {
      const act = step.about === null ? { act: step.act } : { act: step.act, about: step.about }
      if (!tried.has(keyOf(message, act))) return act
    }
    const confirmed = step?.kind === 'confirm' && isAnswered ? graph.steps.get(step.step) : undefined
    if (confirmed?.kind !== 'act') continue
    const { tool } = confirmed
    const isProposed = acts.some(({ act }) => act.act === 'propose' && act.tool === tool)
    if (
      !isProposed &&
      reading.sentences.some(mayPropose) &&
      walk.peek({ act: 'propose', tool }, text) === 'due'
    )
      return tried.has(keyOf(message, { act: 'propose', tool })) ? null : { act: 'propose', tool }
  }
  return null
}

const keyOf = ({ n }: AgentMessage, act: AgentAct): string => `${n} ${JSON.stringify(act)}`
