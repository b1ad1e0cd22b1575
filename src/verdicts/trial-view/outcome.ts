import { memo } from '../../base/memo.ts'
import type { Case, Outcome, Pack } from '../../cases/case.ts'
import { readRequest } from '../../cases/plan-cases-reader.ts'
import { closedRead, outcomeFits, trueEnds } from '../../cases/true-outcomes.ts'
import type { RequestView } from '../../graph/walk/walk-types.ts'
import { openedByYes } from './opened-by-yes.ts'
import type { Seen, SeenCall } from './seen.ts'
import { trueSteps } from './true-steps.ts'

/** What was done for a request in the end: successful writes, handed over or not, declined or not. */
export type Reached = {
  readonly writes: readonly SeenCall[]
  readonly handover: { readonly n: number; readonly reason: string } | null
  readonly declined: readonly { readonly n: number; readonly about: string | null }[]
}

function reachedFor(seen: Seen, request: RequestView): Reached {
  const opened = openedByYes(seen)
  const handover = handoverOf(seen)
  const writes: SeenCall[] = []
  const declined: { n: number; about: string | null }[] = []
  let isOwn = seen.requests.length === 1
  for (const { n, request: of, call, what } of seen.actions) {
    if (of !== request.id || opened.has(n)) continue
    if (n === handover?.n) isOwn = true
    if (call?.ok === true && call.role === 'write') writes.push(call)
    if ('act' in what && what.act === 'decline') declined.push({ n, about: what.about ?? null })
  }
  return { writes, handover: isOwn ? handover : null, declined }
}

/** The successful handover of the trial, with the reason it gave. */
export const handoverOf = memo((seen: Seen): { readonly n: number; readonly reason: string } | null => {
  const call = seen.calls.find(({ role, ok }) => role === 'handover' && ok)
  if (call === undefined) return null
  const made = seen.events.find((event) => event.type === 'handover.made' && event.call === call.call)
  return {
    n: call.n,
    reason: made?.type === 'handover.made' ? made.reason : '',
  }
})

/** The outcomes any one of which is acceptable; requests are numbered in the card's order. */
export const acceptableFor = (theCase: Case, request: string): readonly Outcome[] | undefined =>
  theCase.acceptable[Number(request.slice(1)) - 1]

export type Reaching = {
  readonly reached: Reached
  /** undefined: the case says nothing of this request */
  readonly acceptable: readonly Outcome[] | undefined
  readonly hit: Outcome | undefined
  /** the look-up without which no answer or refusal was earned; null: words may decide */
  readonly unlooked: string | null
}

/** Several rules ask for it: it is worked out once a request. */
export function outcomeOf(seen: Seen, request: RequestView): Reaching {
  const known = outcomesIn(seen)
  const found = known.get(request) ?? findOutcome(seen, request)
  known.set(request, found)
  return found
}

const outcomesIn = memo(() => new Map<RequestView, Reaching>())

function findOutcome(seen: Seen, request: RequestView): Reaching {
  const acceptable = acceptableFor(seen.case, request.id)
  const reached = reachedFor(seen, request)
  const answered = isAnswered(seen, request)
  const missing = new Map(
    (acceptable ?? [])
      .filter((wanted) => !restsOnCalls(wanted))
      .map((wanted) => [wanted, lookUpMissing(seen, request, wanted)]),
  )
  const hit = acceptable?.find(
    (wanted) =>
      (missing.get(wanted) ?? null) === null &&
      isReached(reached, wanted, answered) &&
      (answered || !wantsAnAnswer(wanted)),
  )
  const tools = [...missing.values()]
  return { reached, acceptable, hit, unlooked: tools.includes(null) ? null : (tools[0] ?? null) }
}

/** Nothing to do and nothing to decline: an answer is all that was wanted, and doing nothing is none. */
const wantsAnAnswer = ({ writes, handover, declined }: Outcome): boolean =>
  writes.length === 0 && handover === null && declined === null

const isAnswered = (seen: Seen, request: RequestView): boolean =>
  seen.owedAtEnd.every((owed) => owed.request !== request.id) && toldOnWay(seen, request)

/** What another way of the procedure tells answers nothing. */
function toldOnWay(seen: Seen, request: RequestView): boolean {
  const { graph } = seen.pack
  const topics = new Set(
    trueSteps(seen, request).flatMap((id) => {
      const step = graph.steps.get(id)
      return step?.kind === 'tell' && step.about !== null ? [step.about] : []
    }),
  )
  return (
    topics.size === 0 ||
    seen.actions.some(({ what }) => 'about' in what && what.about !== undefined && topics.has(what.about))
  )
}

/**
 * Write and handover cases rest on calls alone. Elsewhere deeds decide where they can: nothing written, nothing handed over, and
 * the request answered to its end; a no is a no to this if its topic was told.
 */
export function isReached(reached: Reached, wanted: Outcome, answered: boolean): boolean {
  if (!sameHandover(reached, wanted) || matchWrites(wanted, reached.writes) === null) return false
  if (restsOnCalls(wanted) || wanted.declined === null) return true
  return reached.declined.some(
    ({ about }) => wanted.declined === 'any' || about === wanted.declined || (about === null && answered),
  )
}

export const restsOnCalls = (wanted: Outcome): boolean => wanted.writes.length > 0 || wanted.handover !== null

/** No request of the trial could end well in words alone. */
export const restsOnCallsAlone = (seen: Seen): boolean =>
  seen.requests.every(({ id }) => (acceptableFor(seen.case, id) ?? []).every(restsOnCalls))

const sameHandover = ({ handover }: Reached, wanted: Outcome): boolean =>
  wanted.handover === null
    ? handover === null
    : handover !== null && (wanted.handover === 'any' || wanted.handover === handover.reason)

/** Every wanted write by exactly one call, and no call left over; null where that cannot be. */
function matchWrites(wanted: Outcome, calls: readonly SeenCall[]): readonly SeenCall[] | null {
  if (wanted.writes.length !== calls.length) return null
  return calls.length === 0 ? calls : assign(wanted.writes, calls)
}

type Wanted = Outcome['writes'][number]

function assign(wanted: readonly Wanted[], calls: readonly SeenCall[]): readonly SeenCall[] | null {
  const [first, ...rest] = wanted
  if (first === undefined) return []
  for (const call of calls) {
    if (!isWrite(call, first)) continue
    const others = assign(
      rest,
      calls.filter((each) => each !== call),
    )
    if (others !== null) return [call, ...others]
  }
  return null
}

export const isWrite = (call: SeenCall, wanted: Wanted): boolean =>
  call.tool === wanted.tool &&
  Object.entries(wanted.with).every(([name, value]) => call.input[name] === value)

export function sayOutcome(outcome: Outcome): string {
  const writes = outcome.writes.map(({ tool }) => tool)
  const handover = outcome.handover === null ? [] : [`handover (${outcome.handover})`]
  const declined = outcome.declined === null ? [] : [`declined (${outcome.declined})`]
  return (
    [...writes, ...handover, ...declined].join(' and ') || 'an answer to the question and no further action'
  )
}

/** What is said of a request in which nothing was done, handed over or declined. */
export const NOTHING = 'no action'

export function sayReached({ writes, handover, declined }: Reached): string {
  const done = writes.map(({ tool }) => tool)
  const over = handover === null ? [] : [`handover (${handover.reason})`]
  const no = declined.map(({ about }) => `declined (${about ?? 'unsaid what'})`)
  return [...done, ...over, ...new Set(no)].join(' and ') || NOTHING
}

/** The arguments by which the writes differ from those of the outcome that has the same ones; null: no outcome has. */
export function sayDifference(reached: Reached, acceptable: readonly Outcome[]): string | null {
  for (const { writes: wanted } of acceptable) {
    const { writes } = reached
    if (wanted.length !== writes.length || wanted.some(({ tool }, at) => writes[at]?.tool !== tool)) continue
    const other = wanted.flatMap(({ tool, with: demanded }, at) =>
      Object.entries(demanded)
        .filter(([name, value]) => writes[at]?.input[name] !== value)
        .map(
          ([name, value]) => `${tool} with ${name} ${say(writes[at]?.input[name])}; expected: ${say(value)}`,
        ),
    )
    if (other.length > 0) return other.join('; ')
  }
  return null
}

const say = (value: unknown): string => (value === undefined ? 'left out' : JSON.stringify(value))

/**
 * The first look-up that lies before this outcome on every true path, was never made, and whose key the customer had: an answer
 * that rests on what nobody looked at is none, however it was worded (E10). Null: none is missing.
 */
function lookUpMissing(seen: Seen, { id }: RequestView, wanted: Outcome): string | null {
  const { pack, case: theCase, calls } = seen
  const tools = lookUpsBefore(pack, theCase, { index: Number(id.slice(1)) - 1, wanted })
  return tools.find((tool) => !calls.some((call) => call.tool === tool)) ?? null
}

/** Tools of the checks on every true path to the outcome. One whose key stands in a record alone hangs on the look-up of that record. */
function lookUpsBefore(
  pack: Pack,
  { card, sets }: Case,
  { index, wanted }: { readonly index: number; readonly wanted: Outcome },
): readonly string[] {
  const { graph } = pack
  const request = card.requests[index]
  if (request === undefined) return []
  const paths = trueEnds(graph, {
    intent: request.intent,
    read: closedRead(readRequest(pack, request, { sets, requests: card.requests })),
    agrees: (tool) => !request.says_no_to.includes(tool),
    interrupted: [],
  })
    .filter(({ outcome }) => outcomeFits(wanted, outcome))
    .map(({ path }) => new Set(path))
  const [first, ...others] = paths
  return [...(first ?? [])].flatMap((id) => {
    const step = graph.steps.get(id)
    if (step?.kind !== 'check' || !others.every((path) => path.has(id))) return []
    const key = graph.records.get(step.record)?.by ?? ''
    const hasKey = key.startsWith('fields.') && Object.hasOwn(request.knows, key.slice('fields.'.length))
    return hasKey ? [step.tool] : []
  })
}
