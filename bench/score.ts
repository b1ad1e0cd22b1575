import { assert } from '../src/base/assert.ts'
import type { Case, Pack } from '../src/cases/case.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import type { NewEvent, Transcript, TranscriptEvent } from '../src/transcript/event.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'
import { numberEvents, writeTranscript } from '../src/transcript/write-transcript.ts'
import { readPicture } from '../test/golden/picture.ts'
import { COMPLYING } from '../test/golden/pictures.ts'
import { scoreTrial } from '../test/support/verdicts/score.ts'

/**
 * Scoring with every rule and detector on, against `JSON.parse` of the same transcripts: the golden conversations, as a run
 * with a model stores them (a usage event for every call of agent and customer), and bare, as one with instruments does.
 * Targets: at most 12 times, at least 1,000 a second.
 */
const ROUNDS = 100
const SLICES = 40
const STREAMED = 20_000

type Stored = { readonly theCase: Case; readonly transcript: Transcript; readonly lines: readonly string[] }

export async function bench(): Promise<Record<string, number>> {
  const pack = await loadPack('packs/lunchbox')
  const stored = Object.values(COMPLYING).map((picture): Stored => {
    const { theCase, transcript } = readPicture(pack, picture)
    return storedAs(theCase, transcript)
  })
  const withUsage = stored.map(({ theCase, transcript }) => storedAs(theCase, asModelRun(transcript)))
  scoreAll(pack, withUsage, ROUNDS * 3) // the first rounds pay for compiling the code
  parseAll(withUsage, ROUNDS)
  const [score, parse, bare, parseBare] = leastOf(SLICES, [
    () => scoreAll(pack, withUsage, ROUNDS / 10),
    () => parseAll(withUsage, ROUNDS / 10),
    () => scoreAll(pack, stored, ROUNDS / 10),
    () => parseAll(stored, ROUNDS / 10),
  ])
  return {
    ratio: score / parse,
    ratio_bare: bare / parseBare,
    transcripts_per_second: 1_000 / score,
    score_ms: score,
    parse_ms: parse,
    transcript_bytes: Math.round(bytesOf(withUsage)),
    transcript_bytes_bare: Math.round(bytesOf(stored)),
    streamed_heap_growth_mb: streamed(pack, stored),
  }
}

const storedAs = (theCase: Case, transcript: Transcript): Stored => ({
  theCase,
  transcript,
  lines: writeTranscript(transcript).trimEnd().split('\n'),
})

const bytesOf = (stored: readonly Stored[]): number =>
  stored.reduce((sum, { lines }) => sum + lines.join('\n').length, 0) / stored.length

/** A usage event after everything a model said or called; numbers and what refers to them move along. */
function asModelRun(transcript: Transcript): Transcript {
  const events = transcript.flatMap((event): NewEvent[] => {
    const { n: _, ...rest } = event
    const role = event.type === 'message.sent' ? event.from : event.type === 'tool.called' ? 'agent' : null
    return role === null ? [rest] : [usageOf(role), rest]
  })
  const moved = new Map<number, number>()
  let from = 0
  events.forEach((event, index) => {
    if (event.type !== 'usage.recorded') moved.set(++from, index + 1)
  })
  return numberEvents(events).map((event) => pointed(event, moved))
}

const usageOf = (role: 'agent' | 'customer'): NewEvent => ({
  type: 'usage.recorded',
  role,
  model: 'provider:model-2026-03-10',
  input_tokens: 3120,
  output_tokens: 148,
  cached_tokens: 2048,
  reasoning_tokens: 0,
  usd: 0.00412,
  took_ms: 1834.2,
})

function pointed(event: TranscriptEvent, moved: ReadonlyMap<number, number>): TranscriptEvent {
  if (event.type === 'message.understood') return { ...event, of: moved.get(event.of) ?? event.of }
  if (event.type !== 'message.sent' || event.from !== 'customer') return event
  const moves = event.act.moves.map((move) =>
    'proposal' in move ? { ...move, proposal: moved.get(move.proposal) ?? move.proposal } : move,
  )
  return { ...event, act: { ...event.act, moves } }
}

/** Processor time of all our threads, collecting garbage included: what else the machine does is not ours. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The least each took of many short turns, taken one after the other: whatever else the machine does strikes all alike. */
function leastOf<Takes extends readonly (() => number)[]>(
  slices: number,
  takes: readonly [...Takes],
): { [Key in keyof Takes]: number } {
  const least = takes.map(() => Number.POSITIVE_INFINITY)
  for (let slice = 0; slice < slices; slice += 1)
    takes.forEach((take, at) => {
      least[at] = Math.min(least[at] ?? Number.POSITIVE_INFINITY, take())
    })
  return least as { [Key in keyof Takes]: number }
}

/** milliseconds a transcript */
function scoreAll(pack: Pack, stored: readonly Stored[], rounds: number): number {
  let judged = 0
  const from = processorMs()
  for (let round = 0; round < rounds; round += 1) {
    for (const { theCase, transcript } of stored)
      if (scoreTrial(pack, theCase, transcript).state === 'judged') judged += 1
  }
  const took = processorMs() - from
  assert(judged === rounds * stored.length, 'every golden transcript is judged')
  return took / judged
}

function parseAll(stored: readonly Stored[], rounds: number): number {
  let events = 0
  const from = processorMs()
  for (let round = 0; round < rounds * 10; round += 1) {
    for (const { lines } of stored) for (const line of lines) if (JSON.parse(line) !== null) events += 1
  }
  const took = processorMs() - from
  assert(events > 0, 'something was parsed')
  return took / (rounds * 10 * stored.length)
}

/** Reads and scores one transcript after another; what is kept must not grow with their number. */
function streamed(pack: Pack, stored: readonly Stored[]): number {
  const texts = stored.map(({ theCase, transcript }) => ({ theCase, text: writeTranscript(transcript) }))
  const run = (times: number): void => {
    for (let at = 0; at < times; at += 1) {
      const one = texts[at % texts.length]
      if (one !== undefined) scoreTrial(pack, one.theCase, readTranscript(one.text).events)
    }
  }
  run(STREAMED / 10)
  const heap = (): number => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  const before = heap()
  run(STREAMED)
  return (heap() - before) / 1_000_000
}
