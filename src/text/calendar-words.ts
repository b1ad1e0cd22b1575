import { fold } from './fold.ts'

const list = (words: string): readonly string[] => words.split(' ')

/** Here and nowhere else are months and days of the week spelled. German and French are read where personal data is looked for. */
export const MONTHS = {
  en: list('January February March April May June July August September October November December'),
  es: list('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  fr: list('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  de: list('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
} as const
export const WEEKDAYS = {
  en: list('monday tuesday wednesday thursday friday saturday sunday'),
  es: list('lunes martes miercoles jueves viernes sabado domingo'),
  fr: list('lundi mardi mercredi jeudi vendredi samedi dimanche'),
  de: list('montag dienstag mittwoch donnerstag freitag samstag sonntag'),
} as const

/** jan, feb, mar and so on. */
export const SHORT_MONTHS: readonly string[] = MONTHS.en.map((name) => name.slice(0, 3).toLowerCase())
/** mon, tues, wednes: what stands before "day". */
export const SHORT_WEEKDAYS: readonly string[] = WEEKDAYS.en.map((name) => name.slice(0, -3))

/** March without its umlaut, May in Dutch. */
const OTHERWISE: Readonly<Record<number, string>> = { 2: 'mae', 4: 'mei' }

/** How the name of each month begins in folded text, in any of the four languages. */
export const MONTH_BEGINNINGS: readonly (readonly string[])[] = MONTHS.en.map((_, at) => {
  const names = Object.values(MONTHS).map((months) => fold(months[at] ?? ''))
  const begun = names.map((name) => name.slice(0, name.startsWith('jui') ? 4 : 3))
  return [...new Set([...begun, ...(OTHERWISE[at] === undefined ? [] : [OTHERWISE[at]])])]
})

/** Months that are no other word that everybody says: "may" is. */
export const PLAIN_MONTHS: readonly string[] = MONTHS.en
  .map((name) => name.toLowerCase())
  .filter((name) => name !== 'may')
