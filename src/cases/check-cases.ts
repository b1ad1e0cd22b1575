import type { Problem } from '../base/files/problem.ts'
import { didYouMean, unknownName } from '../base/files/suggest.ts'
import { linearPattern } from '../base/linear-pattern.ts'
import { Tone } from '../base/values/acts.ts'
import { type CaseId, isClauseId } from '../base/values/ids.ts'
import { type DeskFacts, misfits } from '../cards/applies.ts'
import { FALSE_CLOSURE } from '../graph/model/catastrophes.ts'
import type { Graph, StepOf } from '../graph/model/graph.ts'
import { callingsOf, patternIn } from './asserts.ts'
import type { PlacedCase } from './case-file.ts'
import { type CaseDesk, checkParameters, type Examined, examine, handoverReasons } from './check-case.ts'
import { checkCard } from './check-case-card.ts'
import { checkOutcomes } from './check-case-outcomes.ts'
import { checkRecords, checkSets } from './check-case-records.ts'

/** Every case's story against the records, the graph and the other cases. */
export function checkCases(placed: readonly PlacedCase[], desk: CaseDesk): readonly Problem[] {
  const ids = placed.map((one) => one.case.id)
  return placed.flatMap((one, index) => {
    const examined = examine(one, desk)
    if (ids.indexOf(one.case.id) !== index)
      examined.say(
        ['id'],
        'duplicate-case',
        `there are two cases ${one.case.id}`,
        'Give one of them another id.',
      )
    checkNames(examined, ids)
    checkCard(examined)
    checkTactic(examined)
    checkAsserts(examined)
    const state = checkSets(examined)
    if (state !== null) {
      checkRecords(examined, state)
      checkOutcomes(examined, state)
    }
    return examined.problems
  })
}

function checkNames(
  { case: theCase, decidedBy, desk: { graph, tactics }, say }: Examined,
  cases: readonly CaseId[],
): void {
  const { trap, bucket, twin, tactic, intensity, intensities } = theCase
  const traps: readonly string[] = [...graph.forbids.map(({ id }) => id), FALSE_CLOSURE]
  if (trap !== null && !traps.includes(trap)) say(['trap'], ...unknownName('forbid', trap, traps))
  if ((trap !== null) !== (bucket === 'adversarial'))
    say(
      ['bucket'],
      'trap',
      'an adversarial case must name its trap, and other cases must not have one',
      `Traps: ${traps.join(', ')}.`,
    )
  if (twin !== null && (!cases.includes(twin) || twin === theCase.id))
    say(['twin'], 'unknown-case', `there is no other case "${twin}"`, didYouMean(twin, cases))
  if (tactic !== null && tactics.size > 0 && !tactics.has(tactic))
    say(['tactic'], ...unknownName('tactic', tactic, tactics.keys()))
  if (decidedBy !== null && !(isClauseId(decidedBy) && graph.sop.clauses.has(decidedBy)))
    say(
      ['decided_by'],
      'unknown-clause',
      `the SOP has no sentence ${decidedBy}`,
      didYouMean(decidedBy, graph.sop.clauses.keys()),
    )
  if (!intensities.includes(intensity))
    say(
      ['intensity'],
      'intensity',
      `its intensity ${intensity} is not in its list of intensities`,
      'Add it there.',
    )
}

/**
 * A tactic that preserves truth leads to the same true path and outcome at every intensity. Its file already may set no
 * field, open no request and trigger no interrupt; what is left hangs on the case: an answer put off must not use up the
 * only time a question may be asked, and a mood it brings must be the one a guard reads.
 */
function checkTactic({ case: theCase, desk, say }: Examined): void {
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

function checkAsserts(examined: Examined): void {
  const { asserts } = examined.case
  const { world, graph } = examined.desk
  for (const member of ['called', 'never_called'] as const)
    for (const { tool, with: args } of callingsOf(asserts?.[member])) {
      const path = ['asserts', member]
      const known = world.tools.get(tool)
      if (known === undefined) examined.say(path, ...unknownName('tool', tool, world.tools.keys()))
      else checkParameters(examined, path, { tool: known, given: Object.keys(args) })
    }
  const reasons = handoverReasons(graph)
  if (typeof asserts?.escalated === 'string' && !reasons.has(asserts.escalated))
    examined.say(['asserts', 'escalated'], ...unknownName('reason', asserts.escalated, reasons))
  for (const [index, text] of (asserts?.says ?? []).entries()) {
    const wrong = wrongPattern(text)
    if (wrong !== undefined)
      examined.say(
        ['asserts', 'says', index],
        'pattern',
        `"${text}" cannot be read as a pattern: ${wrong}`,
        'Patterns are RE2: no looking around, no references back.',
      )
  }
}

function wrongPattern(text: string): string | undefined {
  try {
    linearPattern(patternIn(text) ?? '')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
