import { InvalidArgumentError } from 'commander'
import { didYouMean } from '../../base/files/suggest.ts'

/** Parsers of option values: what is wrong is said at once, with what would be right. */

/** One of a few words. */
export const oneOf =
  (known: readonly string[]) =>
  (text: string): string => {
    if (!known.includes(text)) throw new InvalidArgumentError(didYouMean(text, known))
    return text
  }

/** A repeatable option; also takes a list with commas. */
export const listOf =
  <T>(parse: (text: string) => T) =>
  (text: string, before: readonly T[] = []): readonly T[] => [
    ...before,
    ...text.split(',').map((one) => parse(one.trim())),
  ]

/** A repeatable option whose values may hold commas. */
export const repeated = (text: string, before: readonly string[] = []): readonly string[] => [...before, text]

/** An option that must not be repeated: the last of two would hide the first. */
export const once = (text: string, before: string | undefined): string => {
  if (before !== undefined) throw new InvalidArgumentError('Give it once.')
  return text
}

export const wholeNumber =
  (range: { readonly min: number; readonly max: number }) =>
  (text: string): number => {
    const number = Number(text)
    const fits = /^-?\d+$/.test(text) && number >= range.min && number <= range.max
    if (!fits)
      throw new InvalidArgumentError(`It should be a whole number from ${range.min} to ${range.max}.`)
    return number
  }

export const seedNumber = wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER })
