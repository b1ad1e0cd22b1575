/** A name of a closed list with the chance that words mean it. */
export type Ranked = { readonly name: string; readonly chance: number }

/** Numbers of some words and each entry of a list. `fill` writes those of one entry over what stands in the row. */
export type Rows = {
  readonly names: readonly string[]
  readonly width: number
  readonly fill: (at: number, row: Float64Array) => void
}

/** Far more than a list has features: one row is enough for all rankings, which do not run inside each other. */
const row = new Float64Array(256)

/**
 * Rows of numbers become chances by learned weights (the first is the bias). Entries compete with each other and with
 * "none of them", so that two sisters that fit alike are both unlikely. The best, if there is any entry.
 */
export function best({ names, width, fill }: Rows, weights: readonly number[]): Ranked | undefined {
  let sum = 1
  let most = 0
  let name: string | undefined
  for (let at = 0; at < names.length; at += 1) {
    fill(at, row)
    const score = Math.exp(scoreOf(row, width, weights))
    sum += score
    if (name === undefined || score > most) {
      most = score
      name = names[at]
    }
  }
  return name === undefined ? undefined : { name, chance: most / sum }
}

export function scoreOf(features: Float64Array, width: number, weights: readonly number[]): number {
  let sum = weights[0] ?? 0
  for (let at = 0; at < width; at += 1) sum += (features[at] ?? 0) * (weights[at + 1] ?? 0)
  return sum
}
