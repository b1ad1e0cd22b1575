import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { type Encoded, type Encoder, WIDTH } from '../../src/reading/trained/encoded.ts'

/** Encodings of the corpus, kept in build/ by the hash of texts and encoder: they take longer than all the rest. */
const BATCH = 64

export function encodeAll(
  texts: readonly string[],
  encoder: Encoder,
  identity: string,
): { readonly of: (text: string) => Encoded; readonly seconds: number } {
  const started = Date.now()
  const folder = join(packageRoot(), 'build/reader')
  mkdirSync(folder, { recursive: true })
  const all = new Map<string, Encoded>()
  // Parts of some texts each: a corpus with a new row encodes little anew.
  const sorted = [...new Set(texts)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const parts = new Map<number, string[]>()
  for (const text of sorted) {
    const part = createHash('sha256').update(text).digest().readUInt8(0)
    parts.set(part, [...(parts.get(part) ?? []), text])
  }
  for (const [part, own] of parts) {
    const file = join(folder, `${identity}-${part}.bin`)
    const known = existsSync(file) ? unpack(readFileSync(file)) : new Map<string, Encoded>()
    const missing = own.filter((text) => !known.has(text))
    for (let from = 0; from < missing.length; from += BATCH) {
      const batch = missing.slice(from, from + BATCH)
      for (const [index, encoded] of encoder.encode(batch).entries()) known.set(batch[index] ?? '', encoded)
    }
    if (missing.length > 0) writeFileSync(file, pack(known))
    for (const text of own) {
      const encoded = known.get(text)
      if (encoded !== undefined) all.set(text, encoded)
    }
    if (missing.length > 0) console.error(`encoded part ${part}: ${missing.length} new, ${Math.round((Date.now() - started) / 1000)} s`)
  }
  return {
    of: (text) => {
      const encoded = all.get(text)
      if (encoded === undefined) throw new RangeError(`not encoded: ${text.slice(0, 80)}`)
      return encoded
    },
    seconds: (Date.now() - started) / 1000,
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Int8Array | Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function pack(known: ReadonlyMap<string, Encoded>): Buffer {
  const out: Buffer[] = []
  for (const [text, { pieces, lastScales, last, fourth, mean }] of known) {
    const words = Buffer.from(text, 'utf8')
    const head = Buffer.alloc(8)
    head.writeUInt32LE(words.length, 0)
    head.writeUInt32LE(pieces.length, 4)
    out.push(head, words, ...[pieces, lastScales, last, fourth, mean].map(bytesOf))
  }
  return Buffer.concat(out)
}

function unpack(file: Buffer): Map<string, Encoded> {
  const known = new Map<string, Encoded>()
  let at = 0
  const take = (count: number): ArrayBuffer => {
    const bytes = new Uint8Array(count)
    bytes.set(file.subarray(at, at + count))
    at += count
    return bytes.buffer
  }
  while (at < file.length) {
    const [length, pieces] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)]
    at += 8
    const text = Buffer.from(take(length)).toString('utf8')
    known.set(text, {
      pieces: new Int32Array(take(4 * pieces)),
      lastScales: new Float32Array(take(4 * pieces)),
      last: new Int8Array(take(WIDTH * pieces)),
      fourth: new Int8Array(take(WIDTH * pieces)),
      mean: new Int8Array(take(WIDTH)),
    })
  }
  return known
}
