import type { Transcript, TranscriptEvent } from './event.ts'

/**
 * Finds out what of a transcript can be trusted. Doubled and reordered events are mended by their numbers; from the
 * first event that is missing, or that two parties tell differently, nothing after it can be judged, since every state
 * after it is a guess.
 */
export type TranscriptFlaw = {
  /** kebab-case, stable: `missing-events`, `doubled-event`, ... */
  readonly code: string
  /** the event number it is about */
  readonly n: number
  readonly message: string
}

export type Mended = {
  /** in order, each number once, up to the first ending or the first break */
  readonly events: Transcript
  readonly flaws: readonly TranscriptFlaw[]
  /** the number from which on nothing is known; null: the transcript is whole */
  readonly brokenAt: number | null
}

export function mendTranscript(events: Transcript): Mended {
  const { talk, readings } = withoutLateReadings(events)
  const mended = mendTalk(talk)
  if (readings.length === 0) return mended
  // Readings made afterwards are about what was said before: they belong to whatever of it is known.
  const said = new Set(mended.events.map(({ n }) => n))
  const own = readings.filter((event) => event.type === 'message.read' && said.has(event.of))
  const at = mended.events.findIndex(({ type }) => type === 'conversation.ended')
  const until = at === -1 ? mended.events.length : at
  return { ...mended, events: [...mended.events.slice(0, until), ...own, ...mended.events.slice(until)] }
}

/** Readings at the very end that do not follow their message: `sage score --reader` and the stage before scoring add them there. */
function withoutLateReadings(events: Transcript): { talk: Transcript; readings: Transcript } {
  let end = events.length
  while (end > 0 && isLate(events[end - 1], events[end - 2])) end -= 1
  return end === events.length
    ? { talk: events, readings: [] }
    : { talk: events.slice(0, end), readings: events.slice(end) }
}

const isLate = (event: TranscriptEvent | undefined, before: TranscriptEvent | undefined): boolean =>
  event?.type === 'message.read' && event.of !== before?.n

function mendTalk(given: Transcript): Mended {
  const flaws: TranscriptFlaw[] = []
  const { sorted, conflictAt } = inOrder(given, flaws)
  const gapAt = firstGap(sorted, flaws)
  const foreignAt = secondStart(sorted, flaws)
  const breaks = [conflictAt, gapAt, foreignAt].filter((n) => n !== null)
  const until = breaks.length > 0 ? Math.min(...breaks) : Number.POSITIVE_INFINITY
  const known = until === Number.POSITIVE_INFINITY ? sorted : sorted.filter(({ n }) => n < until)
  const { events, ended } = upToEnding(known, flaws)
  if (!ended && breaks.length === 0) {
    flaws.push({
      code: 'no-ending',
      n: lastNumber(events) + 1,
      message: 'the conversation has no ending: it was cut off',
    })
  }
  return {
    events: withoutOrphans(events, flaws),
    flaws,
    brokenAt: ended ? null : Math.min(until, lastNumber(events) + 1),
  }
}

const lastNumber = (events: Transcript): number => events.at(-1)?.n ?? 0

function inOrder(
  given: Transcript,
  flaws: TranscriptFlaw[],
): { sorted: Transcript; conflictAt: number | null } {
  if (given.every((event, index) => index === 0 || event.n > (given[index - 1]?.n ?? 0))) {
    return { sorted: given, conflictAt: null }
  }
  const byNumber = new Map<number, TranscriptEvent>()
  let highest = 0
  let conflictAt: number | null = null
  for (const event of given) {
    const { n } = event
    const twin = byNumber.get(n)
    if (twin === undefined) {
      if (n < highest)
        flaws.push({ code: 'reordered-event', n, message: `event ${n} comes after event ${highest}` })
      byNumber.set(n, event)
    } else if (JSON.stringify(twin) === JSON.stringify(event)) {
      flaws.push({ code: 'doubled-event', n, message: `event ${n} appears twice` })
    } else {
      flaws.push({ code: 'foreign-event', n, message: `two different events have number ${n}` })
      conflictAt = Math.min(conflictAt ?? n, n)
    }
    highest = Math.max(highest, n)
  }
  return { sorted: [...byNumber.values()].sort((a, b) => a.n - b.n), conflictAt }
}

function firstGap(sorted: Transcript, flaws: TranscriptFlaw[]): number | null {
  const first = sorted[0]
  if (first === undefined || first.type !== 'trial.started') {
    flaws.push({
      code: 'no-start',
      n: first?.n ?? 1,
      message: 'the transcript does not begin with trial.started',
    })
    return 0
  }
  let gapAt: number | null = null
  for (let index = 1; index < sorted.length; index += 1) {
    const before = sorted[index - 1]?.n ?? 0
    const n = sorted[index]?.n ?? 0
    if (n === before + 1) continue
    const missing = n === before + 2 ? `event ${before + 1} is` : `events ${before + 1} to ${n - 1} are`
    flaws.push({ code: 'missing-events', n: before + 1, message: `${missing} missing` })
    gapAt ??= before + 1
  }
  return gapAt
}

function secondStart(sorted: Transcript, flaws: TranscriptFlaw[]): number | null {
  const second = sorted.find((event, index) => index > 0 && event.type === 'trial.started')
  if (second === undefined) return null
  flaws.push({ code: 'foreign-event', n: second.n, message: 'another trial starts inside this one' })
  return second.n
}

function upToEnding(known: Transcript, flaws: TranscriptFlaw[]): { events: Transcript; ended: boolean } {
  const at = known.findIndex(({ type }) => type === 'conversation.ended')
  if (at === -1) return { events: known, ended: false }
  for (const event of known.slice(at + 1)) {
    if (event.type === 'usage.recorded' || event.type === 'message.read') continue
    const again = event.type === 'conversation.ended'
    const message = again
      ? 'the conversation ends a second time'
      : `${event.type} after the conversation ended`
    flaws.push({ code: again ? 'second-ending' : 'event-after-ending', n: event.n, message })
  }
  if (at === known.length - 1) return { events: known, ended: true }
  // Readings made afterwards (`sage score --reader`) are about what was said before the ending.
  const readAgain = known.slice(at + 1).filter(({ type }) => type === 'message.read')
  return { events: [...known.slice(0, at), ...readAgain, ...known.slice(at, at + 1)], ended: true }
}

/** Drops results, effects and readings that refer to nothing: they would be judged as deeds nobody did. */
function withoutOrphans(events: Transcript, flaws: TranscriptFlaw[]): Transcript {
  const called = new Set<string>()
  const returned = new Set<string>()
  const said = new Set<number>()
  const orphans = new Set<number>()
  for (const event of events) {
    if (event.type === 'tool.called') called.add(event.call)
    if ((event.type === 'message.sent' && event.from === 'agent') || event.type === 'handover.made')
      said.add(event.n)
    const lost = refersToNothing(event, { called, returned, said })
    if (event.type === 'tool.returned') returned.add(event.call)
    if (lost === null) continue
    orphans.add(event.n)
    flaws.push({ code: 'refers-to-nothing', n: event.n, message: lost })
  }
  return orphans.size === 0 ? events : events.filter(({ n }) => !orphans.has(n))
}

type Known = { called: ReadonlySet<string>; returned: ReadonlySet<string>; said: ReadonlySet<number> }

function refersToNothing(event: TranscriptEvent, { called, returned, said }: Known): string | null {
  switch (event.type) {
    case 'tool.returned':
      if (!called.has(event.call)) return `result of call ${event.call}, which was never made`
      return returned.has(event.call) ? `a second result of call ${event.call}` : null
    case 'world.changed':
      return event.call === undefined || called.has(event.call)
        ? null
        : `effect of call ${event.call}, which was never made`
    case 'handover.made':
    case 'ticket.closed':
      return called.has(event.call) ? null : `${event.type} by call ${event.call}, which was never made`
    case 'message.read':
    case 'message.understood':
    case 'act.recognised':
      return said.has(event.of) ? null : `${event.type} of message ${event.of}, which the agent did not send`
    default:
      return null
  }
}
