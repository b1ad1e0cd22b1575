/** Where a value stands in graph.yaml. */
export type FilePath = readonly (string | number)[]

export type SlotKind =
  | 'figure'
  | 'comparison'
  | 'variable'
  | 'value'
  | 'topic'
  | 'reason'
  | 'tool'
  | 'argument'
  | 'bound'

/** A word of a gloss that is a place in the graph: changing it is an edit of graph.yaml. */
export type Slot = {
  readonly slot: SlotKind
  readonly text: string
  readonly path: FilePath
  /** the part of the text at `path` that the slot stands for; null: all of it */
  readonly within: { readonly start: number; readonly end: number } | null
}

/** A sentence printed from the graph: words, and slots among them. */
export type Words = readonly (string | Slot)[]

export const plainText = (words: Words): string =>
  words.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')

export const slotsOf = (words: Words): readonly Slot[] =>
  words.flatMap((piece) => (typeof piece === 'string' ? [] : [piece]))

/** A template whose holes may be sentences themselves. */
export function say(strings: TemplateStringsArray, ...holes: readonly (Words | string | Slot)[]): Words {
  return strings.flatMap((text, index) => {
    const hole = holes[index]
    const piece = text === '' ? [] : [text]
    if (hole === undefined) return piece
    return typeof hole === 'string' || !isList(hole) ? [...piece, hole] : [...piece, ...hole]
  })
}

const isList = (hole: Words | Slot): hole is Words => Array.isArray(hole)

export function joined(parts: readonly Words[], separator: string, last = separator): Words {
  return parts.flatMap((part, index) =>
    index === 0 ? part : [index === parts.length - 1 ? last : separator, ...part],
  )
}
