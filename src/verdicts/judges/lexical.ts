import { sha256 } from '../../base/hash.ts'
import type { Tone } from '../../base/values/acts.ts'
import { type ActKind, actsOf, type Reading } from '../../base/values/reading.ts'
import type { EventOf, Transcript } from '../../transcript/event.ts'
import { DIMENSIONS, isRatable, type Judge, type Rating } from './judge.ts'
import { meanRatings } from './rating-row.ts'

/**
 * The embedded default judge: counts what kinds of acts a message holds, as it was read, and reads no word itself. Deterministic,
 * documented in docs/spec/metrics.md (M15), a rough stand-in: it cannot tell a kind lie from a kind truth, which is the point of
 * keeping quality and logic apart, nor a rude word from a curt one. It gives no `resolution_quality` and no
 * `policy_adherence_judged`.
 */
const WORTH: Readonly<Partial<Record<ActKind, { readonly kind: number } | { readonly step: number }>>> = {
  comfort: { kind: 1 },
  courtesy: { kind: 0.5 },
  greet: { kind: 0.5 },
  request: { step: 1 },
  'check-fact': { step: 1 },
  'request-proof': { step: 1 },
  propose: { step: 1 },
  offer: { step: 1 },
  'claim-done': { step: 1 },
  promise: { step: 1 },
  inform: { step: 1 },
  explain: { step: 1 },
  decline: { step: 1 },
}
const UPSET: ReadonlySet<Tone> = new Set(['dissatisfied', 'angry', 'abusive'])

/** Raised whenever a weight below changes. */
const WEIGHTS = 2

/** Under the port of model judges only its name and hash are asked for: its ratings follow from a transcript (`lexicalRatings`). */
export const lexicalJudge: Judge = {
  id: 'lexical',
  promptHash: sha256(JSON.stringify([WEIGHTS, WORTH])),
  rate: async () => ({ ratings: [], notRated: [] }),
}

const clamp = (value: number): number => Math.max(0, Math.min(1, Math.round(value * 100) / 100))

type RatingValues = Readonly<Record<(typeof DIMENSIONS)[number], number>>

/** The upset customer is owed more: what does for a calm one does a little less. */
function rated(text: string, reading: Reading, isUpset: boolean): RatingValues {
  const worth = actsOf(reading).flatMap(({ kind }) => WORTH[kind] ?? [])
  const kind = worth.reduce((sum, one) => sum + ('kind' in one ? one.kind : 0), 0)
  const steps = worth.reduce((sum, one) => sum + ('step' in one ? one.step : 0), 0)
  const shouting = text.length > 20 && text === text.toUpperCase() ? 0.4 : 0
  const badLength = text.length > 1_300 || text.length < 8 ? 0.3 : 0
  return {
    language: clamp(0.9 - shouting - badLength),
    empathy: clamp(0.35 + (isUpset ? 0.5 : 0.55) * Math.min(1.2, kind)),
    usefulness: clamp(0.4 + 0.2 * Math.min(3, steps)),
    satisfaction: clamp(0.45 + 0.2 * Math.min(1.5, kind) + 0.1 * Math.min(3, steps) - (isUpset ? 0.05 : 0)),
    compliance: clamp(0.7 + 0.15 * Math.min(2, kind)),
  }
}

/** Every agent message that was read, with the mood of the customer before it and nothing that came later. */
export function lexicalRatings(transcript: Transcript): readonly Rating[] {
  const readings = new Map<number, Reading>()
  for (const event of transcript) if (event.type === 'message.read') readings.set(event.of, event.reading)
  let isUpset = false
  return transcript.flatMap((event): readonly Rating[] => {
    if (event.type !== 'message.sent') return []
    if (event.from === 'customer') isUpset = UPSET.has(event.act.tone)
    const reading = readings.get(event.n)
    return event.from === 'agent' && reading !== undefined && isRatable(event.text)
      ? ratingsOf(event, rated(event.text, reading, isUpset))
      : []
  })
}

const ratingsOf = ({ n, text }: EventOf<'message.sent'>, values: RatingValues): readonly Rating[] =>
  DIMENSIONS.map((dimension) => ({ n, dimension, value: values[dimension], quote: text.slice(0, 80) }))

/** The means of these ratings over a whole trial; null: it has no message to rate. */
export function lexicalMeans(transcript: Transcript): ReturnType<typeof meanRatings> | null {
  const ratings = lexicalRatings(transcript)
  return ratings.length === 0 ? null : meanRatings(ratings)
}
