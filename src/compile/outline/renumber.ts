import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml'

/**
 * graph.yaml with the clauses it cites renumbered (L8). In: the text and old -> new numbers. Out: the same text, comments and
 * layout untouched. Steps that were written by hand are renumbered like all others.
 */
export function renumberCites(text: string, moved: ReadonlyMap<string, string>): string {
  if (moved.size === 0) return text
  const splices: { readonly start: number; readonly end: number; readonly to: string }[] = []
  for (const node of citingScalars(parseDocument(text).contents)) {
    const [start, end] = node.range ?? [0, 0]
    const before = String(node.value)
    const after = before
      .split(',')
      .map((clause) => clause.replace(clause.trim(), moved.get(clause.trim()) ?? clause.trim()))
      .join(',')
    if (after !== before) splices.push({ start, end, to: text.slice(start, end).replace(before, after) })
  }
  return splices
    .sort((a, b) => b.start - a.start)
    .reduce((edited, { start, end, to }) => `${edited.slice(0, start)}${to}${edited.slice(end)}`, text)
}

/** The scalars under every `cites` and `clause`, in lists too. */
function citingScalars(root: unknown): readonly Scalar[] {
  const found: Scalar[] = []
  const open: unknown[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) open.push(...node.items)
    if (!isMap(node)) continue
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? pair.key.value : null
      if (key !== 'cites' && key !== 'clause') open.push(pair.value)
      else if (isScalar(pair.value)) found.push(pair.value)
      else if (isSeq(pair.value)) found.push(...pair.value.items.filter((item) => isScalar(item)))
    }
  }
  return found
}
