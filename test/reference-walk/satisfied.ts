import { assertNever } from '../../src/base/assert.ts'
import type { Scalar } from '../../src/base/values/value.ts'
import type { Graph, Step, StepOf } from '../../src/graph/model/graph.ts'
import { saysSpan, timeSpansIn } from '../../src/text/figures/spans.ts'
import type { Deed, History, Request } from './history.ts'
import { shown } from './shown.ts'
import { entriesOf, recordSettledAt } from './variables.ts'

export type Arguments = Readonly<Record<string, Scalar>>
type At = {
  readonly history: History
  readonly request: Request
  readonly since: number
  readonly roundBegan: number
}

/** S1 to S7: the event that satisfied a step, or null. Decide and resume are routes: nothing satisfies them. */
export function satisfiedAt(at: At, step: Step): number | null {
  switch (step.kind) {
    case 'learn':
      return learnSatisfied(at, step.field)
    case 'check':
      return checkSatisfied(at, step)
    case 'confirm': {
      const outcome = outcomeOf(at.history, at.request, step, at.since)
      return outcome?.yes === true ? outcome.n : null
    }
    case 'act':
      return actSatisfied(at, step)
    case 'tell':
      return tellSatisfied(at, step)
    case 'handover':
      return handoverSatisfied(at)
    case 'end':
      return endSatisfied(at)
    case 'decide':
    case 'resume':
      return null
    default:
      return assertNever(step)
  }
}

const knownEyes = ({ history, request }: At) => ({
  history,
  request,
  rows: 'known' as const,
  done: () => false,
})
const first = (found: { readonly n: number } | undefined): number | null => found?.n ?? null

/** S1: said, refused or lacking; in a later round, after it began. */
const learnSatisfied = (at: At, field: string): number | null =>
  field === 'intent'
    ? at.request.opened
    : first(entriesOf(at.history, at.request, field).find((entry) => entry.n > at.roundBegan))

/** S2: in a round that has not begun, not even for want of a key */
const checkSatisfied = (at: At, step: StepOf<'check'>): number | null =>
  at.roundBegan === Number.POSITIVE_INFINITY
    ? null
    : recordSettledAt(knownEyes(at), step.record, at.roundBegan)

/** S5: the call its judgement named, due or premature when made. */
const actSatisfied = (at: At, step: StepOf<'act'>): number | null =>
  first(
    deedsOf(at).find(
      (deed) =>
        deed.kind === 'call' &&
        deed.ok &&
        deed.tool === step.tool &&
        (deed.judged.class === 'due' || deed.judged.class === 'premature') &&
        deed.judged.step === step.id,
    ),
  )

/** S6, A6: made about its topic, or by the claim of its deed, with the demanded words; or excused by a wrong write. */
function tellSatisfied(at: At, step: StepOf<'tell'>): number | null {
  const told = deedsOf(at).flatMap((deed) => {
    if (deed.kind !== 'act') return []
    if (fitsTell(deed.act, step)) return wordsComplete(at.history, deed.n, step)
    const call = claimedCall(at, deed, step)
    return call === null ? [] : wordsComplete(at.history, deed.n, step).map((n) => Math.max(n, call))
  })
  const excused = first(wrongWrite(at.history, at.request))
  const all = [...told, ...(excused === null ? [] : [excused])]
  return all.length === 0 ? null : Math.min(...all)
}

/** S6: the call that makes a claim of one of the tell's deeds true: before it, or later in the same turn. */
function claimedCall(at: At, claim: Deed, step: StepOf<'tell'>): number | null {
  const { history } = at
  const tool = claim.kind === 'act' && claim.act.act === 'claim-done' ? claim.act.tool : undefined
  const turnEnds = history.events.find(({ type, n }) => type === 'customer' && n > claim.n)?.n ?? Infinity
  const calls = deedsTold(history.graph, step)
    .filter((act) => act.tool === tool)
    .flatMap((act) => actSatisfied(at, act) ?? [])
    .filter((n) => n < turnEnds)
  return calls.length === 0 ? null : Math.min(...calls)
}

/** The acts from which nothing but acts leads to the tell; where it demands words, other informs may lie between too. */
export function deedsTold(graph: Graph, tell: StepOf<'tell'>): readonly StepOf<'act'>[] {
  if (tell.act !== 'inform') return []
  const demands = tell.mustSay.length + tell.holds.length > 0
  const leads = (step: Step | undefined): boolean => {
    if (step === undefined) return false
    if (step.id === tell.id) return true
    const between = step.kind === 'act' || (demands && step.kind === 'tell' && step.act === 'inform')
    return between && 'next' in step && leads(graph.steps.get(step.next))
  }
  return [...graph.steps.values()].filter(
    (step): step is StepOf<'act'> => step.kind === 'act' && leads(graph.steps.get(step.next)),
  )
}

/** S6: from which message of its turn on the words hold all that is demanded; none, if they never do. */
function wordsComplete(history: History, told: number, step: StepOf<'tell'>): readonly number[] {
  const { events } = history
  const began = events.findLast(({ type, n }) => type === 'customer' && n < told)?.n ?? 0
  const ends = events.find(({ type, n }) => type === 'customer' && n > told)?.n ?? Infinity
  let text = ''
  for (const event of events) {
    if (event.type !== 'said' || event.n <= began || event.n >= ends) continue
    text += `\n${shown(event.said)}`
    if (event.n >= told && saysOneOf(text, step.mustSay) && holdsAll(text, step)) return [event.n]
  }
  return []
}

/** The pictures and random graphs demand lengths of time only; how values are compared has tests of its own. */
const holdsAll = (text: string, { holds }: StepOf<'tell'>): boolean =>
  holds.every(
    (hold) =>
      hold.kind === 'days' &&
      timeSpansIn(text).some((said) => hold.anyOf.some((meant) => saysSpan(said, meant))),
  )

export const fitsTell = (
  act: { readonly act: string; readonly about?: string | undefined },
  step: StepOf<'tell'>,
): boolean =>
  act.act === step.act && (step.about === null || act.about === undefined || act.about === step.about)

const saysOneOf = (text: string, wordings: readonly string[]): boolean =>
  wordings.length === 0 || wordings.some((wording) => bareWords(text).includes(bareWords(wording)))

/** with a blank at both ends, so that only whole words are found */
const bareWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `

export const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** A6: the first successful write of this request that was off-path or forbidden. */
export const wrongWrite = (history: History, request: Request): Deed | undefined =>
  history.deeds.find(
    (deed) =>
      deed.kind === 'call' &&
      deed.role === 'write' &&
      deed.ok &&
      deed.judged.request === request.id &&
      (deed.judged.class === 'off-path' || deed.judged.class === 'forbidden'),
  )

/** S7: any handover serves, in whichever request it was made. */
const handoverSatisfied = ({ history, since }: At): number | null =>
  first(
    history.deeds.find(
      (deed) => deed.kind === 'call' && deed.role === 'handover' && deed.ok && deed.n > since,
    ),
  )

/** S7: the ending that was due ends every request. */
const endSatisfied = ({ history, since }: At): number | null =>
  first(history.deeds.find((deed) => isEnding(deed) && deed.judged.class === 'due' && deed.n > since))

const isEnding = (deed: Deed): boolean =>
  deed.kind === 'call' ? deed.role === 'close' && deed.ok : deed.act.act === 'sign-off'

/** S8 */
const deedsOf = ({ history, request, since }: At): readonly Deed[] =>
  history.deeds.filter((deed) => deed.judged.request === request.id && deed.n > since)

export type Outcome = { readonly yes: boolean; readonly n: number; readonly agreed: Arguments }

/** S4: how a confirm was answered, or null while it was not. */
export function outcomeOf(
  history: History,
  request: Request,
  step: StepOf<'confirm'>,
  since: number,
): Outcome | null {
  const proposals = proposalsOf(history, request, step, since)
  if (proposals.length === 0) return null
  let unanswered = 0
  let turnBegan = 0
  for (const event of history.events) {
    if (event.type !== 'customer') continue
    for (const move of event.moves) {
      if ((move.do !== 'agree' && move.do !== 'refuse') || move.request !== request.id) continue
      const proposal = proposals.find((each) => each.n === move.proposal && each.n < event.n)
      if (proposal !== undefined) return { yes: move.do === 'agree', n: event.n, agreed: proposal.agreed }
    }
    unanswered += new Set(proposals.map(({ n }) => n).filter((n) => n > turnBegan && n < event.n)).size
    if (step.attemptsMax !== null && unanswered >= step.attemptsMax)
      return { yes: false, n: event.n, agreed: {} }
    turnBegan = event.n
  }
  return null
}

const proposalsOf = (history: History, request: Request, step: StepOf<'confirm'>, since: number) =>
  deedsOf({ history, request, since, roundBegan: 0 }).flatMap((deed) =>
    deed.kind === 'act' && deed.act.act === 'propose' && deed.meets.has(step.step)
      ? [{ n: deed.n, agreed: deed.act.arguments ?? {} }]
      : [],
  )
