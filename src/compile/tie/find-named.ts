import type { Desk, DeskColumn, DeskField, DeskRecord } from './desk.ts'
import type { Tying } from './tying.ts'
import { alike, contentOf, holdsPhrase, stem, stemsOf } from './words.ts'

/** Which fields, records and columns a text speaks of. */

/** Fields whose name or cue stands in the text, in the order they stand there. */
export function fieldsIn(text: string, desk: Desk): readonly DeskField[] {
  const words = stemsOf(text)
  const found = desk.fields.flatMap((field) => {
    const at = Math.min(
      ...[field.name, ...field.phrases.slice(field.phrases.length > 3 ? 3 : 0)].map((phrase) =>
        placeOf(words, stemsOf(phrase)),
      ),
    )
    return at === Number.POSITIVE_INFINITY ? [] : [{ field, at }]
  })
  return found.sort((a, b) => a.at - b.at).map(({ field }) => field)
}

function placeOf(words: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0) return Number.POSITIVE_INFINITY
  for (let at = 0; at + phrase.length <= words.length; at += 1)
    if (phrase.every((part, index) => alike(words[at + index] ?? '', part))) return at
  return Number.POSITIVE_INFINITY
}

export function recordIn(
  text: string,
  desk: Desk,
  { besides = () => true }: { readonly besides?: (record: DeskRecord) => boolean } = {},
): DeskRecord | null {
  const words = stemsOf(text)
  const fitting = desk.records.filter((record) => besides(record) && holdsPhrase(words, stemsOf(record.name)))
  return [...fitting].sort((a, b) => b.name.length - a.name.length)[0] ?? null
}

/** The column a text speaks of: by its own words, its row's, and what was spoken of last. */
export function bestColumn(
  text: string,
  { desk, focus, sentence }: Pick<Tying, 'desk' | 'focus' | 'sentence'>,
  fits: (column: DeskColumn) => boolean,
): DeskColumn | undefined {
  const words = contentOf(text)
  const all = stemsOf(text)
  const nearby = contentOf(sentence)
  const has = (part: string) =>
    all.some((word) => alike(word, part) || (word.length > part.length + 2 && word.endsWith(part)))
  const scored = desk.columns.filter(fits).map((column) => {
    // the row's own name in the text speaks of the row: "the order was signed for" is not about when it was ordered
    const own = column.stems.filter((part) => has(part) && !alike(part, stem(column.record.name))).length
    // "signed for, up to 30 days ago": what the rest of the sentence speaks of
    const around = column.stems.some(
      (part) => nearby.some((word) => alike(word, part)) && !alike(part, stem(column.record.name)),
    )
      ? 0.35
      : 0
    const row = around + (words.some((word) => alike(word, stem(column.record.name))) ? 0.4 : 0)
    const near =
      (focus.column?.variable === column.variable ? 0.5 : 0) +
      (focus.record?.name === column.record.name ? 0.3 : 0)
    const whole = own > 0 && own === column.stems.length ? 0.4 : 0
    return {
      column,
      score:
        own * 1.2 +
        (own / Math.max(1, column.stems.length)) * 0.8 +
        whole +
        row +
        near * (own === 0 ? 1 : 0.3),
    }
  })
  const best = [...scored].sort((a, b) => b.score - a.score)[0]
  return best === undefined || best.score < 0.3 ? undefined : best.column
}
