import type { Graph } from '../../../graph/model/graph.ts'
import type { Mutant } from '../../../references/mutants.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { atOurDesk, type TrialScore } from '../../../verdicts/model/score.ts'

/** Everything in a score that says "something went wrong here". What could not be read says nothing, and no alarm is raised. */
export function alarmsIn(score: TrialScore): readonly string[] {
  if (score.state === 'voided') return []
  if (score.state !== 'judged') return [score.state]
  const desk = atOurDesk(score)
  const found = [
    ...score.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule),
    ...(desk?.divergence == null ? [] : ['divergence']),
    ...(score.outcome === 'wrong' ? ['outcome'] : []),
    ...(desk?.path?.alignment.some(({ move }) => move !== 'match' && move !== 'not-judged') ? ['path'] : []),
    ...score.turns.flatMap((turn) => (turn.action_right || turn.sure === false ? [] : ['action'])),
  ]
  return [...new Set(found)]
}

/** The trial is void, its outcome could not be told, or words of a turn could not be read. */
export const isUnclear = (score: TrialScore): boolean =>
  score.state === 'voided' ||
  (score.state === 'judged' &&
    (score.outcome === 'not-judged' ||
      score.turns.some(({ action_right: right, sure }) => !right && sure === false) ||
      score.verdicts.some((verdict) => verdict.outcome === 'not-judged' && verdict.because === 'not-sure')))

/** Is it the planted fault that the score speaks of: its rule, its step or its guard? */
export function isNamed({ namedBy, fault, part }: Mutant, score: TrialScore, graph: Graph): boolean {
  // Several forbids may be of one kind: the very one must be named, not a neighbour.
  if (fault === 'forbidden-taken')
    return atOurDesk(score)?.forbidden.some(({ forbid }) => forbid === part) ?? false
  const byRule = score.verdicts.some(
    ({ rule, outcome }) => outcome === 'fail' && namedBy.rules.includes(rule),
  )
  return byRule || saidIn(score, namedBy.guards ?? []) || leftAt(score, graph, namedBy.steps)
}

const saidIn = (score: TrialScore, guards: readonly string[]): boolean => {
  const said = [
    atOurDesk(score)?.divergence?.because,
    ...score.turns.flatMap((turn) => turn.actions.map(({ because }) => because)),
  ]
  return guards.some((guard) => said.some((because) => because?.includes(guard)))
}

/** Does the taken path leave the true one at one of these written steps? */
function leftAt(score: TrialScore, graph: Graph, steps: readonly string[]): boolean {
  const desk = atOurDesk(score)
  const left = [
    ...(desk?.divergence?.due ?? []),
    ...(desk?.path?.alignment.filter(({ move }) => move !== 'match').map(({ step }) => step) ?? []),
    ...score.turns.flatMap((turn) =>
      turn.actions
        .filter(({ class: kind }) => kind !== 'due' && kind !== 'permitted')
        .map(({ step }) => step),
    ),
  ]
  return left.some((step) => step !== null && steps.includes(graph.steps.get(step)?.source ?? step))
}

/** What the agent did: calls and acts; its very words only where the fault is in them. */
export function deedsOf(transcript: Transcript, { words }: { readonly words: boolean }): readonly string[] {
  return transcript.flatMap((event): readonly string[] => {
    if (event.type === 'tool.called') return [JSON.stringify([event.tool, event.input])]
    if (event.type === 'step.reported') return event.report.action.map((act) => JSON.stringify(act))
    if (words && event.type === 'message.sent' && event.from === 'agent') return [JSON.stringify(event.text)]
    return []
  })
}

/** In free order: the same deeds in another order differ only where the rules object to the order. */
export const sameDeeds = (a: readonly string[], b: readonly string[]): boolean =>
  sameOrder([...a].sort(), [...b].sort())

export const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((deed, index) => deed === b[index])
