import type { AgentAct, CustomerMove } from '../../base/values/acts.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Pack } from '../../cases/case.ts'
import type { Graph, Step } from '../../graph/model/graph.ts'
import { isTell } from '../../graph/walk/walk-action.ts'
import type { DueStep } from '../../graph/walk/walk-types.ts'
import { hasTrait } from '../../transcript/heard-in.ts'
import type { AgentMessage } from './seen.ts'
import { followers } from './ways.ts'

/** What the conversation has come to so far: questions, offers and deeds. */
export type Passed = {
  readonly hear: (moves: readonly CustomerMove[]) => void
  readonly say: (acts: readonly AgentAct[]) => void
  readonly call: (tool: string) => void
  /**
   * Was this act perhaps read amiss, by what came before and after it? A topic that is told only after a question, an offer or a
   * deed that never was, while another tell is due: "without knowing what is wrong with it we can't go on", read as the no to
   * somebody without proof, and nobody had asked for proof. An offer where a fact was due, answered with that fact, or by whose words the fact
   * may have been asked for.
   */
  readonly isStrange: (act: AgentAct, at: { due: readonly DueStep[]; message: AgentMessage }) => boolean
}

export function startPassed({ graph, lexicon }: Pick<Pack, 'graph' | 'lexicon'>): Passed {
  const fields = new Set<string>()
  const tools = new Set<string>()
  let answers = 0
  const isPassed = (step: Step): boolean => {
    if (step.kind === 'learn') return fields.has(step.field)
    if (step.kind === 'act') return tools.has(step.tool)
    const act = step.kind === 'confirm' ? graph.steps.get(step.step) : undefined
    // Whose offer was answered, nobody can say for sure.
    return act?.kind !== 'act' || answers > 0 || tools.has(act.tool)
  }
  return {
    hear: (moves) => {
      for (const move of moves) {
        if ('field' in move) fields.add(move.field)
        if ('proposal' in move) answers += 1
      }
    },
    say: (acts) => {
      for (const act of acts) {
        if (act.act === 'request' && act.field !== undefined) fields.add(act.field)
        if (act.act === 'propose') tools.add(act.tool)
      }
    },
    call: (tool) => tools.add(tool),
    isStrange: (act, { due, message }) => {
      const steps = due.flatMap(({ step }) => {
        const found = graph.steps.get(step)
        return found === undefined ? [] : [found]
      })
      if (act.act === 'propose')
        return steps.some(
          (step) =>
            step.kind === 'learn' &&
            (isAnsweredAlone(message, step.field) || mayAskWish(lexicon, step.field, message)),
        )
      if (!isTell(act) || act.about === undefined) return false
      const { about } = act
      const tells = steps.flatMap((step) => (step.kind === 'tell' ? [step.about] : []))
      return tells.length > 0 && !tells.includes(about) && !isReached(graph, about, isPassed)
    },
  }
}

/** "Pause for how long?" was answered with the length, and nothing in the message was read as asking for it. */
const isAnsweredAlone = ({ answered, acts }: AgentMessage, field: string): boolean =>
  answered.has(field) && !acts.some(({ act }) => act.act === 'request' && act.field === field)

/** Can some step that tells this be come to without a step that was not passed, whatever the guards say? */
function isReached(graph: Graph, about: string, isPassed: (step: Step) => boolean): boolean {
  const todo = [...graph.procedures, ...graph.interrupts].map(({ start }) => start)
  const seen = new Set(todo)
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    const step = graph.steps.get(id)
    if (step === undefined) continue
    if (step.kind === 'tell' && step.about === about) return true
    if (!isPassed(step)) continue
    for (const next of followers(step)) {
      if (!seen.has(next)) todo.push(next)
      seen.add(next)
    }
  }
  return false
}

/**
 * "Would you like to switch to it?" asks what the customer wants, and may be an offer of the deed: where the fact that is due is
 * such a wish, nobody can say which of the two was meant. "Shall I switch you now?" asks for leave, and is no such question.
 */
const mayAskWish = ({ fields }: Lexicon, field: string, { heard }: AgentMessage): boolean =>
  isWish(fields[field]) &&
  heard.sentences.some((sentence) => sentence.form === 'question' && hasTrait(sentence, 'asks-wish'))

/** Is the fact what the customer wants, by the desk's own words for it? */
const isWish = (words: Lexicon['fields'][string] | undefined): boolean =>
  words !== undefined &&
  [words.gloss ?? '', words.name, ...Object.values(words.asks).flat()].some((text) => WISH.test(text))

const WISH =
  /\b(?:would|do|does|should|if) (?:you|they|that|it|the customer) (?:like|want|wish|fancy|prefer|care|be (?:interested|up for))\b|\b(?:fancy|like|care|want) to\b|gustaría|\b(?:quieres?|desea|quiere usted)\b/i
