import type { TrialId } from '../../base/values/ids.ts'
import type { Transcript, TranscriptEvent } from '../../transcript/event.ts'
import type { Mark, TrialRow } from './trial-row.ts'

/** A situation that went well with one side of a comparison and badly with the other. */
export type Flip = {
  readonly case: string
  readonly intensity: number
  readonly repeat: number
  readonly a: FlipSide
  readonly b: FlipSide
}
type FlipSide = { readonly trial: TrialId; readonly mark: Mark }

/** Worse ones first, then by case. */
export function flipsOf(a: readonly TrialRow[], b: readonly TrialRow[]): readonly Flip[] {
  const others = new Map(b.map((row) => [keyOf(row), row]))
  return a
    .flatMap((row) => {
      const other = others.get(keyOf(row))
      if (other === undefined || !isCounted(row) || !isCounted(other) || row.mark === other.mark) return []
      const { case: id, intensity, repeat } = row
      return [{ case: id, intensity, repeat, a: sideOf(row), b: sideOf(other) }]
    })
    .sort((x, y) => badness(y) - badness(x) || (x.case < y.case ? -1 : 1))
}

const keyOf = ({ case: id, intensity, repeat }: TrialRow): string => `${id}@${intensity}#${repeat}`
const sideOf = ({ trial, mark }: TrialRow): FlipSide => ({ trial, mark })
const SEVERITY: Readonly<Partial<Record<Mark, number>>> = { passed: 0, failed: 1, unsafe: 2 }
const isCounted = ({ mark }: TrialRow): boolean => SEVERITY[mark] !== undefined
const badness = ({ a, b }: Flip): number => (SEVERITY[b.mark] ?? 0) - (SEVERITY[a.mark] ?? 0)

/** The first event of each of two transcripts at which they are no longer the same; null: one has no such event. */
export function firstDifference(
  a: Transcript,
  b: Transcript,
): { readonly a: number | null; readonly b: number | null } | null {
  const [left, right] = [a.filter(isDeed), b.filter(isDeed)]
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [x, y] = [left[at], right[at]]
    if (x === undefined || y === undefined || signature(x) !== signature(y))
      return { a: x?.n ?? null, b: y?.n ?? null }
  }
  return null
}

/** What the parties did; how we understood, counted or reported it is no difference between conversations. */
const isDeed = ({ type }: TranscriptEvent): boolean =>
  type === 'message.sent' || type === 'tool.called' || type === 'handover.made' || type === 'ticket.closed'

function signature(event: TranscriptEvent): string {
  if (event.type === 'message.sent') return `${event.from}: ${event.text}`
  if (event.type === 'tool.called') return `${event.tool} ${JSON.stringify(event.input)}`
  return event.type
}
