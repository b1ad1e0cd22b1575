import { seededChance, seedFrom } from '../../base/chance.ts'
import type { TrialId } from '../../base/values/ids.ts'
import type { Adopted } from '../../cases/adopted.ts'
import type { Case, Intensity, Pack } from '../../cases/case.ts'
import { toEntry } from '../../cases/write-cases.ts'
import { openDesk } from '../../conversation/desk/open-desk.ts'
import { openRecordedDesk } from '../../conversation/desk/recorded-desk.ts'
import { DEFAULT_LIMITS, type TalkLimits } from '../../conversation/protocol/limits.ts'
import { createPartyChannel } from '../../conversation/protocol/party-channel.ts'
import { Diverged } from '../../conversation/protocol/stopped.ts'
import type { FlushBefore, ForkedAt, Journaled, Plain } from '../../conversation/talk/conversation.ts'
import { converse } from '../../conversation/talk/converse.ts'
import type { Recorded } from '../../conversation/talk/replay.ts'
import { openTap } from '../../references/tap.ts'
import type { EventOf, Transcript, TranscriptEvent } from '../../transcript/event.ts'
import type { RecordedCall } from '../../world/recorded-answers.ts'
import { LEXICAL_READER, type ReaderSource, type TrialAgent, type TrialCustomer } from '../agents/maker.ts'
import { adoptedStart } from './adopted-start.ts'
import { createPageBuilder } from './journal-pages.ts'
import { reportForm } from './report-form.ts'
import { shownSop } from './shown-sop.ts'
import { openTrialClock } from './trial-clock.ts'
import { type DurableJournal, NO_JOURNAL, type TrialJournal } from './trial-journal.ts'

/** One attempt at a planned trial, ready to be played: a pack, a case and the parties. */
export type Trial = {
  readonly id: TrialId
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  /** the same for every agent: customers are paired */
  readonly seed: number
  readonly attempt: number
  readonly agent: TrialAgent
  readonly customer: TrialCustomer
  /** absent: the embedded reader */
  readonly reader?: ReaderSource | undefined
  /** absent: it is played from its beginning */
  readonly fork?: TrialFork
}

/** Where a fork begins, and which of its samples this is. */
export type TrialFork = ForkedAt & {
  /** the trial that is replayed */
  readonly of: TrialId
  readonly sample: number
  readonly swap: { readonly tactic: string | null; readonly intensity: Intensity } | null
  /** what is replayed: answers and events up to `at`, as recorded */
  readonly given: Recorded
}

/**
 * Plays one trial. In: the trial, and the journal it is kept in. Out: its transcript. It knows no configuration, no
 * registry and no store. Throws `Stopped` if the run stops, and the journal's error if a page cannot be made durable.
 */
export async function playTrial(asked: Trial, journal: TrialJournal = NO_JOURNAL): Promise<Transcript> {
  // A recording holds no step reports, so nobody is asked for one in the middle of it.
  const trial: Trial = isAdopted(asked.case)
    ? { ...asked, agent: { ...asked.agent, protocol: 'observed' } }
    : asked
  if (journal.kind === 'none') return playInMemory(trial)
  const recorded = journal.recorded?.attempt === trial.attempt ? journal.recorded : null
  const given = givenIn(trial)
  if (recorded === null) return playInto(journal, trial, given)
  const soFar = joined(given, recorded)
  if (recorded.events.at(-1)?.type === 'conversation.ended') return soFar.events
  try {
    return await playInto(journal, trial, soFar)
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    await journal.discard(error.message)
    return playInto(journal, trial, given)
  }
}

type AdoptedCase = Case & { readonly adopted: Adopted }
const isAdopted = (theCase: Case): theCase is AdoptedCase => theCase.adopted !== undefined

/** What a fork replays, under its own beginning; of an adopted conversation, how it began. */
function givenIn(trial: Trial): Recorded | null {
  if (trial.fork === undefined)
    return isAdopted(trial.case) ? adoptedStart(trial.pack, trial.case, startOf(trial)) : null
  const { answers, events } = trial.fork.given
  return { answers, events: [{ n: 1, ...startOf(trial) }, ...events.slice(1)] }
}

const joined = (given: Recorded | null, recorded: Recorded): Recorded => ({
  answers: [...(given?.answers ?? []), ...recorded.answers],
  events: [...(given?.events ?? []), ...recorded.events],
})

const NEVER = new AbortController().signal
const NO_LIMITS: Partial<TalkLimits> = {}
const nobody = (): void => undefined

const playInMemory = (trial: Trial): Promise<Transcript> =>
  play(trial, {
    mode: { kind: 'plain', recorded: givenIn(trial) },
    limits: NO_LIMITS,
    signal: NEVER,
    observe: nobody,
  })

async function playInto(
  journal: DurableJournal,
  trial: Trial,
  recorded: Recorded | null,
): Promise<Transcript> {
  const { bounds } = journal
  const clock = openTrialClock(bounds, limitsOf(trial, bounds.limits), paidIn(trial, recorded))
  const { signal, seconds } = clock
  const { observe, keep, flush } = createPageKeeper(journal, trial.attempt, recorded)
  try {
    return await play(trial, {
      mode: {
        kind: 'journaled',
        recorded,
        keep,
        flush,
        signal,
        seconds,
        usdOf: bounds.usdOf,
        jumps: bounds.jumps,
        hide: bounds.hide,
      },
      limits: bounds.limits,
      signal,
      observe,
    })
  } finally {
    clock.close()
  }
}

/** A fork's time and money do not include what the replayed trial took. */
const paidIn = ({ fork }: Trial, recorded: Recorded | null): Transcript =>
  (recorded?.events ?? []).slice(fork?.given.events.length ?? 0)

function limitsOf({ pack, case: theCase }: Trial, over: Partial<TalkLimits>): TalkLimits {
  const limits = { ...DEFAULT_LIMITS, turnsMax: pack.turnsMax, ...over }
  // Turns that were over before the agent came are not its turns.
  const before = theCase.adopted?.history.filter((entry) => 'customer' in entry).length ?? 0
  return { ...limits, turnsMax: limits.turnsMax + before }
}

async function play(
  trial: Trial,
  how: {
    readonly mode: Plain | Journaled
    readonly limits: Partial<TalkLimits>
    readonly signal: AbortSignal
    readonly observe: (event: TranscriptEvent) => void
  },
): Promise<Transcript> {
  const { pack, case: theCase, intensity, agent, customer, reader } = trial
  const seed = seedFrom(trial.seed, trial.attempt)
  const { tap, feed } = openTap()
  const events: TranscriptEvent[] = []
  const { channel: aside, connect } = createPartyChannel(how.signal)
  const shown = shownSop(pack, agent)
  const agentNow = agent.make({ pack, trap: theCase.trap, tap, seed: agentSeed(seed, trial), aside })
  try {
    await converse({
      mode: how.mode,
      start: startOf(trial),
      fork: forkedAt(trial, how.mode.recorded ?? null),
      customer: customer.make({ pack, case: theCase, intensity, seed: seedFrom(seed, 'customer'), aside }),
      agent: agentNow,
      desk: isAdopted(theCase)
        ? openRecordedDesk(pack.world, callsIn(theCase.adopted))
        : openDesk(pack.world, theCase, seededChance(seedFrom(seed, 'desk'))),
      sop: shown.sop,
      form: reportForm(pack.graph, agent.sop),
      tools: shown.tools,
      limits: limitsOf(trial, how.limits),
      reader: (reader ?? LEXICAL_READER).make({ pack, aside }),
      connect,
      append: (event) => {
        events.push(event)
        feed(event)
        shown.feed(event)
        how.observe(event)
      },
    })
  } finally {
    // The conversation is complete. An agent that fails to close must not lose it.
    await agentNow.close?.().catch(() => undefined)
  }
  return events
}

/** An adopted conversation is given up to its takeover, as a fork is up to its decision. */
function forkedAt(trial: Trial, recorded: Recorded | null): ForkedAt | undefined {
  if (trial.fork !== undefined) return trial.fork
  if (!isAdopted(trial.case) || recorded === null) return undefined
  const took = recorded.events.find(({ type }) => type === 'fork.began')
  return { at: took === undefined ? recorded.events.length : took.n - 1, until: 'end' }
}

const callsIn = ({ history, later }: Adopted): readonly RecordedCall[] => [
  ...later,
  ...history.filter((entry) => 'tool' in entry),
]

/** Samples of one decision differ in the agent's chances alone: customer and desk go on as they were. */
const agentSeed = (seed: number, { fork }: Trial): number =>
  fork === undefined ? seedFrom(seed, 'agent') : seedFrom(seed, 'agent', 'fork', fork.sample)

const startOf = ({ id, pack, case: theCase, intensity, agent, customer, seed, attempt, fork }: Trial) => ({
  type: 'trial.started' as const,
  format: 1 as const,
  trial: id,
  pack: { id: pack.id, hash: pack.hash },
  case: theCase.id,
  agent: agent.id,
  protocol: agent.protocol,
  customer: customer.id,
  seed,
  attempt,
  intensity,
  tactic: theCase.tactic,
  today: pack.world.today,
  // A desk with faults is made of a case that has a file.
  ...(theCase.planned && theCase.disturbance === null ? { planned: { ...toEntry(theCase) } } : {}),
  ...(agent.sop === 'prompt' ? {} : { sop: agent.sop }),
  // The rows of a recorded desk are not known, as those of an agent's own are not.
  ...(agent.tools === 'own' || isAdopted(theCase) ? { tools: 'own' as const } : {}),
  ...(fork === undefined ? {} : { fork: forkOf(fork) }),
})

const forkOf = ({ of, at, sample, swap }: TrialFork) => ({
  of,
  at,
  sample,
  ...(swap === null ? {} : { swap }),
})

/** Turns what happens into pages, and appends each to the journal when it is due. */
function createPageKeeper(journal: DurableJournal, attempt: number, recorded: Recorded | null) {
  const pages = createPageBuilder()
  // Recorded events are in the journal's pages already.
  let known = recorded?.events.length ?? 0
  let ending: EventOf<'conversation.ended'>['ending'] | undefined
  return {
    keep: pages.answer,
    observe: (event: TranscriptEvent): void => {
      if (event.type === 'conversation.ended') ending = event.ending
      if (known > 0) {
        known -= 1
        return
      }
      pages.event(event)
      journal.observe(event)
    },
    flush: async (before: FlushBefore): Promise<void> => {
      // After a machinery failure the trial resumes from its last page. A recorded ending would prevent that.
      const isWhole = before !== 'stop' && ending?.kind !== 'machinery.failed'
      if (isWhole) pages.settle()
      const isDue = before === 'customer' || before === 'agent' ? journal.durableBefore[before] : true
      const page = isDue ? pages.turnPage() : null
      if (page !== null) await journal.append(attempt, page)
    },
  }
}
