import { memo } from '../../base/memo.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { fold } from '../../text/fold.ts'
import { stemOf } from '../../text/stems.ts'

/**
 * "Did it arrive damaged, or are parts of it missing?": the field that has two of its values offered by a question, by the
 * words that tell one value from the others. Null where no field has, or several have.
 */
export function offeredField(question: string, lexicon: Lexicon): string | null {
  const folded = fold(question)
  if (!OR.test(folded)) return null
  const asked = stemsIn(folded)
  const found = valuesOf(lexicon).filter(
    ({ values }) => values.filter((own) => own.some((word) => asked.has(word))).length > 1,
  )
  const [only, ...others] = found
  return only !== undefined && others.length === 0 ? only.field : null
}

const OR = /\b(?:or|o|ou|oder)\b/
const LETTERS_MIN = 4

const stemsIn = (folded: string): ReadonlySet<string> =>
  new Set(
    (folded.match(/[a-z]+/g) ?? [])
      .filter((word) => word.length >= LETTERS_MIN)
      .map((word) => stemOf(word, 'any')),
  )

/** For each value of a field, the words of its name that no other value of the field has. */
type Offered = { readonly field: string; readonly values: readonly (readonly string[])[] }
const valuesOf = memo((lexicon: Lexicon): readonly Offered[] =>
  Object.entries(lexicon.fields).map(([field, { values = {} }]) => {
    const names = Object.keys(values)
      .filter((value) => value !== 'true' && value !== 'false')
      .map((value) => [...stemsIn(fold(value.replaceAll('_', ' ')))])
    const isOwn = (word: string): boolean => names.filter((words) => words.includes(word)).length === 1
    return { field, values: names.map((words) => words.filter(isOwn)) }
  }),
)
