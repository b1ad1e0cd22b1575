import type { RunId } from '../../../base/values/ids.ts'
import type { PartyChannel } from '../../../conversation/protocol/party-channel.ts'
import type { Store, StoredRun } from '../../../storage/store.ts'
import { readFacts } from '../../../storage/stored-facts.ts'
import { writeTrial } from '../../../storage/stored-trial.ts'
import type { NewEvent, Transcript, TranscriptEvent } from '../../../transcript/event.ts'
import { misunderstandings } from '../../../transcript/misunderstandings.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { writeTranscript } from '../../../transcript/write-transcript.ts'
import { findLead } from '../../../verdicts/scoring/find-lead.ts'
import type { ReaderSource } from '../../agents/maker.ts'
import { readRunHeader, writeRunHeader } from '../../runs/run-header.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import type { Desks } from './desks.ts'

/**
 * Reads the conversations of a stored run again. In: a run and a reader. Out: a new run with the same conversations, a
 * second set of readings beside the first, and scores by the second. No agent is called and the first run stays as it is.
 * The customer's moves keep the reading they were made on.
 */
export type Reread = {
  readonly run: RunId
  readonly of: RunId
  readonly trials: number
  /** kept as they were: their pack or case is not here any more */
  readonly kept: number
  /** messages read twice, and those on which the two readers differ in what the customer was asked, offered or refused */
  readonly messages: { readonly hits: number; readonly of: number }
  /** trials in which the customer answered a message that the second reader reads otherwise */
  readonly misheard: number
}

export type RereadOutside = {
  readonly id: RunId
  readonly at: string
  readonly reader: ReaderSource
  /** as `versions.reader` says it */
  readonly version: string
  readonly desks: Desks
  readonly signal: AbortSignal
}

export async function reread(store: Store, run: StoredRun, outside: RereadOutside): Promise<Reread> {
  const { id, at, desks, reader, version, signal } = outside
  const header = readRunHeader(run)
  const versions = { ...header.versions, reader: version }
  const begun = { id, startedAt: at, finishedAt: null }
  await store.createRun({ ...begun, header: writeRunHeader({ ...header, versions }) })
  const counts = { trials: 0, kept: 0, misheard: 0 }
  const messages = { hits: 0, of: 0 }
  for await (const stored of store.trials(run.id)) {
    if (signal.aborted) break
    counts.trials += 1
    const { trial, attempt } = stored
    const before = readTranscript(stored.transcript, trial).events
    const desk = await desks(before)
    if (!('case' in desk)) {
      counts.kept += 1
      await store.saveTrials([{ ...stored, run: id }])
      continue
    }
    const events = await readAgain(before, (aside) => reader.make({ pack: desk.pack, aside }))
    const misunderstood = misunderstandings(events.filter(({ type }) => type !== 'step.reported'))
    messages.hits += misunderstood.hits
    messages.of += misunderstood.of
    if (misunderstood.hits > 0) counts.misheard += 1
    const score = readAndScore(desk.pack, desk.case, events, desk.rules)
    const lead = findLead(desk.pack, desk.case, events, score, desk.rules)
    const facts = { ...readFacts(stored), score, lead, misunderstood }
    const transcript = writeTranscript(events)
    await store.saveTrials([writeTrial({ run: id, trial, attempt, transcript, facts })])
  }
  if (!signal.aborted) await store.finishRun(id, at)
  return { run: id, of: run.id, ...counts, messages }
}

/** The transcript with a second set of readings after its ending, and what they cost. */
async function readAgain(
  events: Transcript,
  open: (aside: PartyChannel) => ReturnType<ReaderSource['make']>,
): Promise<Transcript> {
  const added: TranscriptEvent[] = []
  let n = events.at(-1)?.n ?? 0
  const add = (event: NewEvent): void => {
    n += 1
    const { type, ...rest } = event
    added.push({ n, type, ...rest } as TranscriptEvent)
  }
  const reader = open({ note: add, call: () => NO_DESK, signal: NEVER.signal })
  for (const event of events) {
    reader.feed(event)
    if (event.type !== 'message.sent' || event.from !== 'agent') continue
    add({ type: 'message.read', of: event.n, by: reader.id, reading: await reader.read(event.n) })
  }
  return [...events, ...added]
}

const NEVER = new AbortController()
const NO_DESK = { ok: false, output: { error: 'nothing is called while messages are read again' } }
