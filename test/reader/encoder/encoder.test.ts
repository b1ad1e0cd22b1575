import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { packageRoot } from '../../../src/runner/files/package-root.ts'
import { directionOf, directionsOf, WIDTH, wordingsOf } from '../../../tools/reader/encoder/directions.ts'
import type { Encoded } from '../../../tools/reader/encoder/encoder.ts'
import { loadEncoder } from '../../../tools/reader/load-encoder.ts'
import { encodePlainly } from '../../support/reading/plain-encoder.ts'

const encoder = loadEncoder()

/** 200 sentences of 3 to 60 words, some of them in other letters. */
const OPENINGS = [
  'Could you tell me',
  'I am afraid',
  'Done,',
  'No.',
  'Señor Álvarez, ¿sabe usted',
  'Dear Ms O’Neill —',
  '1)',
  '请',
  'SK-7304:',
  'We',
]
const MIDDLES = [
  'the order number',
  'that the parcel of 14 August, which was sent twice and came back twice because nobody was in,',
  'cancelled',
  'your e-mail address (a@b.example)',
  '€ 1,250.00 of it',
]
const ENDINGS = [
  'please?',
  'cannot be changed any more.',
  'and is there anything else I can do for you today, before we close this conversation and you hear from my colleagues in the shop?',
  '!!!',
]
const SENTENCES = OPENINGS.flatMap((one) =>
  MIDDLES.flatMap((two) => ENDINGS.map((three) => `${one} ${two} ${three}`)),
)

const hashOf = (all: readonly Encoded[]): string => {
  const hash = createHash('sha256')
  for (const { last, fourth, mean } of all) for (const list of [last, fourth, mean]) hash.update(list)
  return hash.digest('hex')
}
/** Of the states of all of them. What changes it changes every stored reading: train the heads again and raise the reader's version. */
const HASH = '1d13cb6a82144907864286d848f376f82a16e9656fe9af9f2f01ba5d104b3afd'

const cosine = (one: Float32Array, other: Float32Array): number => {
  const [a, b] = [directionOf(one), directionOf(other)]
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

describe('the same bytes', () => {
  test('on every machine and version of Node: the hash of 200 sentences is the one that is stored', () => {
    expect(SENTENCES).toHaveLength(200)
    expect(hashOf(encoder.encode(SENTENCES))).toBe(HASH)
  })

  test('alone, and in another order', () => {
    const backwards = SENTENCES.toReversed().flatMap((text) => encoder.encode([text]))
    expect(hashOf(backwards.toReversed())).toBe(HASH)
  })

  test('in a worker', async () => {
    const script = `const { parentPort, workerData } = require('node:worker_threads')
      require('jiti').createJiti(workerData.file).import(workerData.file)
        .then(({ loadEncoder }) => parentPort.postMessage(loadEncoder().encode(workerData.texts)))`
    const file = join(packageRoot(), 'tools/reader/load-encoder.ts')
    const worker = new Worker(script, { eval: true, workerData: { file, texts: SENTENCES } })
    const said = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
    const list = z.instanceof(Float32Array)
    const shape = z.array(z.object({ pieces: z.array(z.number()), last: list, fourth: list, mean: list }))
    expect(hashOf(shape.parse(said))).toBe(HASH)
  })

  test('as plain numbers give, without the fast path', () => {
    const file = readFileSync(join(packageRoot(), 'encoder/minilm-l6-int8.bin'))
    for (const text of ['No.', 'Could you tell me the order number, please?', '']) {
      const [encoded] = encoder.encode([text])
      const layers = encodePlainly(file, encoder.piecesOf(text))
      expect(encoded?.fourth.every((value, at) => value === layers[3]?.[at])).toBe(true)
      expect(encoded?.last.every((value, at) => value === layers[5]?.[at])).toBe(true)
    }
  })
})

describe('what the states say', () => {
  test('they are those of the float model, but for the rounding of weights', () => {
    const near = encoder.encode([
      'How do I return my order?',
      'I would like to send this back, please.',
      'The weather is nice in Paris.',
    ])
    const none = new Float32Array()
    const [one = none, two = none, other = none] = near.map(({ mean }) => mean)
    expect(cosine(one, two)).toBeCloseTo(0.4769, 2)
    expect(cosine(one, other)).toBeCloseTo(0.0441, 2)
  })

  test('a state for each piece and mark; of a long text the beginning; an empty one has two', () => {
    const [short, long, none] = encoder.encode(['Hello there', 'word '.repeat(300), ''])
    expect(short?.last).toHaveLength(4 * WIDTH)
    expect(long?.pieces).toHaveLength(128)
    expect(none?.pieces).toHaveLength(2)
    expect(encoder.encode([])).toEqual([])
  })
})

describe('similarity', () => {
  const states = encoder
    .encode(SENTENCES.slice(0, 30))
    .map(({ last }) => last.subarray(WIDTH, last.length - WIDTH))
  const rowsOf = (list: Float32Array): readonly Float32Array[] =>
    Array.from({ length: list.length / WIDTH }, (_, row) => list.subarray(row * WIDTH, (row + 1) * WIDTH))
  const [text = new Float32Array(), ...wordings] = states

  test('cosines are those of the rows, to 1/200', () => {
    const others = wordings.map(directionOf)
    const directions = directionsOf(Float32Array.from(others.flatMap((one) => [...one])))
    const found = encoder.cosines(text, directions)
    const wanted = rowsOf(text).flatMap((row) => others.map((other) => cosine(row, other)))
    expect(found).toHaveLength(wanted.length)
    expect(Math.max(...wanted.map((value, at) => Math.abs(value - (found[at] ?? 0))))).toBeLessThan(0.005)
  })

  test('each wording meets the text as its pieces do, whatever else was compared before', () => {
    const weights = wordings.map((list) => rowsOf(list).map((_, at) => 1 + (at % 3)))
    const prepared = wordingsOf(wordings.map((list, at) => ({ states: list, weights: weights[at] ?? [] })))
    encoder.cosines(text, prepared.rows)
    const { there, back } = encoder.meet(text, prepared)
    for (const [at, wording] of wordings.entries()) {
      const cosines = rowsOf(text).map((row) => rowsOf(wording).map((other) => cosine(row, other)))
      const counts = weights[at] ?? []
      const total = counts.reduce((sum, one) => sum + one, 0)
      const wanted = counts.reduce(
        (sum, count, row) => sum + (count / total) * Math.max(...cosines.map((line) => line[row] ?? -1)),
        0,
      )
      const mean = cosines.reduce((sum, line) => sum + Math.max(...line) / cosines.length, 0)
      expect(Math.abs((there[at] ?? 0) - wanted)).toBeLessThan(0.005)
      expect(Math.abs((back[at] ?? 0) - mean)).toBeLessThan(0.005)
    }
    // More than stays in the kernel's memory goes through it: what was placed first is laid down again.
    const many = Array.from({ length: 9 }, () => directionsOf(new Float32Array(6_000 * WIDTH).fill(1)))
    for (const directions of many)
      expect(encoder.cosines(text, directions)).toHaveLength((text.length / WIDTH) * 6_000)
    expect(encoder.meet(text, prepared)).toEqual({ there, back })
  })
})
