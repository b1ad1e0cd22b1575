/** The strongest of many weights: bucket (two bytes) and weight (one byte) in turn, in base64. */
export type Packed = { readonly scale: number; readonly packed: string }

export function unpackWeights({ scale, packed }: Packed, size: number): Float32Array {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const weights = new Float32Array(size)
  for (let at = 0; at + 2 < bytes.length; at += 3)
    weights[view.getUint16(at, true)] = (view.getInt8(at + 2) * scale) / 127
  return weights
}
