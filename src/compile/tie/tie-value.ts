import type { Value } from '../../base/values/value.ts'
import { type Bound, notOf, oneOf } from './condition.ts'
import type { DeskField } from './desk.ts'
import { isNegated, type Tying } from './tying.ts'
import { alike, contentOf, holdsPhrase, stem, stemsOf, wordsOf } from './words.ts'

/** Values: by their own words, and of the field just asked for also by how customers say them. */

type Candidate = { readonly name: string; readonly value: Value; readonly score: number }

export function tieValue(text: string, tying: Tying): Bound | undefined {
  const strong = candidatesIn(text, tying)
  const best = [...strong].sort((a, b) => b.score - a.score)[0]
  const pieces = tiePieces(text, tying)
  if (pieces !== undefined) return pieces
  if (best !== undefined) {
    const values = widest(strong.filter(({ name, score }) => name === best.name && score > 0))
    remember(best.name, tying)
    const bound = oneOf(best.name, values)
    return isNegated(besides(text, values)) ? notOf(bound) : bound
  }
  return tieSaid(text, tying)
}

/** Without the words of the values themselves: "not arrived" is such a value, and denies nothing. */
function besides(text: string, values: readonly Value[]): string {
  const own = values.flatMap((value) => wordsOf(String(value)))
  const words = wordsOf(text.replace(/\bno (?:more|less|later) than\b/g, ''))
  return words.filter((word) => !own.includes(word)).join(' ')
}

/** "about lateness or about the driver": each piece by its own words or by how customers say it. */
function tiePieces(text: string, tying: Tying): Bound | undefined {
  const pieces = text.split(/,\s*(?:or\s+)?|\s+or\s+/).filter((piece) => contentOf(piece).length > 0)
  if (pieces.length < 2 || tying.focus.field === null) return undefined
  const name = `fields.${tying.focus.field.id}`
  const values = pieces.map((piece): readonly Value[] => {
    const strong = candidatesIn(piece, tying).filter((one) => one.name === name)
    if (strong.length > 0) return widest(strong)
    const said = tying.focus.field === null ? undefined : saidIn(piece, tying.focus.field)
    return said === undefined || said.denied ? [] : [said.id]
  })
  return values.every((one) => one.length > 0) ? oneOf(name, values.flat()) : undefined
}

/** Of "delivered" and "out for delivery" in the same words only the one that takes more of them. */
function widest(found: readonly Candidate[]): readonly Value[] {
  const stems = (value: Value) => stemsOf(String(value))
  return found
    .filter(({ value }) =>
      found.every(
        (other) =>
          other.value === value ||
          stems(other.value).length <= stems(value).length ||
          !stems(value).every((part) => stems(other.value).some((word) => alike(word, part))),
      ),
    )
    .map(({ value }) => value)
}

function remember(name: string, { desk, focus }: Tying): void {
  const column = desk.columns.find(({ variable }) => variable === name)
  if (column !== undefined) {
    focus.column = column
    focus.record = column.record
  }
}

/** Values whose own words stand in the text, and nothing weaker: one condition a variable. */
export function valuesNamed(text: string, tying: Tying): readonly Bound[] {
  const best = new Map<string, Candidate>()
  for (const one of candidatesIn(text.toLowerCase(), tying)) {
    const words = stemsOf(String(one.value)).join(' ')
    if (one.score > (best.get(words)?.score ?? 0)) best.set(words, one)
  }
  const found = [...best.values()]
  const names = [...new Set(found.map(({ name }) => name))]
  return names.map((name) => oneOf(name, widest(found.filter((one) => one.name === name))))
}

/** The fields among whose answers the text names some: "asked about fraud and danger". */
export function fieldsOfValues(text: string, tying: Tying): readonly DeskField[] {
  const names = new Set(candidatesIn(text.toLowerCase(), tying).map(({ name }) => name))
  return tying.desk.fields.filter(({ id }) => names.has(`fields.${id}`))
}

/** A yes-or-no column a whole row speaks of: "we have paid before | say that it is compensated once". */
export function flagNamed(text: string, { desk, focus }: Tying): Bound | undefined {
  const words = contentOf(text)
  const flags = desk.columns.filter(
    ({ column, stems }) =>
      column.type === 'boolean' && stems.every((part) => words.some((word) => alike(word, part))),
  )
  const flag = flags.find(({ record }) => record.name === focus.record?.name) ?? flags[0]
  return flag === undefined ? undefined : { name: flag.variable, is: '==', value: true }
}

/** Values whose own words stand in the text. */
export function candidatesIn(text: string, { desk, focus }: Tying): readonly Candidate[] {
  const words = stemsOf(text)
  const content = contentOf(text)
  const near = (own: readonly string[]) =>
    own.filter((part) => content.some((word) => alike(word, part))).length / Math.max(1, own.length)
  const holds = (own: readonly string[]) =>
    own.length > 0 &&
    (holdsPhrase(words, own) || own.every((part) => words.some((word) => alike(word, part))))
  const said = desk.fields.flatMap((field) =>
    field.type !== 'enum'
      ? []
      : field.values.flatMap(({ id, name }): readonly Candidate[] =>
          holds(stemsOf(name))
            ? [
                {
                  name: `fields.${field.id}`,
                  value: id,
                  score: 1 + (focus.field?.id === field.id ? 2 : 0) + near(contentOf(field.name)),
                },
              ]
            : [],
        ),
  )
  const shown = desk.columns.flatMap(({ variable, column, record, stems }): readonly Candidate[] => {
    const bonus =
      (focus.column?.variable === variable ? 0.8 : 0) +
      (focus.record?.name === record.name ? 0.5 : 0) +
      (focus.seen.has(record.name) ? 0.4 : 0) +
      near(stems) +
      near([stem(record.name)])
    // "the member is an owner": the row's own name is no value of it
    const others = column.of.filter(
      (value) => holds(stemsOf(value)) && !alike(stem(value), stem(record.name)),
    )
    if (column.type === 'enum')
      return column.of.flatMap((value) =>
        holds(stemsOf(value)) && (others.length === 0 || others.includes(value))
          ? [{ name: variable, value, score: 1 + bonus + stemsOf(value).length / 4 }]
          : [],
      )
    if (column.type !== 'boolean') return []
    const un = stems.some((part) => words.includes(`un${part}`))
    return un || holds(stems) ? [{ name: variable, value: !un, score: 0.9 + bonus + stems.length / 4 }] : []
  })
  return [...said, ...shown]
}

/** A value by how customers say it: only of the field that was just asked for. */
function tieSaid(text: string, { desk, focus }: Tying): Bound | undefined {
  const { field } = focus
  if (field === null || field.values.length === 0) return undefined
  const pieces = text.split(/,\s*(?:or\s+)?|\s+or\s+/).filter((piece) => contentOf(piece).length > 0)
  const values = pieces.map((piece) => saidIn(piece, field))
  if (values.length === 0 || values.some((value) => value === undefined)) return undefined
  const known = desk.fields.find(({ id }) => id === field.id)
  const real = values.flatMap((value): readonly Value[] =>
    value === undefined ? [] : [known?.type === 'boolean' ? value.id === 'true' : value.id],
  )
  const bound = oneOf(`fields.${field.id}`, real)
  return values.some((value) => value?.denied) ? notOf(bound) : bound
}

/** The value whose own way of being said is nearest; `denied` where one says it and the other says it not. */
function saidIn(
  text: string,
  field: DeskField,
): { readonly id: string; readonly denied: boolean } | undefined {
  const content = contentOf(text)
  const spoken = field.values.map(({ name, phrases }) => [name, ...phrases].flatMap(contentOf))
  // a word that every answer may hold ("want") tells little
  const rare = (word: string): number => {
    const met = spoken.filter((own) => own.some((other) => alike(word, other))).length
    return Math.log(1 + spoken.length / Math.max(1, met)) / Math.log(1 + spoken.length)
  }
  const scored = field.values.flatMap(({ id, name, phrases }) =>
    [name, ...phrases].map((phrase) => {
      const own = contentOf(phrase)
      const shared = content
        .filter((word) => own.some((other) => alike(word, other)))
        .reduce((sum, word) => sum + rare(word), 0)
      const agrees = isNegated(phrase.toLowerCase()) === isNegated(text) ? 0.3 : 0
      return { id, phrase, score: shared === 0 ? 0 : shared + agrees }
    }),
  )
  const [best, ...others] = [...scored].sort((a, b) => b.score - a.score)
  if (best === undefined || best.score === 0) return undefined
  const rival = others.find(({ id, score }) => id !== best.id && score === best.score)
  if (rival !== undefined) return undefined
  return { id: best.id, denied: !isNegated(text) && deniesIn(best.phrase, content) }
}

/** "I have not tried" denies "tried"; "I am not sure, let me think" does not deny "think". */
function deniesIn(phrase: string, content: readonly string[]): boolean {
  const words = wordsOf(phrase)
  return words.some(
    (word, at) =>
      content.some((other) => alike(stem(word), other)) &&
      words.slice(Math.max(0, at - 3), at).some((before) => isNegated(before)),
  )
}
