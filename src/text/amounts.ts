import { fold } from './fold.ts'

/** "1.234,50" and "1,234.50" are one amount: the last mark with one or two digits after it is the decimal one. */
export function amountOf(said: string): number {
  const decimal = /[.,](\d{1,2})$/.exec(said)
  const whole = (decimal === null ? said : said.slice(0, decimal.index)).replace(/[.,]/g, '')
  return Number(`${whole}.${decimal?.[1] ?? '0'}`)
}

const MONEY = '€$£'
const CURRENCY = `[${MONEY}]|eur\\b|usd\\b|gbp\\b|euros?\\b|dollars?\\b|dolares\\b|pounds?\\b|libras?\\b`
const FIGURE = '\\d{1,3}(?:[.,]\\d{3}){1,3}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?'
const NO_SUM =
  '(?:st|nd|rd|th)\\b|\\s?%|[\\s-]{0,2}(?:working|business|calendar|minutes?|hours?|days?|weeks?|months?|years?|kilos?|kg|kilograms?)\\b'
const SUM = new RegExp(
  `(?<![\\p{L}\\p{N}.,/#_-])(?:(?:${CURRENCY})\\s?)?(${FIGURE})(?![\\p{L}\\p{N}/_]|[-.,]\\p{N})(?!${NO_SUM})`,
  'gu',
)

/** Figures of a text that can be sums of money: no dates, no numbers of days, no part of an order number. */
export const sumsIn = (text: string): readonly number[] =>
  Array.from(fold(text).matchAll(SUM), ([, figure = '']) => amountOf(figure))
