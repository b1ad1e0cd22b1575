/** Our own codes: colours of `terminal.ts`, and the beginning of a line that is drawn over. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OWN_COLOURS = /\u001b\[(?:1|2|22|31|32|33|39)m/y
const OWN_CLEAR = '\r\u001b[2K'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Characters that steer a terminal, or turn the order of letters round, as people can see them: a transcript, pack or
 * store must not clear the screen, set a title or hide a line. The form is JSON's: a line of JSON stays what it was.
 */
export function visible(text: string): string {
  const own = text.startsWith(OWN_CLEAR) ? OWN_CLEAR : ''
  const rest = text.slice(own.length)
  return `${own}${rest.replace(UNSEEN, (character, at: number) => {
    OWN_COLOURS.lastIndex = at
    return OWN_COLOURS.test(rest) ? character : escaped(character)
  })}`
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
