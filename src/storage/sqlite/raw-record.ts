/** One value of a stored row. A text stays bytes: one byte that is not UTF-8 costs this value and no other. */
export type RawValue = null | number | { readonly text: Uint8Array } | { readonly blob: Uint8Array }

/** SQLite's variable-length integer; undefined: the bytes end before it does. */
export function readVarint(bytes: Uint8Array, at: number): { value: number; next: number } | undefined {
  let value = 0
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  const last = bytes[at + 8]
  return last === undefined ? undefined : { value: value * 256 + last, next: at + 9 }
}

/** The values of a row; undefined: the bytes are no record, or a shorter or longer one than they say. */
export function readRecord(bytes: Uint8Array): readonly RawValue[] | undefined {
  const header = readVarint(bytes, 0)
  if (header === undefined || header.value > bytes.length) return undefined
  const values: RawValue[] = []
  let at = header.next
  let content = header.value
  while (at < header.value) {
    const type = readVarint(bytes, at)
    if (type === undefined) return undefined
    at = type.next
    const size = sizeOf(type.value)
    if (size === undefined || content + size > bytes.length) return undefined
    values.push(readValue(type.value, bytes.subarray(content, content + size)))
    content += size
  }
  return at === header.value && content === bytes.length ? values : undefined
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function sizeOf(type: number): number | undefined {
  return type < 12 ? INTEGER_BYTES[type] : Math.floor((type - 12) / 2)
}

function readValue(type: number, bytes: Uint8Array): RawValue {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  if (type === 7) return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0)
  if (type < 7) return signed(bytes)
  return type % 2 === 1 ? { text: bytes } : { blob: bytes }
}

const signed = (bytes: Uint8Array): number => {
  const size = BigInt(bytes.length * 8)
  const raw = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n)
  return Number(BigInt.asIntN(Number(size), raw))
}
