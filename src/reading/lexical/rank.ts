/** A name of a closed list with the chance that words mean it. */
export type Ranked = { readonly name: string; readonly chance: number }

/** Rows of numbers, one an entry of a list, become chances by learned weights (the first is the bias). Best first. */
export function rank(rows: readonly FeatureRow[], weights: readonly number[]): readonly Ranked[] {
  return rows
    .map(({ name, features }) => {
      let sum = weights[0] ?? 0
      for (const [at, value] of features.entries()) sum += value * (weights[at + 1] ?? 0)
      return { name, chance: 1 / (1 + Math.exp(-sum)) }
    })
    .sort((a, b) => b.chance - a.chance)
}

export type FeatureRow = { readonly name: string; readonly features: readonly number[] }

/** How far an entry is ahead of its best rival says more than how well it fits. */
export function withRivals(
  rows: readonly FeatureRow[],
  strengthOf: (features: readonly number[]) => number,
): readonly FeatureRow[] {
  const strength = rows.map(({ features }) => strengthOf(features))
  const ranked = [...strength].sort((a, b) => b - a)
  return rows.map(({ name, features }, at) => {
    const own = strength[at] ?? 0
    const isBest = own === ranked[0]
    const rival = (isBest ? ranked[1] : ranked[0]) ?? 0
    return { name, features: [...features, own, own - rival, isBest ? 1 : 0] }
  })
}
