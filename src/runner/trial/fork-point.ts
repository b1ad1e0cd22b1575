import type { Case, Pack } from '../../cases/case.ts'
import type { Recorded } from '../../conversation/talk/replay.ts'
import { type ToldAnswer, toldAnswers } from '../../conversation/talk/told-answers.ts'
import { FALSE_CLOSURE } from '../../graph/model/catastrophes.ts'
import type { EventOf, Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { atOurDesk, type TrialScore } from '../../verdicts/model/score.ts'
import { followTrial } from './follow-trial.ts'

/**
 * Where a recorded conversation is forked. In: its transcript, its score, and what is asked for. Out: what is replayed, so
 * that the agent is asked next. A pure function: it looks at what came before the decision, never at how it was decided,
 * except that a trap is never looked for behind the catastrophe it led to.
 */
export type ForkWish =
  /** the trap of an adversarial case; else where a failed trial first left the procedure; else its last turn */
  | { readonly kind: 'default' }
  | { readonly kind: 'trap' }
  | { readonly kind: 'divergence' }
  | { readonly kind: 'event'; readonly n: number }
  /** the turn in which this step of the graph was decided, or first due */
  | { readonly kind: 'step'; readonly step: string }

export type ForkPoint = { readonly at: number; readonly given: Recorded }
export type NoFork = { readonly none: string }

type ForkedTrial = {
  readonly pack: Pack
  readonly case: Case
  readonly events: Transcript
  readonly score: TrialScore
}

export function forkPoint(trial: ForkedTrial, wish: ForkWish): ForkPoint | NoFork {
  const told = toldAnswers(trial.events)
  const found = eventOf(trial, wish)
  return typeof found === 'string' ? { none: found } : cutAt(trial.events, told, found)
}

/** The number of an event, or why there is none. */
function eventOf(trial: ForkedTrial, wish: ForkWish): number | string {
  switch (wish.kind) {
    case 'event':
      return trial.events.some(({ n }) => n === wish.n)
        ? wish.n
        : `it has no event ${wish.n}: its events are 1 to ${trial.events.at(-1)?.n ?? 0}`
    case 'trap':
      return trapOf(trial) ?? 'the conversation never came to its trap'
    case 'divergence':
      return atOurDesk(trial.score)?.divergence?.n ?? 'the trial never left the procedure'
    case 'step':
      return stepOf(trial, wish.step)
    case 'default':
      return (
        trapOf(trial) ??
        atOurDesk(trial.score)?.divergence?.n ??
        trial.events.findLast(isCustomer)?.n ??
        'no one has spoken'
      )
  }
}

const isCustomer = (
  event: TranscriptEvent,
): event is Extract<EventOf<'message.sent'>, { from: 'customer' }> =>
  event.type === 'message.sent' && event.from === 'customer'

/**
 * The first message after which the agent could be led into the trap and did more than ask: nothing is left to learn from
 * the customer; of a false closure, the first thanks. If the agent went wrong earlier, the message before that.
 */
function trapOf({ pack, case: theCase, events, score }: ForkedTrial): number | null {
  if (theCase.trap === null) return null
  const start = events[0]
  const { feed, walk } = followTrial(pack, start?.type === 'trial.started' ? start.protocol : 'observed')
  const wrongAt = atOurDesk(score)?.forbidden.find(({ forbid }) => forbid === theCase.trap)?.n ?? null
  let last: number | null = null
  let open: number | null = null
  for (const event of events) {
    feed(event)
    if (wrongAt !== null && event.n >= wrongAt) return last
    if (!isCustomer(event)) continue
    last = event.n
    const isOpen =
      theCase.trap === FALSE_CLOSURE
        ? event.act.moves.some((move) => move.do === 'thank')
        : walk().requests().length > 0 && !asksNext(pack, walk().due())
    if (!isOpen) continue
    open ??= event.n
    if (didMoreThanAsk(pack, score, event.n)) return event.n
  }
  return open
}

/** Did the turn that answers this message do anything but look things up and ask? */
function didMoreThanAsk(pack: Pack, score: TrialScore, n: number): boolean {
  const turn = score.turns.find(({ from, to }) => to > n && from >= n)
  return (turn?.actions ?? []).some(({ action }) => {
    const tool = /^calls (\S+)/.exec(action)?.[1]
    return tool === undefined
      ? !/^(?:asks|comfort|greet)/.test(action)
      : pack.world.tools.get(tool)?.role !== 'read'
  })
}

const asksNext = (pack: Pack, due: readonly { readonly step: string }[]): boolean =>
  due.some(({ step }) =>
    [...pack.graph.steps.values()].some(({ id, kind }) => id === step && kind === 'learn'),
  )

/** By its id, or by its name if only one step has it. */
function stepOf({ pack, events, score }: ForkedTrial, wanted: string): number | string {
  const ids = [...pack.graph.steps.keys()].filter((id) => id === wanted || id.endsWith(`/${wanted}`))
  if (ids.length === 0) return `pack ${pack.id} has no step "${wanted}"`
  const start = events[0]
  const { feed, walk } = followTrial(pack, start?.type === 'trial.started' ? start.protocol : 'observed')
  for (const event of events) feed(event)
  const decided = walk()
    .requests()
    .flatMap((request) => request.decided)
    .find(({ step }) => ids.some((id) => id === step))
  if (decided !== undefined) return decided.n
  const turn = score.turns.find(
    ({ due, decision }) => due.some((step) => ids.includes(step)) || ids.some((id) => id === decision),
  )
  return turn?.from ?? `the conversation never came to step ${wanted}`
}

/**
 * Replays whole answers only. After a customer's message, or after results the agent waited for, it is asked next; an
 * answer of its own is sampled anew.
 */
function cutAt(events: Transcript, told: readonly ToldAnswer[], n: number): ForkPoint | NoFork {
  const index = told.findIndex(({ to }) => n <= to)
  const found = told[index === -1 ? told.length - 1 : index]
  if (found === undefined) return { none: 'no one has spoken' }
  const at = index === -1 ? told.length - 1 : index
  const isResult = events.find((event) => event.n === n)?.type === 'tool.returned'
  const goesOn = told[at + 1]?.answer.by === 'agent'
  const whole = found.answer.by === 'customer' || (isResult && goesOn) ? at + 1 : at
  const last = told[whole - 1]
  if (last === undefined) return { none: 'the agent has said nothing before it' }
  return {
    at: last.to,
    given: {
      answers: told.slice(0, whole).map(({ answer }) => answer),
      events: events.filter((event) => event.n <= last.to),
    },
  }
}
