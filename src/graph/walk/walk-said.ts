import type { AgentAct } from '../../base/values/acts.ts'
import { type Action, isTell } from './walk-action.ts'
import { brokenConstraint, namedConstraints } from './walk-constraints.ts'
import { recordClaim, recordProposal, recordTell } from './walk-deeds.ts'
import { choose, endLive, judgedAction } from './walk-done.ts'
import { liveRequests } from './walk-due.ts'
import { tellKey } from './walk-index.ts'
import { isEnding, judge, placed } from './walk-judge.ts'
import { brought, settle } from './walk-settle.ts'
import type { Conversation, Request } from './walk-state.ts'
import type { JudgedAction, WalkEvent } from './walk-types.ts'
import { actualReader } from './walk-values.ts'
import { EVERY_TELL } from './walk-way.ts'

/** An agent message: all its acts are judged in the state before it, then they count (A5). */
export function takeSaid(
  it: Conversation,
  event: Extract<WalkEvent, { type: 'said' }>,
): readonly JudgedAction[] {
  const { n, text } = event
  if (event.acts.length === 0) return takeWordless(it, event)
  const judged = event.acts.map((act) => {
    const action: Action = { kind: 'words', act, text, wordless: false }
    const judgement = it.judges ? judge(it, action) : placed(it, action)
    const shapes = act.act === 'propose' ? shapesMet(it, judgement.request, act) : []
    return { act, action, judgement, shapes }
  })
  // Not before: its own words would complete what was told earlier in the turn.
  it.turn.texts.push({ n, text })
  const touched = completed(it)
  for (const { act, action, judgement, shapes } of judged) {
    const { request } = judgement
    const tells = request === null ? null : recordWords(it, request, { act, n, shapes })
    const chose = choose(judgement, n)
    // A question or a proposal moves no walk before it is answered; a tell does, and so does an act that makes a choice.
    if (request !== null && (tells !== null || chose)) {
      const news = touched.get(request) ?? new Set()
      touched.set(request, tells === null ? news : news.add(tells))
    }
    if (judgement.class === 'due' && isEnding(action)) endLive(it, n, touched)
  }
  for (const [request, news] of touched) if (!request.withdrawn) settle(it, request, brought(n, { news }))
  return judged.map(({ act, judgement }) => judgedAction(n, act, judgement))
}

/** A message without acts is an action only if it says what must not be said (A4), and never a deed. */
function takeWordless(
  it: Conversation,
  { n, text }: Extract<WalkEvent, { type: 'said' }>,
): readonly JudgedAction[] {
  const act: AgentAct = { act: 'inform' }
  const judgement = it.judges ? judge(it, { kind: 'words', act, text, wordless: true }) : null
  it.turn.texts.push({ n, text })
  for (const [request, news] of completed(it)) settle(it, request, brought(n, { news }))
  return judgement?.class === 'forbidden' ? [judgedAction(n, act, judgement)] : []
}

/** S6: what was told earlier in this turn may be complete with these words. */
function completed(it: Conversation): Map<Request, Set<string>> {
  const touched = new Map<Request, Set<string>>()
  if (it.turn.texts.length < 2) return touched
  for (const request of liveRequests(it)) touched.set(request, new Set([EVERY_TELL]))
  return touched
}

type Words = {
  readonly act: AgentAct
  readonly n: number
  readonly shapes: readonly string[]
}

/** Returns what they may have told, if they told something. */
function recordWords({ turn, index }: Conversation, request: Request, words: Words): string | null {
  const { act, n, shapes } = words
  if (isTell(act)) {
    recordTell(request.deeds, { act: act.act, about: act.about ?? null, n, turn })
    return tellKey(index, act.act)
  }
  if (act.act === 'claim-done' && act.tool !== undefined) {
    recordClaim(request.deeds, { tool: act.tool, n, turn })
    return EVERY_TELL
  }
  if (act.act === 'request' && act.field !== undefined) request.deeds.asked.set(act.field, n)
  else if (act.act === 'propose') recordProposal(request.deeds, { n, shapes, arguments: act.arguments ?? {} })
  return null
}

/** S4: the constraints that the arguments a proposal names meet now. */
function shapesMet(
  it: Conversation,
  request: Request | null,
  proposal: Extract<AgentAct, { act: 'propose' }>,
): readonly string[] {
  if (request === null) return []
  const named = proposal.arguments ?? {}
  const read = actualReader(it, request)
  const shapes = new Set(request.walkers.flatMap(({ area }) => area.shapes.get(proposal.tool) ?? []))
  const met: string[] = []
  for (const { key, constraints } of shapes)
    if (brokenConstraint(namedConstraints(constraints, named), named, read) === null) met.push(key)
  return met
}
