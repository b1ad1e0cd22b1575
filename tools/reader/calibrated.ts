import type { LabelledMessage } from './labelled-units.ts'
import type { LearnedAll } from './learn-all.ts'
import { type Grouped, looksAt } from './material.ts'
import {
  type Calibration,
  calibrate,
  calibrated,
  type Found,
  goldOf,
  isRight,
  limitFor,
  type Scored,
} from './score.ts'
import { rowAt } from './table.ts'
import { HEADS, PLACED } from './trained/kinds-of-heads.ts'
import { NOT_THERE } from './trained/second-look.ts'

/** How logits become chances, and from which chance on an act is sure. Set on messages whose desk and writer were left out. */
export type Limits = {
  readonly calibration: readonly Calibration[]
  readonly kindCalibration: readonly Calibration[]
  readonly sureFrom: number
  readonly sureKindFrom: number
}
const PRECISION = 0.95
/** Less likely acts are none: they would only be counted. */
const LEAST_LOGIT = -6

type Read = {
  readonly message: LabelledMessage
  readonly acts: readonly (Found & { readonly logit: number })[]
}

const readOf = (
  grouped: readonly Grouped[],
  { material }: LearnedAll,
  look: 'first' | 'second',
): readonly Read[] =>
  grouped
    .filter(({ message }) => message.places.length > 0 && message.units.length > 0)
    .map(({ message }) => {
      const looks = message.units.map((unit) => looksAt(material[look], unit))
      const acts = PLACED.flatMap((kind, index) =>
        message.places.flatMap(({ name }, place) => {
          const logit = Math.max(...looks.map((own) => own[index]?.[place] ?? NOT_THERE))
          return logit <= LEAST_LOGIT ? [] : [{ kind, name, logit, chance: 0 }]
        }),
      )
      return { message, acts }
    })

/** Messages with the acts that were read in them, by chance. */
export const scoredBy = (
  grouped: readonly Grouped[],
  learned: LearnedAll,
  calibration: readonly Calibration[],
  look: 'first' | 'second' = 'second',
): readonly Scored[] =>
  readOf(grouped, learned, look).map(({ message, acts }) => ({
    row: message.row,
    gold: goldOf(message.row, message.places),
    found: acts.map(({ kind, name, logit }) => ({
      kind,
      name,
      chance: calibrated(calibration[PLACED.indexOf(kind)] ?? { slope: 1, shift: 0 }, logit),
    })),
  }))

export function limitsOf(
  grouped: readonly Grouped[],
  learned: LearnedAll,
  look: 'first' | 'second' = 'second',
): Limits {
  const left = grouped.filter(({ message, group }) => message.row.split === 'train' && group !== null)
  const read = readOf(left, learned, look)
  const calibration = PLACED.map((kind) =>
    calibrate(
      read.flatMap(({ message, acts }) => {
        const gold = goldOf(message.row, message.places)
        return acts
          .filter((act) => act.kind === kind)
          .map((act) => ({ logit: act.logit, isRight: isRight(act, gold) }))
      }),
    ),
  )
  const units = left.flatMap(({ message }) => message.units)
  const meanAt = (id: number, head: number): number => {
    const both = rowAt(learned.material.heads, id)
    return ((both[head] ?? 0) + (both[HEADS.length + head] ?? 0)) / 2
  }
  const kindCalibration = HEADS.map((_, head) =>
    calibrate(
      units.map(({ id, heads }) => ({ logit: meanAt(id, head), isRight: (heads[head] ?? 0) >= 0.5 })),
    ),
  )
  const chances = units
    .flatMap(({ id, heads }) =>
      HEADS.map((_, head) => ({
        chance: calibrated(kindCalibration[head] ?? { slope: 1, shift: 0 }, meanAt(id, head)),
        right: (heads[head] ?? 0) >= 0.5,
      })),
    )
    .filter(({ chance }) => chance > 0.3)
    .sort((a, b) => b.chance - a.chance)
  let [right, sureKindFrom] = [0, 1]
  for (const [at, one] of chances.entries()) {
    right += Number(one.right)
    if (at > 20 && right / (at + 1) >= PRECISION) sureKindFrom = one.chance
  }
  const sureFrom = limitFor(scoredBy(left, learned, calibration, look), PRECISION)
  return { calibration, kindCalibration, sureFrom, sureKindFrom }
}
