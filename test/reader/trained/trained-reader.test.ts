import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../../src/runner/files/package-root.ts'
import { loadPack } from '../../../src/runner/packs/load-pack.ts'
import { loadEncoder } from '../../../tools/reader/load-encoder.ts'
import { unpackHeads } from '../../../tools/reader/trained/heads-file.ts'
import { trainedReader } from '../../../tools/reader/trained/trained-reader.ts'

const FILE = join(packageRoot(), 'encoder/heads.bin')
const heads = unpackHeads(readFileSync(FILE))
const { lists } = await loadPack(join(packageRoot(), 'packs/lunchbox'))
const reader = trainedReader(lists, heads, loadEncoder())
const actsOf = (text: string, said = '') =>
  reader
    .read(text, { said, earlier: reader.none })
    .reading.sentences.flatMap(({ acts }) =>
      acts.map(({ kind, place, polarity }) => `${kind} ${place?.name ?? '-'} ${polarity}`),
    )

describe('the trained reader', () => {
  test('the weights are there', () => expect(existsSync(FILE)).toBe(true))

  test('the same words are read the same, alone and after others, letter by letter', () => {
    const text = 'Hello Ann. Could you give me the order number?\n- and your e-mail\n- and what happened'
    const before = { said: 'My soup was cold.', earlier: reader.none }
    const first = reader.read(text, before)
    reader.read('That ship has sailed.', before)
    expect(reader.read(text, before)).toEqual(first)
  })

  test('every act stands where it was said', () => {
    const text = 'Thanks! I have cancelled it.\n\nKind regards,\nTom'
    const { sentences } = reader.read(text, { said: '', earlier: reader.none }).reading
    for (const { from, to, acts } of sentences)
      for (const act of acts) {
        expect(act.from).toBeGreaterThanOrEqual(from)
        expect(act.to).toBeLessThanOrEqual(to)
        expect(act.chance).toBeGreaterThan(0)
      }
    expect(sentences.at(-1)?.form).toBe('courtesy')
  })

  test('what was done counts for the next message: the best of both is kept', () => {
    const { earlier } = reader.read('Shall I cancel the order for you?', { said: '', earlier: reader.none })
    expect(earlier.last.some((logits) => logits.some((logit) => logit > -8))).toBe(true)
    const next = reader.read('Done.', { said: 'Yes, please.', earlier }).earlier
    for (const [kind, logits] of next.all.entries())
      for (const [place, logit] of logits.entries())
        expect(logit).toBeGreaterThanOrEqual(earlier.all[kind]?.[place] ?? 0)
  })

  test('a question for an order number asks for it; thanks do nothing', () => {
    expect(actsOf('Could you give me your order number, please?').join()).toMatch(/^request order/)
    expect(actsOf('Thank you so much for your patience!').every((act) => / - /.test(act))).toBe(true)
  })
})
