import { chanceOf } from './exact.ts'
import { HEADS, PLACED } from './kinds-of-heads.ts'

/**
 * What else is done around a pair: the same place under other kinds, in sister sentences and in the agent's earlier messages, and
 * how sure the best of them are. In: logits of the first look. Out: a row of SECOND numbers for each place.
 */
export type FirstLook = {
  /** for each unit, kind by kind, a logit for each place */
  readonly units: readonly (readonly Float32Array[])[]
  /** for each unit the logits of its heads, by both readers of kinds */
  readonly heads: readonly Float32Array[]
}
/** The best logits of messages: kind by kind, a logit for each place. */
export type Best = readonly Float32Array[]
export type Earlier = { readonly last: Best; readonly all: Best }

export const NOT_THERE = -8
const KINDS = PLACED.length
const LINKED = [1, 2, 3, 4] as const
const LINKED_BEFORE = [1, 2, 4] as const
export const SECOND = 10 * KINDS + LINKED.length + LINKED_BEFORE.length + 2 * KINDS
export const SECOND_NAMES: readonly string[] = [
  ...[
    'first look',
    'rival',
    'sister sentences',
    'sentence before',
    'next sentence',
    'last message',
    'earlier messages',
    'best of the message',
    'best of the sentence before',
    'best of the last message',
  ].flatMap((where) => PLACED.map((kind) => `${where}: ${kind}`)),
  ...LINKED.map((kind) => `linked: ${PLACED[kind]}`),
  ...LINKED_BEFORE.map((kind) => `linked before: ${PLACED[kind]}`),
  ...PLACED.map((kind) => `was the likeliest of the last message: ${kind}`),
  ...PLACED.map((kind) => `kind of a sister sentence: ${kind}`),
]

export const noBest = (places: number): Best => PLACED.map(() => new Float32Array(places).fill(NOT_THERE))
export const bestOf = (places: number, looks: readonly Best[]): Best =>
  PLACED.map((_, kind) => {
    const best = new Float32Array(places).fill(NOT_THERE)
    for (const look of looks)
      for (let place = 0; place < places; place += 1)
        best[place] = Math.max(best[place] ?? NOT_THERE, look[kind]?.[place] ?? NOT_THERE)
    return best
  })

const topOf = (best: Best | undefined): Float32Array =>
  Float32Array.from(PLACED, (_, kind) => Math.max(NOT_THERE, ...(best?.[kind] ?? [])))

/** The greatest, and the greatest of the others. */
function twoBest(logits: Float32Array): readonly [number, number] {
  let [first, second] = [NOT_THERE, NOT_THERE]
  for (const logit of logits)
    if (logit > first) [first, second] = [logit, first]
    else if (logit > second) second = logit
  return [first, second]
}

const NEAR_TOP = 0.3

/** `links`: how alike two places of different lists are, `places` times `places`. */
export function secondLook(
  { units, heads }: FirstLook,
  { last, all }: Earlier,
  places: number,
  links: Float32Array,
): readonly Float32Array[] {
  const message = bestOf(places, units)
  const [messageTop, lastTop] = [topOf(message), topOf(last)]
  const linked = (best: Best, kind: number, place: number): number => {
    let most = 0
    for (let other = 0; other < places; other += 1) {
      const link = links[place * places + other] ?? 0
      if (link <= 0) continue
      const logit = best[kind]?.[other] ?? NOT_THERE
      if (logit > -4) most = Math.max(most, link * chanceOf(logit))
    }
    return most
  }
  const linkRows = Array.from({ length: places }, (_, place) => [
    ...LINKED.map((kind) => linked(message, kind, place)),
    ...LINKED_BEFORE.map((kind) => linked(last, kind, place)),
  ])
  return units.map((unit, at) => {
    const sisters = bestOf(
      places,
      units.filter((_, other) => other !== at),
    )
    const previousTop = topOf(units[at - 1])
    const rivals = unit.map(twoBest)
    const sisterKinds = PLACED.map((_, kind) =>
      heads.reduce(
        (most, own, other) =>
          other === at ? most : Math.max(most, ((own[kind] ?? 0) + (own[HEADS.length + kind] ?? 0)) / 2),
        NOT_THERE,
      ),
    )
    const out = new Float32Array(places * SECOND)
    for (let place = 0; place < places; place += 1) {
      let to = place * SECOND
      const put = (value: number): void => {
        out[to] = value
        to += 1
      }
      const own = (best: Best | undefined): void => {
        for (let kind = 0; kind < KINDS; kind += 1) put(best?.[kind]?.[place] ?? NOT_THERE)
      }
      own(unit)
      for (let kind = 0; kind < KINDS; kind += 1) {
        const [first, second] = rivals[kind] ?? [NOT_THERE, NOT_THERE]
        put(unit[kind]?.[place] === first ? second : first)
      }
      own(sisters)
      own(units[at - 1])
      own(units[at + 1])
      own(last)
      own(all)
      for (const top of [messageTop, previousTop, lastTop]) for (const logit of top) put(logit)
      for (const link of linkRows[place] ?? []) put(link)
      for (let kind = 0; kind < KINDS; kind += 1) {
        const [logit, top] = [last[kind]?.[place] ?? NOT_THERE, lastTop[kind] ?? NOT_THERE]
        put(Number(top > -2 && chanceOf(top) - chanceOf(logit) < NEAR_TOP))
      }
      for (const logit of sisterKinds) put(logit)
    }
    return out
  })
}
