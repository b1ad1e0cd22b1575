import type { Packed } from '../../src/reading/lexical/packed.ts'

/** The strongest weights as small whole numbers. */
export function packWeights(weights: Float32Array, kept: number): Packed {
  const strongest = strongestOf(weights, kept)
  const scale = Number(
    Math.max(1e-5, ...strongest.map((bucket) => Math.abs(weights[bucket] ?? 0))).toFixed(5),
  )
  const bytes = Buffer.alloc(strongest.length * 3)
  for (const [index, bucket] of strongest.entries()) {
    bytes.writeUInt16LE(bucket, index * 3)
    bytes.writeInt8(
      Math.max(-127, Math.min(127, Math.round(((weights[bucket] ?? 0) / scale) * 127))),
      index * 3 + 2,
    )
  }
  return { scale, packed: bytes.toString('base64') }
}

export const strongestOf = (weights: Float32Array, kept: number): readonly number[] =>
  [...weights.keys()]
    .sort((a, b) => Math.abs(weights[b] ?? 0) - Math.abs(weights[a] ?? 0) || a - b)
    .slice(0, kept)
    .sort((a, b) => a - b)
