import { setMaxListeners } from 'node:events'
import { seededChance, seedFrom } from '../../base/chance.ts'
import type { Case, Intensity, Pack } from '../../cases/case.ts'
import { openDesk } from '../../conversation/desk/open-desk.ts'
import { openAside } from '../../conversation/protocol/aside.ts'
import { DEFAULT_LIMITS, type TalkLimits } from '../../conversation/protocol/limits.ts'
import { TIME_UP } from '../../conversation/protocol/stopped.ts'
import { converse, type FlushBefore } from '../../conversation/talk/converse.ts'
import type { Recorded } from '../../conversation/talk/replay.ts'
import { openTap } from '../../references/tap.ts'
import type { EventOf, Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { recogniseActs } from '../../transcript/recognise/recognise.ts'
import type { MakeRecogniser, TrialAgent, TrialCustomer } from '../agents/maker.ts'
import { reportForm } from './report-form.ts'
import { shownSop } from './shown-sop.ts'
import { openPageBook } from './trial-pages.ts'

/**
 * One trial, executed. In: a pack, a case and its parties' makers. Out: the transcript. No registry, no configuration,
 * no store: those are the layers above.
 */
export type Trial = {
  readonly id: string
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  /** the same for every agent: customers are paired */
  readonly seed: number
  readonly attempt: number
  readonly agent: TrialAgent
  readonly customer: TrialCustomer
  /** observed protocol: says what the agent's words did; absent: patterns do, when the trial is scored */
  readonly recogniser?: MakeRecogniser
}

/** What surrounds a trial whose parties cost something, take time or may never answer. */
export type TrialCare = {
  /** aborted: the run stops, and so does this trial */
  readonly signal: AbortSignal
  /** over the pack's and the defaults */
  readonly limits: Partial<TalkLimits>
  /** which parties are paid or keep things between answers: what was said is durable before one of them is asked */
  readonly careful: { readonly agent: boolean; readonly customer: boolean }
  readonly usdOf: (use: EventOf<'usage.recorded'>) => number
  /** milliseconds; never goes back */
  readonly clock: () => number
  /** calls back once, after so many milliseconds; returns how not to */
  readonly after: (ms: number, run: () => void) => () => void
  /** makes a page durable */
  readonly writePage: (page: string) => Promise<void>
  /** how far the trial had got when it was stopped */
  readonly recorded: Recorded | null
  readonly onEvent?: (event: TranscriptEvent) => void
}

const NEVER = new AbortController()

/** Throws `Stopped` and `Diverged` as `converse` does, and what keeps a page from becoming durable. */
export async function executeTrial(trial: Trial, care?: TrialCare): Promise<Transcript> {
  const { pack, case: theCase, intensity, agent } = trial
  const seed = seedFrom(trial.seed, trial.attempt)
  const { tap, feed } = openTap()
  const events: TranscriptEvent[] = []
  const limits: TalkLimits = { ...DEFAULT_LIMITS, turnsMax: pack.turnsMax, ...care?.limits }
  const watched = care === undefined ? undefined : watch(care, limits)
  const { aside, socket } = openAside(watched?.signal ?? NEVER.signal)
  const shown = shownSop(pack, agent)
  const agentNow = agent.make({ pack, trap: theCase.trap, tap, seed: seedFrom(seed, 'agent'), aside })
  try {
    await converse({
      start: startOf(trial),
      customer: trial.customer.make({
        pack,
        case: theCase,
        intensity,
        seed: seedFrom(seed, 'customer'),
        aside,
      }),
      agent: agentNow,
      desk: openDesk(pack.world, theCase.sets, seededChance(seedFrom(seed, 'desk'))),
      sop: shown.sop,
      form: reportForm(pack.graph),
      aside: socket,
      tools: shown.tools,
      limits,
      asks: (text) =>
        recogniseActs(text, pack.lexicon).some(({ act }) => act === 'request' || act === 'propose'),
      append: (event) => {
        events.push(event)
        feed(event)
        shown.feed(event)
        watched?.append(event)
      },
      ...(agent.protocol === 'observed' && trial.recogniser !== undefined
        ? { label: trial.recogniser({ pack, aside }) }
        : {}),
      ...watched?.conversation,
    })
  } finally {
    watched?.done()
    // An agent that cannot even let go must not take a finished conversation with it.
    await agentNow.close?.().catch(() => undefined)
  }
  return events
}

const startOf = ({ id, pack, case: theCase, intensity, agent, ...trial }: Trial) => ({
  type: 'trial.started' as const,
  format: 1 as const,
  trial: id,
  pack: { id: pack.id, hash: pack.hash },
  case: theCase.id,
  agent: agent.id,
  protocol: agent.protocol,
  customer: trial.customer.id,
  seed: trial.seed,
  attempt: trial.attempt,
  intensity,
  tactic: theCase.tactic,
  today: pack.world.today,
  ...(agent.sop === 'prompt' ? {} : { sop: agent.sop }),
  ...(agent.tools === 'own' ? { tools: agent.tools } : {}),
})

/** Time, money and durability around one conversation. */
function watch(care: TrialCare, limits: TalkLimits) {
  const stop = new AbortController()
  const pages = openPageBook()
  const before = takenBefore(care.recorded)
  const startedAt = care.clock()
  // What a record holds is in its pages already.
  let known = care.recorded?.events.length ?? 0
  let ending: EventOf<'conversation.ended'>['ending'] | undefined
  const onStop = (): void => stop.abort(care.signal.reason)
  // One listener a trial under way is no leak, however many there are: without this, Node warns people of one.
  setMaxListeners(0, care.signal)
  if (care.signal.aborted) onStop()
  else care.signal.addEventListener('abort', onStop, { once: true })
  const cancel = Number.isFinite(limits.secondsMax)
    ? care.after(Math.max(0, limits.secondsMax * 1000 - before), () => stop.abort(TIME_UP))
    : () => undefined
  return {
    signal: stop.signal,
    append: (event: TranscriptEvent): void => {
      if (event.type === 'conversation.ended') ending = event.ending
      if (known > 0) {
        known -= 1
        return
      }
      pages.event(event)
      care.onEvent?.(event)
    },
    done: (): void => {
      cancel()
      care.signal.removeEventListener('abort', onStop)
    },
    conversation: {
      signal: stop.signal,
      keep: pages.answer,
      spending: {
        usdOf: care.usdOf,
        seconds: () => (before + Math.max(0, care.clock() - startedAt)) / 1000,
      },
      flush: async (before: FlushBefore): Promise<void> => {
        // Where the machinery failed the trial goes on from its last page; an end that stands there would forbid that.
        const isWhole = before !== 'stop' && ending?.kind !== 'machinery.failed'
        if (isWhole) pages.settle()
        const isDue = before === 'customer' || before === 'agent' ? care.careful[before] : true
        const page = isDue ? pages.turnPage() : null
        if (page !== null) await care.writePage(page)
      },
      ...(care.recorded === null ? {} : { recorded: care.recorded }),
    },
  }
}

/** Milliseconds that model calls and waits of a recorded trial took: the clock of the process that died is gone. */
const takenBefore = (recorded: Recorded | null): number =>
  (recorded?.events ?? []).reduce((sum, event) => {
    if (event.type === 'usage.recorded') return sum + event.took_ms
    return event.type === 'call.retried' ? sum + event.waited_ms : sum
  }, 0)
