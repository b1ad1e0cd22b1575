const MOST = 512

/** The same question about the same words is answered once. Bounded: a long run does not fill the memory. */
export function remember<T>(answer: (text: string) => T, most = MOST): (text: string) => T {
  const memory = createMemory<T>(most)
  return (text) => memory(text, answer)
}

/** Answers by the words they depend on; `make` is asked for those that are not known. */
export function createMemory<T>(most = MOST): (words: string, make: (words: string) => T) => T {
  const known = new Map<string, T>()
  return (words, make) => {
    const before = known.get(words)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const made = make(words)
    known.set(words, made)
    return made
  }
}
