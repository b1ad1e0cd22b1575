import { sha256 } from '../../base/hash.ts'

/**
 * Puts text that others wrote into a prompt so that it stays text. Each piece is one JSON string on one line, so it
 * cannot begin a line of its own; marks that chat formats and markup give a meaning to are escaped; what a person would
 * not see is taken out; and the delimiter is a hash of what it encloses, which a text would have to contain to close it.
 */

/** Controls, format characters (zero-width, bidirectional, tags), fillers, unassigned and private ones; line ends and tabs stay. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]/gu
/** halves of a character */
const HALVES = /\p{Cs}/gu
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g

/** What a person would see of a text: the same for the judge who reads it and for whoever looks a quote up. */
export const seen = (text: string): string =>
  text
    .replace(HALVES, '\ufffd')
    .replace(LINE_ENDS, '\n')
    .replace(UNSEEN, (character) => (character === '\n' || character === '\t' ? character : ''))

/** `<|im_end|>`, `</data>`, `[INST]`, code fences, objects: never literally in a prompt of ours. */
const MARKS = /[<>[\]{}`|]/g
const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text as one line: a JSON string without any mark. */
export const asLine = (text: string): string => JSON.stringify(seen(text)).replace(MARKS, escaped)

const DELIMITER_DIGITS = 32

/** Lines between two delimiters that stand nowhere in them. */
export function fenced(lines: readonly string[]): { readonly delimiter: string; readonly text: string } {
  const body = lines.join('\n')
  let delimiter = ''
  // Hitting one's own hash is not to be expected in this universe; a loop costs less than an argument about it.
  for (let turn = 0; delimiter === '' || body.includes(delimiter); turn += 1)
    delimiter = sha256(`fence ${turn} ${body}`).slice(0, DELIMITER_DIGITS)
  return { delimiter, text: [delimiter, body, delimiter].join('\n') }
}
