import { Tone } from '../base/values/acts.ts'
import { type DeskFacts, misfits } from '../cards/applies.ts'
import type { Graph, StepOf } from '../graph/model/graph.ts'
import type { Examined } from './check-case.ts'

/**
 * A tactic that preserves truth leads to the same true path and outcome at every intensity. Its file already may set no
 * field, open no request and trigger no interrupt; what is left hangs on the case: an answer put off must not use up the
 * only time a question may be asked, and a mood it brings must be the one a guard reads.
 */
export function checkTactic({ case: theCase, desk, say }: Examined): void {
  const tactic = desk.tactics.get(theCase.tactic ?? '')
  if (tactic === undefined || tactic.preserves !== 'truth') return
  const { asked_twice, emotion } = tactic.applies
  const applies = {
    card: [],
    ...(asked_twice === undefined ? {} : { asked_twice }),
    ...(emotion === undefined ? {} : { emotion }),
  }
  for (const because of misfits({ ...tactic, applies }, theCase.card, factsOf(desk.graph, theCase.card)))
    say(
      ['tactic'],
      'tactic-changes-truth',
      `"${tactic.id}" would change the case at a higher intensity: ${because}`,
      'Choose another tactic, or allow a second attempt (attempts_max: 2).',
    )
}

function factsOf(graph: Graph, { requests }: Examined['case']['card']): DeskFacts {
  const intents = new Set(requests.map(({ intent }) => intent))
  const steps = [...graph.steps.values()].filter(({ procedure }) => isFor(graph, procedure, intents))
  const learns = steps.filter((step): step is StepOf<'learn'> => step.kind === 'learn')
  const mood = [...graph.fields.values()].find(
    ({ type, of }) => type === 'enum' && of.some((value) => Tone.safeParse(value).success),
  )
  const pinned = requests.map(({ knows }) => knows[mood?.name ?? '']).find((value) => value !== undefined)
  return {
    fields: learns.flatMap(({ field, attemptsMax }) => {
      const spec = graph.fields.get(field)
      return spec === undefined
        ? []
        : [
            {
              name: field,
              type: spec.type,
              settledByRecord: spec.settledBy !== null,
              identity: spec.identity,
              attemptsMax,
            },
          ]
    }),
    proposalAttempts: steps.flatMap((step) => (step.kind === 'confirm' ? [step.attemptsMax] : [])),
    emotion: mood === undefined ? null : String(pinned ?? 'not pinned'),
    declined: true,
  }
}

/** Procedures are chosen by intent alone (C9): the guard's text names those it serves. */
function isFor(graph: Graph, procedure: string, intents: ReadonlySet<string>): boolean {
  const text = graph.procedures.find(({ id }) => id === procedure)?.for.text ?? ''
  return [...intents].some((intent) => text.includes(`'${intent}'`) || text.includes(`"${intent}"`))
}
