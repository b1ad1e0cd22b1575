/** Works something out once for each object, and keeps it as long as the object lives. The answer is shared: nobody may change it. */
export function memo<Key extends object, Made>(workOut: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, { readonly value: Made }>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known.value
    const value = workOut(key)
    made.set(key, { value })
    return value
  }
}

const KEPT_MAX = 1_000
const CHARACTERS_MAX = 1_000_000

/** The same for texts, which come again in many trials. What was asked for lately is kept, two rounds of it: a long run does not fill the memory. */
export function memoText<Made, Text extends string = string>(
  workOut: (text: Text) => Made,
  keptMax = KEPT_MAX,
): (text: Text) => Made {
  let recent = new Map<string, Made>()
  let before = new Map<string, Made>()
  let characters = 0
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const made = before.get(text) ?? workOut(text)
    if (recent.size >= keptMax || characters > CHARACTERS_MAX) {
      before = recent
      recent = new Map()
      characters = 0
    }
    characters += text.length
    recent.set(text, made)
    return made
  }
}
