import { NO_DATA, type NoData, type Score, Z95 } from '../../base/rate.ts'

/** A share and the (effective) sample it was seen in. */
export type Share = { readonly share: number; readonly of: number }

/**
 * The rate people would have given, from the rate a judge gave and how often it is right: (apparent + specificity - 1) /
 * (sensitivity + specificity - 1), Rogan and Gladen 1978; interval by Lang and Reiczigel 2014, which carries the doubt of
 * all three. A judge that is right no oftener than a coin says nothing about the rate.
 */
export function correctedRate(seen: {
  readonly apparent: Share
  readonly sensitivity: Share
  readonly specificity: Share
}): Score | NoData {
  const { apparent, sensitivity, specificity } = seen
  if (apparent.of === 0) return NO_DATA
  if (sensitivity.of === 0 || specificity.of === 0)
    return { ...NO_DATA, because: 'people called everything good, or nothing' }
  const power = sensitivity.share + specificity.share - 1
  if (power <= 0) return { ...NO_DATA, because: 'the judge is right no more often than chance' }
  const value = clamp((apparent.share + specificity.share - 1) / power)
  return { value, n: Math.round(apparent.of), ...intervalOf(seen) }
}

const clamp = (share: number): number => Math.max(0, Math.min(1, share))

function intervalOf({ apparent, sensitivity, specificity }: Parameters<typeof correctedRate>[0]): {
  readonly low: number
  readonly high: number
} {
  const z2 = Z95 * Z95
  const shrunk = ({ share, of }: Share, by: number): Share => ({
    share: (share * of + by / 2) / (of + by),
    of: of + by,
  })
  const [seen, right, wrong] = [shrunk(apparent, z2), shrunk(sensitivity, 2), shrunk(specificity, 2)]
  const power = right.share + wrong.share - 1
  if (power <= 0) return { low: 0, high: 1 }
  const rate = (seen.share + wrong.share - 1) / power
  const spread = ({ share, of }: Share): number => (share * (1 - share)) / of
  const shift = 2 * z2 * (rate * spread(right) - (1 - rate) * spread(wrong))
  const half =
    (Z95 / power) * Math.sqrt(spread(seen) + rate ** 2 * spread(right) + (1 - rate) ** 2 * spread(wrong))
  return { low: clamp(rate + shift - half), high: clamp(rate + shift + half) }
}
