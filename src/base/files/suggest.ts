/** "did you mean ...?": the nearest known word, if it is near enough to be a slip of the finger. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = (word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3))) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** The hint to hang on an unknown name: the nearest one, or the whole (short) list. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...known]
  const near = nearest(word, names)
  if (near !== undefined) return `Did you mean "${near}"?`
  if (names.length === 0) return 'None are available.'
  const shown = names.slice(0, 12).join(', ')
  return `Known: ${shown}${names.length > 12 ? `, and ${names.length - 12} more` : ''}.`
}

/** Code, message and hint for a name that is none of these. */
export const unknownName = (
  kind: string,
  name: string,
  known: Iterable<string>,
): [code: string, message: string, hint: string] => [
  `unknown-${kind}`,
  `there is no ${kind} "${name}"`,
  didYouMean(name, known),
]

/** Insertions, deletions, replacements and swapped neighbours each cost 1. */
function editDistance(a: string, b: string): number {
  let twoBefore: readonly number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (twoBefore[j - 2] ?? 0) + 1 : replace
      row.push(Math.min(replace, swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    twoBefore = before
    before = row
  }
  return before[b.length] ?? 0
}
