import type { LabelledAct } from '../../test/plays/plays.ts'
import { headsOf } from './labelled-units.ts'
import type { CorpusRow } from './rows.ts'
import { chanceOf } from './trained/exact.ts'
import { PLACED, type Placed } from './trained/kinds-of-heads.ts'
import type { Place } from './trained/places.ts'

/** An act with a place that was read in a message, and how likely it is. */
export type Found = { readonly kind: Placed; readonly name: string; readonly chance: number }
type Gold = { readonly kind: Placed; readonly also: Placed | undefined; readonly names: readonly string[] }

const placedOf = (act: LabelledAct, source: string): Placed | undefined => {
  const [head] = headsOf(act, source)
  return PLACED.find((kind) => kind === head)
}

/** What the first labeller says. */
export function goldOf(
  { labels: [acts = []], source }: CorpusRow,
  places: readonly Pick<Place, 'in' | 'name'>[],
): readonly Gold[] {
  const [names, topics] = [places, places.filter((place) => place.in === 'topic')].map(
    (own) => new Set(own.map(({ name }) => name)),
  )
  return acts.flatMap((act) => {
    const kind = placedOf(act, source)
    // A refusal is placed by the topic that gives its reason; the deed that is refused is none.
    const own = (act.place === null ? [] : [act.place, ...(act.also ?? [])]).filter((name) =>
      (kind === 'decline' ? topics : names)?.has(name),
    )
    if (kind === undefined || own.length === 0) return []
    return [
      {
        kind,
        also: act.also_kind === undefined ? undefined : placedOf({ ...act, kind: act.also_kind }, source),
        names: own,
      },
    ]
  })
}

/** A told topic may be labelled as the refusal or the deed it gives the reason of. */
export const isRight = ({ kind, name }: Pick<Found, 'kind' | 'name'>, gold: readonly Gold[]): boolean =>
  gold.some(
    (one) =>
      one.names.includes(name) &&
      (one.kind === kind ||
        one.also === kind ||
        (kind === 'tell' && (one.kind === 'decline' || one.kind === 'claim'))),
  )
export const isFound = ({ kind, also, names }: Gold, found: readonly Found[]): boolean =>
  found.some((one) => names.includes(one.name) && (one.kind === kind || one.kind === also))

export type Scored = {
  readonly row: CorpusRow
  readonly gold: readonly Gold[]
  readonly found: readonly Found[]
}

export type Tally = { found: number; right: number; wanted: number; met: number }
export function tallyOf(scored: readonly Scored[], least: number, kind?: Placed): Tally {
  const tally = { found: 0, right: 0, wanted: 0, met: 0 }
  for (const { gold, found } of scored) {
    const sure = found.filter(({ chance }) => chance >= least)
    for (const one of sure) {
      if (kind !== undefined && one.kind !== kind) continue
      tally.found += 1
      tally.right += Number(isRight(one, gold))
    }
    for (const one of gold) {
      if (kind !== undefined && one.kind !== kind) continue
      tally.wanted += 1
      tally.met += Number(isFound(one, sure))
    }
  }
  return tally
}
const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(3))
export const shown = ({ found, right, wanted, met }: Tally): string =>
  `${share(right, found)}/${share(met, wanted)}`

/** Platt: chance = 1 / (1 + exp(-(a logit + b))), by bounded Newton's steps over what was read in messages left out. */
export type Calibration = { readonly slope: number; readonly shift: number }
export function calibrate(
  pairs: readonly { readonly logit: number; readonly isRight: boolean }[],
): Calibration {
  let [slope, shift] = [1, 0]
  // Where nearly all is right above a limit the steps would grow without end: a pull keeps the slope near one.
  const bounded = (step: number): number => Math.max(-0.5, Math.min(0.5, step))
  for (let round = 0; round < 60; round += 1) {
    let [ga, gb, haa, hab, hbb] = [2 * (1 - slope), -0.01 * shift, 2, 0, 0.01]
    for (const { logit, isRight: right } of pairs) {
      const p = chanceOf(slope * logit + shift)
      const miss = Number(right) - p
      const bend = p * (1 - p)
      ga += miss * logit
      gb += miss
      haa += bend * logit * logit
      hab += bend * logit
      hbb += bend
    }
    const det = haa * hbb - hab * hab
    slope += bounded((hbb * ga - hab * gb) / det)
    shift += bounded((haa * gb - hab * ga) / det)
  }
  return { slope, shift }
}
export const calibrated = ({ slope, shift }: Calibration, logit: number): number =>
  chanceOf(slope * logit + shift)

/** The least chance from which on so many are right, all kinds together. */
export function limitFor(scored: readonly Scored[], precision: number): number {
  const all = scored
    .flatMap(({ gold, found }) => found.map((one) => ({ chance: one.chance, right: isRight(one, gold) })))
    .sort((a, b) => b.chance - a.chance)
  let [right, limit] = [0, 1]
  for (const [at, one] of all.entries()) {
    right += Number(one.right)
    if (at >= 20 && right / (at + 1) >= precision) limit = one.chance
  }
  return limit
}
