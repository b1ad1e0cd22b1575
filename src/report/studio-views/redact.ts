import type { Reading } from '../../base/values/reading.ts'
import { TranscriptEvent } from '../../transcript/event.ts'
import type { Lead } from '../../verdicts/model/lead.ts'
import type { Divergence, TrialScore } from '../../verdicts/model/score.ts'
import type { CaseResult } from '../result/case-results.ts'
import type { Report } from '../result/report.ts'
import type { PackView } from './pack-view.ts'
import type { ReportFile, RunHeld } from './report-file.ts'
import type { TrialView } from './trial-view.ts'

/**
 * A report without anybody's words: what was said, what stands in records and calls, who the customers are. Numbers,
 * verdicts, tools, steps and the company's own sentences stay. What is not known to be harmless goes.
 */
export const TAKEN_OUT = '•••'

export const redactReport = (report: Report): Report => ({
  ...report,
  decision: { ...report.decision, failures: report.decision.failures.map(redactLead) },
})

const redactLead = <Quoted extends Pick<Lead, 'heard' | 'said' | 'did'>>(lead: Quoted): Quoted => ({
  ...lead,
  heard: null,
  said: null,
  did: null,
})

export const redactCases = (cases: readonly CaseResult[]): readonly CaseResult[] =>
  cases.map((one) =>
    one.failure === null
      ? one
      : {
          ...one,
          failure: { ...one.failure, lead: one.failure.lead === null ? null : redactLead(one.failure.lead) },
        },
  )

export const redactFile = (file: ReportFile): ReportFile => ({
  ...file,
  redacted: true,
  held: file.held.map(redactHeld),
  packs: file.packs.map((held) => ({ ...held, view: redactPack(held.view) })),
  trials: file.trials.map(redactTrial),
})

const redactHeld = (held: RunHeld): RunHeld => ({ ...held, report: redactReport(held.report) })

const redactPack = (pack: PackView): PackView => ({
  ...pack,
  cases: pack.cases.map((one) => ({ ...one, customer: TAKEN_OUT, wants: one.wants.map(() => TAKEN_OUT) })),
})

function redactTrial(view: TrialView): TrialView {
  const without = hider(view)
  const { score } = view
  return {
    ...view,
    // It quotes messages and names the customer in sentences of its own.
    story: [],
    events: view.events.map(redactEvent),
    problems: view.problems.map(() => TAKEN_OUT),
    notes: view.notes.map((note) => ({ ...note, because: without(note.because) })),
    deeds: view.deeds.map((deed) => ({
      ...deed,
      action: without(deed.action),
      because: deed.because === null ? null : without(deed.because),
    })),
    states: view.states.map((state) => ({
      ...state,
      said: state.said.map((one) => (one.field === 'intent' ? one : { ...one, value: TAKEN_OUT })),
    })),
    score: redactScore(score, without),
    desk: view.desk === null ? null : { ...view.desk, customer: null, test_case: null },
    disputes: view.disputes.map((one) => ({ ...one, author: TAKEN_OUT, because: TAKEN_OUT })),
  }
}

function redactScore(score: TrialScore, without: (text: string) => string): TrialScore {
  const known = {
    problems: score.problems.map(without),
    turns: score.turns.map((turn) => ({
      ...turn,
      actions: turn.actions.map((one) => ({
        ...one,
        action: without(one.action),
        because: one.because === null ? null : without(one.because),
      })),
    })),
    verdicts: score.verdicts.map((verdict) =>
      verdict.outcome === 'not-judged' ? verdict : { ...verdict, because: without(verdict.because) },
    ),
  }
  if (score.state === 'faulted') return { ...score, ...known, because: without(score.because) }
  if (score.state === 'voided' || score.world === 'own') return { ...score, ...known }
  return {
    ...score,
    ...known,
    divergence: score.divergence === null ? null : redactDivergence(score.divergence, without),
    end_state: score.end_state.map((row) => ({ ...row, key: TAKEN_OUT })),
  }
}

const redactDivergence = (one: Divergence, without = redactWords): Divergence => ({
  ...one,
  did: without(one.did),
  because: one.because === null ? null : without(one.because),
})

/** Our sentences quote values as JSON does. What is the name of a member stays. */
export const redactWords = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")(:?)/g, (whole, quoted: string, colon: string) =>
    colon !== '' && /^"[a-z_][a-z_0-9]*"$/i.test(quoted) ? whole : `"${TAKEN_OUT}"${colon}`,
  )

/** For sentences about one conversation: also values of it that stand there without quotes. */
function hider(view: TrialView): (text: string) => string {
  const values = [
    ...new Set([...valuesIn(view.events.map(payloadOf)), ...nameParts(view.desk?.customer?.name ?? '')]),
  ]
    .filter((value) => value.length > 2)
    .sort((a, b) => b.length - a.length)
  return (text) => values.reduce((left, value) => left.replaceAll(value, TAKEN_OUT), redactWords(text))
}

const nameParts = (name: string): readonly string[] => [name, ...name.split(/\s+/)]

/** Words of a fixed list have neither digit, space nor @ in them; what somebody gave has. */
const isGiven = (value: string): boolean => /[\d@\s]/.test(value)

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isGiven(value) ? [value] : []
  if (typeof value === 'number') return String(value).length > 3 ? [String(value)] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}

const payloadOf = (event: TranscriptEvent): unknown =>
  event.type === 'trial.started' || event.type === 'usage.recorded' ? null : event

/** Members of events that only name things of the pack or count; every other word and number is taken out. */
const NAMES: ReadonlySet<string> = new Set(
  `n of type from call tool table do act field request instead_of intent
   proposal lack kind tone tactic by side code role limit about reason`.split(/\s+/),
)
/** `because` is a word of a list in these; elsewhere it is a sentence. */
const LISTED = new Set(['conversation.ended', 'message.sent'])

function redactEvent(event: TranscriptEvent): TranscriptEvent {
  if (event.type === 'trial.started' || event.type === 'usage.recorded' || event.type === 'call.retried')
    return event
  if (event.type === 'message.read') return { ...event, reading: redactReading(event.reading) }
  return TranscriptEvent.parse(
    takeOut(event, (name) => NAMES.has(name) || (name === 'because' && LISTED.has(event.type))),
  )
}

/** Kinds and places are words of lists; the values stood in the message. */
const redactReading = ({ language, sentences }: Reading): Reading => ({
  language,
  sentences: sentences.map((sentence) => ({
    ...sentence,
    acts: sentence.acts.map((act) => ({ ...act, values: act.values.map(() => TAKEN_OUT) })),
  })),
})

function takeOut(value: unknown, keeps: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => (isWhole(one) ? TAKEN_OUT : takeOut(one, keeps)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, part(name, member, keeps)]))
}

/** Inside what a tool or a record holds every name is the company's and every value is taken out. */
const PAYLOADS: ReadonlySet<string> = new Set(['input', 'output', 'before', 'after', 'fields', 'arguments'])

function part(name: string, member: unknown, keeps: (name: string) => boolean): unknown {
  if (PAYLOADS.has(name)) return takeOut(isWhole(member) ? TAKEN_OUT : member, () => false)
  if (name === 'amount' && typeof member === 'number') return member
  return isWhole(member) && !keeps(name) ? TAKEN_OUT : isWhole(member) ? member : takeOut(member, keeps)
}

/** Yes and no say nothing of a person. */
const isWhole = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'
