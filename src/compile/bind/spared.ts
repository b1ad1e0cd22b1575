import { type Bound, oneOf } from '../tie/condition.ts'
import type { Desk } from '../tie/desk.ts'
import type { Index } from '../tie/rank.ts'

const NO_SECRET =
  /^(.{3,120}?),? (?:is|are) (?:no secret|public|open to (?:all|anybody|anyone|everybody)|not confidential)\b/i
const MAY_HEAR =
  /^(?:anybody|anyone|everybody|everyone|whoever [^,]{3,60}?) (?:may|can) (?:hear|know|be told|ask) (.{3,120})$/i

/** Of the likeliest wish, so much of its score makes another one meant too. */
const ALSO = 0.6
const QUESTIONS = 0.6

/**
 * "The state of a parcel is no secret. For everything else ...": which wishes need no proof. Only what customers ask as a
 * question can be heard; of those the ones whose words the sentence shares.
 */
export function sparedBy(sentence: string, desk: Desk, intents: Index): Bound | undefined {
  const about = NO_SECRET.exec(sentence)?.[1] ?? MAY_HEAR.exec(sentence)?.[1]
  if (about === undefined) return undefined
  const asked = new Set(
    desk.intents
      .filter(
        ({ phrases }) => phrases.filter((said) => said.includes('?')).length >= QUESTIONS * phrases.length,
      )
      .map(({ id }) => id),
  )
  const ranked = intents
    .rank([{ text: about, weight: 1 }])
    .filter(({ id, score }) => asked.has(id) && score > 0)
  const best = ranked[0]?.score ?? 0
  const meant = ranked.filter(({ score }) => score >= ALSO * best).map(({ id }) => id)
  return meant.length === 0 ? undefined : oneOf('fields.intent', meant)
}
