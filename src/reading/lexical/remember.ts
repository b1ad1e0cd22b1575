/** The same question about the same words is answered once. Bounded: a long run does not fill the memory. */
export function remember<T>(answer: (text: string) => T, most = 512): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const made = answer(text)
    known.set(text, made)
    return made
  }
}
