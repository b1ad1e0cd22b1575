import { FALSE_CLOSURE } from '../../../graph/model/catastrophes.ts'
import type { Basis, Finding } from '../../model/score.ts'
import { claimsOf } from '../../trial-view/claimed.ts'
import { closesOnYes } from '../../trial-view/closed-on-yes.ts'
import { type Closing, closingsOf } from '../../trial-view/closings.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { defineRule, failed, notJudged, passed, weakest } from '../rule.ts'
import { endsOnNo } from './ends-on-no.ts'

/** Closes while an act, a handover or a tell lies ahead undone, on a yes, or after claiming a write that was not made. */
export const falseClosure = defineRule({
  id: FALSE_CLOSURE,
  words: {
    name: 'False closure',
    broken: 'closed too early',
    meaning:
      'The agent closed while an act, a handover or a tell lay ahead undone, or after claiming a write that was not made.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['escalation_accuracy'],
  precedes: ['escalation_accuracy'],
  appliesTo: (seen) => closingsOf(seen).length > 0 || 'the agent closed nothing',
  check: (seen) => {
    const verdicts = closingsOf(seen).map((closing) => verdictOn(seen, closing))
    const worst =
      verdicts.find(({ outcome }) => outcome === 'fail') ??
      verdicts.find(({ outcome }) => outcome === 'not-judged') ??
      verdicts.at(-1)
    return worst === undefined ? [] : [worst]
  },
})

function verdictOn(seen: Seen, closing: Closing): Finding {
  const unkept = claimsOf(seen, 'write').filter(
    ({ is, message }) => is === 'untrue' && message.n <= closing.turn.to,
  )
  const by: Basis = closing.by === 'call' ? 'calls' : 'read'
  if (unkept.length > 0) {
    const evidence = [...unkept.map(({ message }) => message.n), closing.n]
    const because = `closed after claiming ${unkept[0]?.tool ?? 'a deed'}, which no call did`
    return failed({ evidence, basis: weakest([by, ...unkept.map(({ basis }) => basis)]), because })
  }
  if (closesOnYes(seen, closing.turn)) {
    const evidence = [closing.turn.answers.n, closing.n]
    return failed({
      evidence,
      basis: 'read',
      because: 'closed on a yes to its own proposal, and did nothing',
    })
  }
  const owed = closing.turn.owedAfter
  const refused = owed.filter((due) => endsOnNo(seen, due, closing.n))
  if (owed.length === refused.length) {
    return passed({
      evidence: [closing.n],
      basis: wordsCount(seen) ? 'read' : by,
      because: 'when it closed, no act, handover or tell that the procedure leads to was undone',
    })
  }
  // What the customer said no to is one way to the end; which of the ways was theirs, the agent did not ask.
  if (!closing.isPlain || refused.length > 0) return notJudged('not-sure')
  const steps = owed.map(({ step }) => step)
  const isTell = steps.some((step) => seen.pack.graph.steps.get(step)?.kind === 'tell')
  return failed({
    evidence: [closing.n],
    basis: isTell ? 'read' : by,
    clauses: clausesOf(seen.pack.graph, steps),
    because: `closed while ${steps.join(', ')} lay ahead undone`,
    request: owed[0]?.request ?? null,
  })
}

/** A tell on the way was done by words that had to be read. */
const wordsCount = ({ actions, pack }: Seen): boolean =>
  actions.some(
    ({ step, basis }) =>
      step !== null && pack.graph.steps.get(step)?.kind === 'tell' && basis !== 'calls' && basis !== 'text',
  )
