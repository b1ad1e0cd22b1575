/** Two texts, line by line: what stays, what goes, what comes. Long stretches that stay are cut to a few lines. */
export type DiffLine =
  | { readonly kind: 'same' | 'gone' | 'new'; readonly text: string }
  | { readonly kind: 'cut'; readonly lines: number }

/** lines shown around a change */
const CONTEXT = 2
/** Beyond this a table of all pairs is too large: the middle is shown as replaced. */
const CELLS_MAX = 4_000_000

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  const head = sharedHead(a, b)
  const tail = sharedHead(a.slice(head).reverse(), b.slice(head).reverse())
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return shortened([
    ...a.slice(0, head).map(same),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ])
}

const linesOf = (text: string): readonly string[] => {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function sharedHead(a: readonly string[], b: readonly string[]): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return at
}

function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const gone = (text: string): DiffLine => ({ kind: 'gone', text })
  const come = (text: string): DiffLine => ({ kind: 'new', text })
  if (a.length * b.length > CELLS_MAX || a.length === 0 || b.length === 0)
    return [...a.map(gone), ...b.map(come)]
  const longest = commonLengths(a, b)
  const found: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      found.push({ kind: 'same', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || longest(i + 1, j) >= longest(i, j + 1))) {
      found.push(gone(left))
      i += 1
    } else if (right !== undefined) {
      found.push(come(right))
      j += 1
    }
  }
  return found
}

/** Length of the longest common subsequence of what is left from (i, j). */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return at
}

function shortened(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Set<number>()
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1) near.add(at)
  })
  const found: DiffLine[] = []
  let cut = 0
  const close = (): void => {
    if (cut > 0) found.push({ kind: 'cut', lines: cut })
    cut = 0
  }
  lines.forEach((line, index) => {
    if (!near.has(index)) {
      cut += 1
      return
    }
    close()
    found.push(line)
  })
  close()
  return found
}
