/** How alike two openings are, once what any template would fill in is masked. */

type Opening = { readonly opens: string | null; readonly card: { readonly name: string } }

/** Addresses, order numbers, figures and the writer's own name, each replaced by one word. */
export function masked({ opens, card: { name } }: Opening): string {
  const names = name.split(/[^\p{L}]+/u).filter((part) => part.length > 1)
  const isName = new RegExp(`(?<!\\p{L})(${names.join('|')})(?!\\p{L})`, 'gu')
  return (opens ?? '')
    .replace(/\S+@\S+/g, ' email ')
    .replace(/NL-\d+/g, ' number ')
    .replace(/\d+/g, ' number ')
    .replace(isName, ' name ')
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}']+/gu) ?? []

function gramsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text)
  return new Set(words.slice(3).map((_, index) => words.slice(index, index + 4).join(' ')))
}

/** The part of the shorter one's word 4-grams that the other has, too. */
export function fourGramShare(one: string, other: string): number {
  const [a, b] = [gramsOf(one), gramsOf(other)]
  const shared = [...a].filter((gram) => b.has(gram)).length
  return shared / Math.max(1, Math.min(a.size, b.size))
}

/** The text whose words are most nearly the same; a word that many use says little. */
export function nearestTo(
  text: string,
  others: readonly { readonly id: string; readonly text: string }[],
): string | undefined {
  const bags = others.map(({ id, text }) => ({ id, words: new Set(wordsOf(text)) }))
  const usedBy = (word: string) => bags.filter(({ words }) => words.has(word)).length
  const weight = (word: string) => Math.log((bags.length + 1) / (1 + usedBy(word))) ** 2
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weight(word), 0)
  const mine = new Set(wordsOf(text))
  const scored = bags.map(({ id, words }) => ({
    id,
    score: sum([...words].filter((word) => mine.has(word))) / Math.sqrt(sum(words)),
  }))
  return scored.sort((a, b) => b.score - a.score)[0]?.id
}
