import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { lengthOf, WIDTH } from './encoder/directions.ts'
import type { Encoded, Encoder } from './encoder/encoder.ts'

/** An encoding as it is kept: each row as small whole numbers. The fourth layer is only ever used by its directions. */
type Kept = {
  readonly pieces: Int32Array
  readonly scales: Float32Array
  readonly last: Int8Array
  readonly fourth: Int8Array
  readonly mean: Int8Array
}
export type Encodings = {
  readonly of: (text: string) => Encoded
  readonly seconds: number
  readonly made: number
}

/** Which of 256 files keeps a text: threads that encode share none. */
export const partOf = (text: string): number => createHash('sha256').update(text).digest().readUInt8(0)

/**
 * Encodings of the corpus, kept in build/ by the hash of the encoder: they take longer than all the rest of the training. Those of a
 * new row are added to them.
 */
export function encodeAll(texts: Iterable<string>, encoder: () => Encoder, identity: string): Encodings {
  const started = Date.now()
  const folder = join(packageRoot(), 'build/reader')
  mkdirSync(folder, { recursive: true })
  const parts = new Map<number, string[]>()
  for (const text of new Set(texts)) {
    const part = partOf(text)
    parts.set(part, [...(parts.get(part) ?? []), text])
  }
  const all = new Map<string, Kept>()
  let made = 0
  for (const [part, own] of parts) {
    const file = join(folder, `${identity}-${part}.bin`)
    const known = existsSync(file) ? unpack(readFileSync(file)) : new Map<string, Kept>()
    const missing = own.filter((text) => !known.has(text))
    if (missing.length > 0) {
      for (const [at, encoded] of encoder().encode(missing).entries())
        known.set(missing[at] ?? '', kept(encoded))
      writeFileSync(file, pack(known))
      made += missing.length
      if (process.env['READER_LOG'])
        console.error(`part ${part}: ${missing.length}, ${(Date.now() - started) / 1000} s`)
    }
    for (const text of own) {
      const encoded = known.get(text)
      if (encoded !== undefined) all.set(text, encoded)
    }
  }
  return {
    of: (text) => {
      const encoded = all.get(text)
      if (encoded === undefined) throw new RangeError(`not encoded: ${text.slice(0, 80)}`)
      return unkept(encoded)
    },
    seconds: (Date.now() - started) / 1000,
    made,
  }
}

function kept({ pieces, last, fourth, mean }: Encoded): Kept {
  const { rows, scales } = small(last)
  return {
    pieces: Int32Array.from(pieces),
    scales,
    last: rows,
    fourth: small(fourth).rows,
    mean: small(mean).rows,
  }
}

function unkept({ pieces, scales, last, fourth, mean }: Kept): Encoded {
  const direction = Float32Array.from(mean)
  const length = lengthOf(direction)
  for (let at = 0; at < WIDTH; at += 1) direction[at] = (direction[at] ?? 0) / length
  const states = new Float32Array(last.length)
  for (let at = 0; at < last.length; at += 1)
    states[at] = (last[at] ?? 0) * (scales[Math.floor(at / WIDTH)] ?? 0)
  return { pieces: [...pieces], last: states, fourth: new Float32Array(fourth), mean: direction }
}

function small(states: Float32Array): { readonly rows: Int8Array; readonly scales: Float32Array } {
  const rows = new Int8Array(states.length)
  const scales = new Float32Array(states.length / WIDTH)
  for (let row = 0; row < scales.length; row += 1) {
    const own = states.subarray(row * WIDTH, (row + 1) * WIDTH)
    const most = own.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 1e-12)
    scales[row] = most / 127
    for (let at = 0; at < WIDTH; at += 1) rows[row * WIDTH + at] = Math.round(((own[at] ?? 0) * 127) / most)
  }
  return { rows, scales }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Int8Array | Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function pack(known: ReadonlyMap<string, Kept>): Buffer {
  const out: Buffer[] = []
  for (const [text, { pieces, scales, last, fourth, mean }] of known) {
    const words = Buffer.from(text, 'utf8')
    const head = Buffer.alloc(8)
    head.writeUInt32LE(words.length, 0)
    head.writeUInt32LE(pieces.length, 4)
    out.push(head, words, ...[pieces, scales, last, fourth, mean].map(bytesOf))
  }
  return Buffer.concat(out)
}

function unpack(file: Buffer): Map<string, Kept> {
  const known = new Map<string, Kept>()
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
      scales: new Float32Array(take(4 * pieces)),
      last: new Int8Array(take(WIDTH * pieces)),
      fourth: new Int8Array(take(WIDTH * pieces)),
      mean: new Int8Array(take(WIDTH)),
    })
  }
  return known
}

const PROBES = [
  'Could you give me your order number, please?',
  "I'm afraid that ship has sailed: €19.90, 3 May.",
]

/** Of what it gives: another kernel that gives the same bytes is the same encoder. */
export function encoderHash(encoder: Encoder): string {
  const hash = createHash('sha256')
  for (const { last, fourth, mean } of encoder.encode(PROBES))
    for (const states of [last, fourth, mean])
      hash.update(new Uint8Array(states.buffer, states.byteOffset, states.byteLength))
  return hash.digest('hex').slice(0, 16)
}
