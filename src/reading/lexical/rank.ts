/** A name of a closed list with the chance that words mean it. */
export type Ranked = { readonly name: string; readonly chance: number }

/** Numbers of some words and one entry of a list. */
export type FeatureRow = { readonly name: string; readonly features: readonly number[] }

/**
 * Rows of numbers become chances by learned weights (the first is the bias). Entries compete with each other and with
 * "none of them", so that two sisters that fit alike are both unlikely. Best first.
 */
export function rank(rows: readonly FeatureRow[], weights: readonly number[]): readonly Ranked[] {
  const scores = rows.map(({ features }) => Math.exp(scoreOf(features, weights)))
  const sum = scores.reduce((total, score) => total + score, 1)
  return rows
    .map(({ name }, at) => ({ name, chance: (scores[at] ?? 0) / sum }))
    .sort((a, b) => b.chance - a.chance)
}

export function scoreOf(features: readonly number[], weights: readonly number[]): number {
  let sum = weights[0] ?? 0
  for (let at = 0; at < features.length; at += 1) sum += (features[at] ?? 0) * (weights[at + 1] ?? 0)
  return sum
}
