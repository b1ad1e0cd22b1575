const READ_CHARACTERS_MAX = 20_000

/** Of a message too long to be one, the beginning and the end are read: the middle never holds the question. */
export function readable(text: string): string {
  if (text.length <= READ_CHARACTERS_MAX) return text
  const half = READ_CHARACTERS_MAX / 2
  return `${text.slice(0, half)}\n${text.slice(-half)}`
}
