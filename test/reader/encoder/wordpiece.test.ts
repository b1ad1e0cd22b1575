import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../src/runner/files/package-root.ts'
import { wordPieces } from '../../../tools/reader/encoder/wordpiece.ts'
import { loadEncoder } from '../../../tools/reader/load-encoder.ts'

const { piecesOf } = loadEncoder()

// What the Python library `tokenizers` gives for them.
test.each([
  [
    'I can’t re-book it: 14/08, €1,250.00!',
    [
      1045, 2064, 1521, 1056, 2128, 1011, 2338, 2009, 1024, 2403, 1013, 5511, 1010, 1574, 2487, 1010, 5539,
      1012, 4002, 999,
    ],
  ],
  ['Señor Ünlü\u0301 — naïve', [12411, 2953, 4895, 7630, 1517, 15743]],
  ['请 取消 订单', [100, 100, 100, 100, 100]],
  ['ΟΔΟΣ', [1169, 29722, 29730, 29733]],
  ['\u200Bhid\u00ADden\0', [5023]],
  ['internationalizationalistically', [2248, 3989, 13911, 25084]],
  ['x'.repeat(101), [100]],
  ['a\tb\nc\u00A0d\u0085e', [1037, 1038, 1039, 2139]],
  ['🙂 ok', [100, 7929]],
  ['`$^~ _snake_case', [1036, 1002, 1034, 1066, 1035, 7488, 1035, 2553]],
  ['', []],
])('pieces of %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual([101, ...pieces, 102])
})

test('a sign of tomorrow is a word that is not known, whether this Node knows it or not', () => {
  // U+1FAE9 came with Unicode 16, U+1FFFF never will: Node 20 knows neither.
  for (const sign of ['\u{1FAE9}', '\u{1FFFF}']) expect(piecesOf(`ok ${sign}`)).toEqual([101, 7929, 100, 102])
})

test('a clause has the pieces that it has in its sentence', () => {
  const [before, clause] = ['Your order is late, ', 'and I can’t change that.']
  const whole = piecesOf(before + clause)
  expect(whole.slice(piecesOf(before).length - 1, -1)).toEqual(piecesOf(clause).slice(1, -1))
})

test('a text of a megabyte is cut, and a long word is no work', () => {
  const vocabulary = readFileSync(join(packageRoot(), 'encoder/minilm-l6-int8.bin'))
    .subarray(-231_508)
    .toString()
  const short = wordPieces(vocabulary.split('\n'), 5)
  expect(short('one two three four five'.repeat(40_000))).toHaveLength(5)
  expect(short('x'.repeat(1_000_000))).toEqual([101, 100, 102])
})
