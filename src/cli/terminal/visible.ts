import { OWN_CODES } from './terminal.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * Characters that steer a terminal, or turn the order of letters round, as people can see them: a transcript, pack or
 * store must not clear the screen, colour a line or hide it. The form is JSON's: a line of JSON stays what it was.
 */
export function visible(text: string): string {
  const seen = text.replace(UNSEEN, escaped)
  return [...OWN_CODES].reduce((shown, [sign, code]) => shown.replaceAll(sign, code), seen)
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
