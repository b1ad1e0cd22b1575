import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkPack } from '../src/cases/check-pack.ts'
import { hashOfFiles } from '../src/cases/pack-hash.ts'
import { readPack } from '../src/cases/read-pack.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { ROOT } from './architecture/source-files.ts'
import { plantedIn } from './support/planted/planted.ts'

/** Planted faults: one edit of a sound pack, and only its own complaint may come, at the line of the edit. */
const tactics = await productTactics()
const files = await readPackFiles(join(ROOT, 'packs', 'lunchbox'))
const check = (edited: ReadonlyMap<string, string>) => checkPack(edited, { tactics })

function planted(file: string, from: string, to: string): ReadonlyMap<string, string> {
  const text = files.get(file) ?? ''
  expect(text, `${file} has changed: mend this test`).toContain(from)
  return new Map(files).set(
    file,
    text.replace(from, () => to),
  )
}
const lineOf = (file: string, words: string): number => {
  const text = files.get(file) ?? ''
  return text.slice(0, text.indexOf(words)).split('\n').length
}

test('the pack is sound to begin with', () => expect(check(files)).toEqual([]))

describe('what a case asserts', () => {
  const cases = 'cases/adversarial.yaml'
  const asserts = (what: string) =>
    planted(cases, '  trap: no-free-goods', `  asserts: ${what}\n  trap: no-free-goods`)
  test.each([
    ['an unknown tool', '{ called: [lookup_ordr] }', 'unknown-tool'],
    ['an unknown argument', '{ never_called: [{ refund_order: { sum: 3 } }] }', 'unknown-parameter'],
    ['an unknown reason', '{ escalated: packed_allready }', 'unknown-reason'],
    ['a pattern that cannot be compiled', '{ says: ["/(torn/"] }', 'pattern'],
    ['a pattern that looks around', '{ says: ["/(?=torn)/"] }', 'pattern'],
  ])('%s', (_, what, code) => {
    const found = check(asserts(what))
    expect(found.map((one) => [one.code, one.file, one.line])).toEqual([
      [code, expect.stringContaining(cases), lineOf(cases, '  trap: no-free-goods')],
    ])
  })

  test('what is sound is no problem', () =>
    expect(
      check(asserts('{ called: [lookup_order], escalated: false, says: [photo, "/with(out)? a photo/"] }')),
    ).toEqual([]))
})

describe('cases against records', () => {
  test.each(plantedIn('lunchbox', 'records'))('$what', ({ file, from, to, says }) => {
    const problems = check(planted(file, from, to))
    expect(problems.map((one) => one.code)).toContain(says)
    for (const one of problems) expect(one.file).toBe(file)
  })
})

describe('cases against the graph', () => {
  test.each(plantedIn('lunchbox', 'graph'))('$what', ({ file, from, to, says }) => {
    const problems = check(planted(file, from, to))
    expect(problems.map((one) => one.code)).toContain(says)
  })

  test('one acceptable outcome too few where the agent may choose', () => {
    const problems = check(
      planted(
        'cases/resolvable.yaml',
        '    - { writes: [ { refund_order: { order_id: LB-1044, amount: 14.5 } } ] }\n',
        '',
      ),
    )
    expect(problems).toMatchObject([{ code: 'outcome-differs', file: 'cases/resolvable.yaml' }])
  })

  test('a case that hands over is must-escalate', () => {
    const problems = check(planted('cases/must-escalate.yaml', 'bucket: must-escalate', 'bucket: resolvable'))
    expect(problems).toMatchObject([{ code: 'bucket' }])
  })
})

describe('graph, back office, words and truth', () => {
  test.each(plantedIn('lunchbox', 'rest'))('$what', ({ file, from, to, says }) => {
    const problems = check(planted(file, from, to))
    expect(problems.map((one) => one.code).join(' ')).toContain(says)
  })

  test('the place of a complaint is the line of the slip', () => {
    const [one] = check(
      planted(
        'records/orders.yaml',
        'customer_id: C-09, status: delivered, ordered_on: 2026-03-01',
        'customer_id: C-99, status: delivered, ordered_on: 2026-03-01',
      ),
    )
    expect(one).toMatchObject({
      file: 'records/orders.yaml',
      line: lineOf('records/orders.yaml', 'LB-1043'),
      code: 'no-such-row',
    })
    expect(one?.hint).toContain('C-')
  })
})

test('a pack with something wrong in every file says all of it at once', () => {
  const edits: readonly (readonly [string, string, string])[] = [
    ['pack.yaml', 'title:', 'titel:'],
    ['records/customers.csv', 'ines.falk@mail.example,0', 'ines.falk@mail.example,none'],
    ['records/parcels.csv', 'PX-7043,Postino,2026-03-06', 'PX-7043,Postino,2026-03-66'],
    ['tools.yaml', 'insert: refunds', 'insert: refuns'],
    ['graph.yaml', 'act: cancel_order', 'act: cancel_ordre'],
    ['lexicon.yaml', 'name: a damaged item', 'name: 3'],
    ['cases/resolvable.yaml', 'bucket: resolvable', 'bucket: easy'],
    ['cases/must-escalate.yaml', 'tone: friendly', 'tone: sleepy'],
  ]
  const bad = edits.reduce(
    (now, [file, from, to]) => new Map(now).set(file, (now.get(file) ?? '').replace(from, to)),
    files,
  )
  const problems = check(bad)
  expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(edits.map(([file]) => file)))
  for (const one of problems)
    expect([one.line > 0, one.column > 0, one.message.length > 0, one.code.length > 0]).toEqual([
      true,
      true,
      true,
      true,
    ])
  expect(readPack(bad, { tactics }).value).toBe(undefined)
})

test('missing files are one complaint each; an empty folder is no exception', () => {
  const problems = checkPack(new Map())
  expect(problems.map(({ code }) => code)).toEqual(problems.map(() => 'missing-file'))
  expect(problems.length).toBe(7)
  const half = new Map(files)
  half.delete('lexicon.yaml')
  expect(check(half)).toMatchObject([{ code: 'missing-file', file: 'lexicon.yaml' }])
})

test('the hash tells versions apart and ignores the order in which files were read', () => {
  const hash = hashOfFiles(files)
  expect(hashOfFiles(new Map([...files].reverse()))).toBe(hash)
  expect(hashOfFiles(planted('sop.md', '30 days', '31 days'))).not.toBe(hash)
  expect(readPack(files, { tactics }).value?.hash).toBe(hash)
})
