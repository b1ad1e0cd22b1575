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

/**
 * The lines of a page that were not said, in this order. A page may leave lines out, and end a line with `...`; it may not
 * change one. A line with a prompt is what was typed.
 */
export function missingLines(shown: string, said: string): readonly string[] {
  const heard = said.split('\n').map(masked)
  let from = 0
  return shown
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('$ '))
    .filter((line) => {
      const [start = '', isCut] = [masked(line).replace(/\.\.\.$/, ''), line.endsWith('...')]
      const at = heard.findIndex(
        (one, index) => index >= from && (isCut ? one.startsWith(start) : one === start),
      )
      if (at !== -1) from = at + 1
      return at === -1
    })
}
