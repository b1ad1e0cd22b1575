/**
 * JSON in which everything equal is written once. A thousand conversations repeat the same steps, sentences and records;
 * compression alone does not see that far back. In: plain data. Out: a table in which a value comes after its parts.
 */
export type SharedJson = {
  /** names of members, for objects that have the same ones */
  readonly shapes: readonly (readonly string[])[]
  /** a list is [-1, ...places], an object [shape, ...places]; the last value is the whole */
  readonly values: readonly SharedValue[]
}
type SharedValue = string | number | boolean | null | readonly number[]

const LIST = -1

export function shareJson(whole: unknown): SharedJson {
  const values: SharedValue[] = []
  const shapes: (readonly string[])[] = []
  const placeOfValue = new Map<SharedValue, number>()
  const placeOfParts = new Map<string, number>()
  const placeOfShape = new Map<string, number>()

  const keep = <Key>(known: Map<Key, number>, key: Key, value: SharedValue): number => {
    const before = known.get(key)
    if (before !== undefined) return before
    const place = values.push(value) - 1
    known.set(key, place)
    return place
  }
  const keepParts = (parts: readonly number[]): number => keep(placeOfParts, parts.join(), parts)
  const shapeOf = (names: readonly string[]): number => {
    const key = JSON.stringify(names)
    const place = placeOfShape.get(key) ?? shapes.push(names) - 1
    placeOfShape.set(key, place)
    return place
  }
  const place = (value: unknown): number => {
    if (Array.isArray(value)) return keepParts([LIST, ...value.map(place)])
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([, member]) => member !== undefined)
      return keepParts([
        shapeOf(members.map(([name]) => name)),
        ...members.map(([, member]) => place(member)),
      ])
    }
    const plain = isPlain(value) ? value : null
    return keep(placeOfValue, plain, plain)
  }
  place(whole)
  return { shapes, values }
}

/** What was shared, as it was; equal parts are one object, so nobody may change them. */
export function unshareJson({ shapes, values }: SharedJson): unknown {
  const made: unknown[] = []
  for (const value of values) made.push(isParts(value) ? assemble(value, shapes, made) : value)
  return made.at(-1)
}

/** What is neither text, yes or no, nor a finite number is null, as JSON has it. */
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

const isParts = (value: SharedValue): value is readonly number[] => Array.isArray(value)

function assemble(
  [shape = LIST, ...places]: readonly number[],
  shapes: SharedJson['shapes'],
  made: readonly unknown[],
): unknown {
  if (shape === LIST) return places.map((place) => made[place])
  // fromEntries makes a member named __proto__ a member like any other.
  return Object.fromEntries((shapes[shape] ?? []).map((name, at) => [name, made[places[at] ?? -1]]))
}
