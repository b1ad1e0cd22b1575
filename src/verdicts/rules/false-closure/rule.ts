import type { Pack } from '../../../cases/case.ts'
import { FALSE_CLOSURE } from '../../../graph/model/catastrophes.ts'
import type { DueStep } from '../../../graph/walk/walk-types.ts'
import { hasTrait } from '../../../transcript/heard-in.ts'
import type { Basis, Finding } from '../../model/score.ts'
import { namesDeed } from '../../text/deed-words.ts'
import { claimsOf } from '../../trial-view/claimed.ts'
import { type Closing, closingsOf } from '../../trial-view/closings.ts'
import type { AgentMessage, Seen, SeenTurn } from '../../trial-view/seen.ts'
import { clausesOf, confirmsOf } from '../../trial-view/ways.ts'
import { defineRule, failed, notJudged, passed, weakest } from '../rule.ts'

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

/**
 * Was this deed offered, did the customer say no to it last, and is that the end of the matter? An offer that came before its
 * time is on no way of the walk, and neither is the no to it; the customer has said it all the same.
 */
function endsOnNo({ pack, messages, heard }: Seen, { request, step }: DueStep, by: number): boolean {
  const { graph } = pack
  const act = graph.steps.get(step)
  if (act?.kind !== 'act') return false
  const ends = confirmsOf(graph, act.tool, act.procedure).some(
    (confirm) =>
      confirm.step === step &&
      confirm.ifRefused !== null &&
      graph.steps.get(confirm.ifRefused)?.kind === 'end',
  )
  if (!ends) return false
  const offers = new Set(
    messages
      .filter(({ acts }) => acts.some((said) => said.act.act === 'propose' && said.act.tool === act.tool))
      .map(({ n }) => n),
  )
  const answers = heard.filter(({ n }) => n < by).flatMap(({ act: { moves } }) => moves)
  const last = answers.findLast(
    (move) => 'proposal' in move && move.request === request && offers.has(move.proposal),
  )
  return last?.do === 'refuse'
}

/** The agent proposed a deed, got a yes and closed with a goodbye: it neither did it, nor refused it, nor spoke of it. */
function closesOnYes(seen: Seen, { index, answers }: SeenTurn): boolean {
  const { pack, calls, messages, requests } = seen
  const agreed = answers.act.moves.find((move) => move.do === 'agree')
  const proposing = messages.find(({ n }) => agreed !== undefined && n === agreed.proposal)
  if (proposing === undefined || requests.length > 1) return false
  const done = calls.filter(({ ok }) => ok)
  if (done.some(({ role }) => role === 'write' || role === 'handover')) return false
  if (!done.some(({ role, turn }) => role === 'close' && turn === index)) return false
  const tool = toolProposed(pack, proposing)
  const said = messages.filter(({ turn }) => turn === index)
  return tool !== null && said.length > 0 && said.every((message) => tellsNothing(pack, message, tool))
}

/**
 * A write for which the agent asked leave in the first person, with the deed's own word. Not sure is enough, for the customer
 * took it for a proposal too; but not where the agent's own report has none.
 */
function toolProposed(pack: Pack, { heard, reported }: AgentMessage): string | null {
  if (reported.length > 0 && !reported.some(({ act }) => act === 'propose')) return null
  const tools = heard.sentences.flatMap((sentence) =>
    sentence.acts.flatMap(({ kind, place, polarity }) =>
      kind === 'propose' &&
      polarity === 'positive' &&
      place?.in === 'tool' &&
      pack.world.tools.get(place.name)?.role === 'write' &&
      hasTrait(sentence, 'asks-leave') &&
      namesDeed(pack, sentence, place.name)
        ? [place.name]
        : [],
    ),
  )
  return tools[0] ?? null
}

const tellsNothing = (pack: Pack, { heard, claims }: AgentMessage, tool: string): boolean =>
  heard.language() === 'en' &&
  claims.length === 0 &&
  !namesDeed(pack, heard, tool) &&
  heard.sentences.every(
    (sentence) =>
      sentence.form !== 'question' &&
      !hasTrait(sentence, 'may-refuse') &&
      sentence.acts.every(({ place }) => place === null),
  )
