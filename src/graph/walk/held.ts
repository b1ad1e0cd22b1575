import type { ReadVar } from '../../base/guards/guard.ts'
import { isIsoDate } from '../../base/values/iso-date.ts'
import { Special } from '../../base/values/value.ts'
import { namesDay, reckonedDaysIn } from '../../text/figures/days.ts'
import type { Figure } from '../../text/figures/figure.ts'
import { figuresIn } from '../../text/figures/figures-in.ts'
import { saysSpan, timeSpansIn } from '../../text/figures/spans.ts'
import { isNamedIn, isQuotedIn, standsIn } from '../../text/stands-in.ts'
import type { StepOf } from '../model/graph.ts'
import type { Hold } from '../model/hold.ts'

/** What the values of `holds` are read from: the request they belong to, and the day it is. */
export type HoldsAround = { readonly read: ReadVar; readonly today: string }

type Telling = Pick<StepOf<'tell'>, 'holds' | 'mustSay'>

/** S6: do the words hold all that this tell demands of them? */
export const tellsAll = (step: Telling, text: string, around: HoldsAround): boolean =>
  saysWording(step, text) && missingHolds(step, text, around).length === 0

/** Does one of the wordings that the SOP puts in quotation marks stand there, word for word but for slips? */
export const saysWording = ({ mustSay }: Pick<Telling, 'mustSay'>, text: string): boolean =>
  mustSay.length === 0 || mustSay.some((wording) => isQuotedIn(text, wording))

/** The values that do not stand in the words. A value that is not there to be told (an empty column) is not missed. */
export const missingHolds = (
  { holds }: Pick<Telling, 'holds'>,
  text: string,
  around: HoldsAround,
): readonly Hold[] => holds.filter((hold) => !isHeld(hold, text, around))

function isHeld(hold: Hold, text: string, around: HoldsAround): boolean {
  switch (hold.kind) {
    case 'days': {
      const said = timeSpansIn(text)
      return hold.anyOf.some((meant) => said.some((span) => saysSpan(span, meant)))
    }
    case 'sum': {
      const sum = typeof hold.is === 'number' ? hold.is : readable(hold.is.name, around)
      return sum === null || figuresIn(text).some((figure) => isSum(figure) && figure.value === Number(sum))
    }
    case 'date': {
      const day = dayOf(hold, around)
      return day === null || namesDay(text, day, around.today) || isNamedIn(text, day)
    }
    case 'item': {
      if ('anyOf' in hold.is) return hold.is.anyOf.some((name) => isNamedIn(text, name))
      const value = readable(hold.is.name, around)
      return value === null || isNamedIn(text, value.replaceAll('_', ' ')) || isCountedIn(text, value)
    }
    default:
      return hold.anyOf.some((wording) => standsIn(text, wording))
  }
}

/** No date, no number of days, no part of an order number. */
const isSum = (figure: Figure): figure is Figure & { kind: 'money' | 'number' } =>
  figure.kind === 'money' || (figure.kind === 'number' && figure.isAlone && figure.written === 'digits')

/** "Ten kilograms" names 10, "a parcel" one. */
const isCountedIn = (text: string, value: string): boolean =>
  /^\d{1,4}$/.test(value) &&
  ((value === '1' && /\b(?:an?|una)\b/i.test(text)) ||
    figuresIn(text).some(({ numbers }) => numbers.some((number) => number.value === Number(value))))

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
