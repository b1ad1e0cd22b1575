const KEPT_MAX = 1_000
const CHARACTERS_MAX = 1_000_000

/**
 * Works something out of a text once: the same sentences come again in many trials, and several rules ask the same of each. What was
 * asked for lately is kept, two rounds of it. The answer is shared, so nobody may change it.
 */
export function byText<Answer extends object>(workOut: (text: string) => Answer): (text: string) => Answer {
  let recent = new Map<string, Answer>()
  let before = new Map<string, Answer>()
  let characters = 0
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const answer = before.get(text) ?? workOut(text)
    if (recent.size >= KEPT_MAX || characters > CHARACTERS_MAX) {
      before = recent
      recent = new Map()
      characters = 0
    }
    characters += text.length
    recent.set(text, answer)
    return answer
  }
}
