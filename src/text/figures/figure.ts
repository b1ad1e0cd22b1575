import type { Span } from '../span.ts'

/** A figure as it stands in a text: what it says, where, and how it was written. */
export type Figure = Span & { readonly said: string; readonly written: Written } & Said & {
    /** each number in it: "3 to 5 days" has two */
    readonly numbers: readonly WrittenNumber[]
  }

/** "a week", "half an hour" and "tomorrow" hold no number at all */
export type Written = 'digits' | 'words' | 'no number'

export type Said =
  | {
      readonly kind: 'number'
      readonly value: number
      /** no mark joins it to a word or to another number, as in an order number */
      readonly isAlone: boolean
    }
  | { readonly kind: 'ordinal'; readonly value: number }
  | { readonly kind: 'money'; readonly value: number; readonly unit: 'EUR' | 'USD' | 'GBP' }
  | { readonly kind: 'percentage'; readonly value: number }
  | /** a number of something that is no money and no time: kilograms, gigabytes */ {
      readonly kind: 'quantity'
      readonly value: number
      readonly unit: string
    }
  | /** a time of day, in small letters without a space: "3pm" */ {
      readonly kind: 'clock'
      readonly value: string
    }
  | (TimeSpan & {
      readonly kind: 'span'
      /** "in 3 days": the end of it is a day, too */
      readonly isAhead: boolean
    })
  | /** `03/04` can be two days */ { readonly kind: 'day'; readonly days: readonly Day[] }

export type WrittenNumber = Span & { readonly said: string; readonly value: number }

/** A length of time as somebody states it: "3 to 5 business days", "half an hour", "dos semanas". */
export type TimeSpan = {
  readonly from: number
  readonly to: number
  readonly unit: TimeUnit
  /** counted in working days, in calendar days, or nobody said */
  readonly days: 'working' | 'calendar' | 'open'
}
export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export type Day = NamedDay | ReckonedDay
/** A day of the calendar; without a year it is that day of any year. */
export type NamedDay = { readonly year: number | null; readonly month: number; readonly day: number }
/** A day that is named by what it is to today. 0 is Monday. */
export type ReckonedDay =
  | { readonly daysAhead: number }
  | { readonly weekday: number }
  | { readonly fromStartOfNextMonth: number }
  | { readonly nextWorkingDay: true }
