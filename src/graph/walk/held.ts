import type { ReadVar } from '../../base/guards/guard.ts'
import { isIsoDate } from '../../base/values/iso-date.ts'
import { Special } from '../../base/values/value.ts'
import { reckonedDaysIn } from '../../text/figures/days.ts'
import { counting, dated, meant, quoted, spanning, summing } from '../../text/said/literals.ts'
import type { Said } from '../../text/said/words.ts'
import type { StepOf } from '../model/graph.ts'
import type { Hold } from '../model/hold.ts'

/** What the values of `holds` are read from: the request they belong to, and the day it is. */
export type HoldsAround = { readonly read: ReadVar; readonly today: string }

type Telling = Pick<StepOf<'tell'>, 'holds' | 'mustSay'>

/** S6: do the words hold all that this tell demands of them? */
export const tellsAll = (step: Telling, said: Said, around: HoldsAround): boolean =>
  saysWording(step, said) && missingHolds(step, said, around).length === 0

/** Does one of the wordings that the SOP puts in quotation marks stand there, word for word but for slips? */
export const saysWording = ({ mustSay }: Pick<Telling, 'mustSay'>, { answers }: Said): boolean =>
  mustSay.length === 0 || mustSay.some((wording) => answers(quoted(wording)))

/** The values that do not stand in the words. A value that is not there to be told (an empty column) is not missed. */
export const missingHolds = (
  { holds }: Pick<Telling, 'holds'>,
  said: Said,
  around: HoldsAround,
): readonly Hold[] => holds.filter((hold) => !isHeld(hold, said, around))

function isHeld(hold: Hold, { answers, holds }: Said, around: HoldsAround): boolean {
  switch (hold.kind) {
    case 'days':
      return hold.anyOf.some((span) => answers(spanning(span)))
    case 'sum': {
      const sum = typeof hold.is === 'number' ? hold.is : readable(hold.is.name, around)
      return sum === null || answers(summing(Number(sum)))
    }
    case 'date': {
      const day = dayOf(hold, around)
      return day === null || answers(dated(day, around.today)) || holds(day)
    }
    case 'item': {
      if ('anyOf' in hold.is) return hold.is.anyOf.some(holds)
      const value = readable(hold.is.name, around)
      return value === null || holds(value.replaceAll('_', ' ')) || answers(counting(value))
    }
    default:
      return hold.anyOf.some((wording) => answers(meant(wording)))
  }
}

function dayOf({ is }: Hold & { kind: 'date' }, around: HoldsAround): string | null {
  if ('name' in is) return readable(is.name, around)
  return isIsoDate(is.words) ? is.words : (reckonedDaysIn(is.words, around.today)[0] ?? null)
}

function readable(name: string, { read }: HoldsAround): string | null {
  const value = read(name)
  return value instanceof Special ? null : String(value)
}

/** How a value is said by somebody who has no words for it: an instrument adds what a wording leaves out. */
export function sayHold(hold: Hold, around: HoldsAround): string {
  if (
    (hold.kind === 'sum' || hold.kind === 'date' || hold.kind === 'item') &&
    typeof hold.is === 'object' &&
    'name' in hold.is
  )
    return (readable(hold.is.name, around) ?? '').replaceAll('_', ' ')
  return hold.text
}
