/** What differs from one run to the next: ids of runs, times, durations, ports and places. */
const masked = (line: string): string =>
  line
    .replaceAll(/\d{8}t\d{6}-[a-z0-9]+/g, '<run>')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
    .replaceAll(/\d+(\.\d+)? (m?s|seconds)\b/g, '<span>')
    .replaceAll(/127\.0\.0\.1([:-])\d+/g, '127.0.0.1$1<port>')
    .replaceAll(/\/tmp\/[\w-]+/g, '<folder>')
    // Columns are as wide as what stands in them.
    .replaceAll(/ +/g, ' ')
    .trimEnd()

/** A line of a page that nobody said, and the one it seems to stand for. */
export type Untrue = { readonly line: string; readonly nearest: string | null }

/**
 * The lines of a page that were not said, in this order. A page may leave lines out, and end a line with `...`; it may not
 * change one. A line with a prompt is what was typed.
 */
export function untrueLines(shown: string, said: string): readonly Untrue[] {
  const heard = said.split('\n')
  let from = 0
  return shown
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('$ '))
    .flatMap((line) => {
      const [start, isCut] = [masked(line).replace(/\.\.\.$/, ''), line.endsWith('...')]
      const same = (one: string): boolean => (isCut ? masked(one).startsWith(start) : masked(one) === start)
      const at = heard.findIndex((one, index) => index >= from && same(one))
      if (at !== -1) {
        from = at + 1
        return []
      }
      const near = nearest(line, heard, from)
      if (near !== -1) from = near + 1
      return [{ line, nearest: heard[near] ?? null }]
    })
}

/** The line that shares most words with another, figures aside; -1 where none shares half of them. */
function nearest(line: string, heard: readonly string[], from: number): number {
  const words = wordsIn(line)
  const shares = heard.map((one, index) => {
    const others = wordsIn(one)
    const both = [...words].filter((word) => others.has(word)).length
    return index < from ? 0 : both / (words.size + others.size - both)
  })
  const most = Math.max(...shares)
  return most >= 0.5 ? shares.indexOf(most) : -1
}

const wordsIn = (line: string): ReadonlySet<string> =>
  new Set(masked(line).replaceAll(/\d+/g, '0').split(/\s+/).filter(Boolean))
