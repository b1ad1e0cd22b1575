import { z } from 'zod'
import { jsonIn } from '../../base/values/json.ts'
import { type Judged, type Rating, type RatingKey, ratedMessages, type Shown, WHOLE } from './judge.ts'
import { speaksToTheJudge, standsIn } from './quote.ts'
import { LEVEL_MAX, LEVELS } from './rubric.ts'

/** What a model judge answers, and what of it is believed. Keys are looked up, never taken over: an answer cannot add one. */
const Rated = z.strictObject({ level: z.literal(LEVELS), quote: z.string() })

/** As it is read: a digit in quotes is a level too, and a remark beside it harms nobody. */
const Said = z.object({
  level: z.union([z.literal(LEVELS), z.enum(['0', '1', '2', '3', '4'])]),
  quote: z.string(),
})
type Said = z.infer<typeof Said>

export const keyName = (n: number): string => (n === WHOLE ? 'conversation' : `event_${n}`)

/** Exactly the keys asked for: messages in order, the conversation last, so that it is also rated last. */
export function answerSchema(keys: readonly RatingKey[]): z.ZodType {
  const shape: Record<string, Record<string, typeof Rated>> = {}
  const ordered = [...keys].sort((a, b) => place(a.n) - place(b.n))
  for (const { n, dimension } of ordered) shape[keyName(n)] = { ...shape[keyName(n)], [dimension]: Rated }
  return z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([key, dimensions]) => [key, z.strictObject(dimensions)])),
  )
}
const place = (n: number): number => (n === WHOLE ? Number.POSITIVE_INFINITY : n)

export type Answered = Judged & {
  /** keys without an answer that can be read: they may be asked for once more */
  readonly missing: readonly RatingKey[]
}

/** Each rating by itself: one that cannot be read, or quotes what is not there, takes no other with it. */
export function readAnswer(text: string, keys: readonly RatingKey[], shown: readonly Shown[]): Answered {
  const answer = jsonIn(text)
  const messages = ratedMessages(shown)
  const ratings: Rating[] = []
  const notRated: Judged['notRated'][number][] = []
  const missing: RatingKey[] = []
  for (const key of keys) {
    const rated = ratedIn(answer, key)
    if (rated === undefined) {
      missing.push(key)
      continue
    }
    const because = doubtOf(rated.quote, key, messages)
    if (because === null)
      ratings.push({
        ...key,
        value: Number(rated.level) / LEVEL_MAX,
        quote: rated.quote.slice(0, QUOTE_KEPT_MAX),
      })
    else notRated.push({ ...key, because })
  }
  return { ratings, notRated, missing }
}

const QUOTE_KEPT_MAX = 240

function ratedIn(answer: unknown, { n, dimension }: RatingKey): Said | undefined {
  const found = Said.safeParse(member(member(answer, keyName(n)), dimension))
  return found.success ? found.data : undefined
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

function doubtOf(
  quote: string,
  { n }: RatingKey,
  messages: readonly Shown[],
): 'quote-not-there' | 'quote-instructs' | null {
  const about = n === WHOLE ? messages : messages.filter((message) => message.n === n)
  if (!about.some(({ text }) => standsIn(quote, text))) return 'quote-not-there'
  return speaksToTheJudge(quote) ? 'quote-instructs' : null
}
