import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkPack } from '../src/cases/check-pack.ts'
import { hashOfFiles } from '../src/cases/pack-hash.ts'
import { readPack } from '../src/cases/read-pack.ts'
import { readPackFiles } from '../src/runner/files/pack-files.ts'
import { productTactics } from '../src/runner/packs/product-tactics.ts'
import { ROOT } from './architecture/source-files.ts'

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
  const cases = 'cases/adversarial.yaml'
  test.each([
    [
      'an order that is not there',
      'records: { order: LB-1042, customer: C-01 }',
      'records: { order: LB-9942, customer: C-01 }',
      'no-such-row',
    ],
    [
      'a card that speaks of another order',
      'knows: { order_id: LB-1042,',
      'knows: { order_id: LB-1043,',
      'record-differs',
    ],
    [
      'a card that speaks of no order',
      'knows: { order_id: LB-1042,',
      'knows: { order_id: LB-9942,',
      'record-differs',
    ],
    [
      'a customer that is not the order’s',
      'order: LB-1042, customer: C-01',
      'order: LB-1042, customer: C-02',
      'record-differs',
    ],
    [
      'a case that names no order',
      'records: { order: LB-1042, customer: C-01 }',
      'records: {}',
      'names-no-record',
    ],
    [
      'a record nobody knows',
      'records: { order: LB-1042, customer: C-01 }',
      'records: { order: LB-1042, buyer: C-01 }',
      'unknown-record',
    ],
    [
      'a claim the record contradicts, not owned up to',
      'truth: { arrived_on: 2026-02-03 }',
      'truth: {}',
      'fact-differs',
    ],
    [
      'a truth the record contradicts',
      'truth: { arrived_on: 2026-02-03 }',
      'truth: { arrived_on: 2026-02-04 }',
      'fact-differs',
    ],
    [
      'a lie that is none',
      'truth: { arrived_on: 2026-02-03 }',
      'truth: { arrived_on: 2026-03-03 }',
      'no-lie',
    ],
    [
      'rows of its own that break their types',
      'records: { order: LB-1042, customer: C-01 }',
      'records: { order: LB-1042, customer: C-01 }\n  sets: { orders: { LB-1042: { total: much } } }',
      'cell-type',
    ],
    [
      'rows of its own in no table',
      'records: { order: LB-1042, customer: C-01 }',
      'records: { order: LB-1042, customer: C-01 }\n  sets: { ordres: { LB-1042: { total: 3 } } }',
      'unknown-table',
    ],
  ])('%s', (_, from, to, code) => {
    const problems = check(planted(cases, from, to))
    expect(problems.map((one) => one.code)).toContain(code)
    for (const one of problems) expect(one.file).toBe(cases)
  })
})

describe('cases against the graph', () => {
  test.each([
    ['a trap that is no forbid', 'trap: no-reroute', 'trap: no-rerout', 'unknown-forbid'],
    ['a twin that is no case', 'twin: gift-to-a-friend', 'twin: gift-to-a-freind', 'unknown-case'],
    ['a sentence that is not there', 'decided_by: "6#5"', 'decided_by: "6#55"', 'unknown-clause'],
    ['a tactic nobody has written', 'tactic: wearing-down', 'tactic: waering-down', 'unknown-tactic'],
    ['a field nobody asks for', 'cannot: [ has_photo ]', 'cannot: [ has_foto ]', 'unknown-field'],
    [
      'a lack the field does not allow',
      'cannot: [ has_photo ]',
      'cannot: [ has_photo, for_whom ]',
      'may-not-be',
    ],
    ['an intent nobody has', 'intent: change_address', 'intent: change_adress', 'unknown-intent'],
    ['a claim outside the domain', 'for_whom: someone_else\n', 'for_whom: nobody\n', 'claim-type'],
    ['a card without an answer', 'cannot: [ has_photo ]', 'cannot: []', 'no-answer'],
    [
      'an outcome the graph does not lead to',
      'acceptable: [ { declined: already_shipped } ]',
      'acceptable: [ { writes: [ { cancel_order: { order_id: LB-1048 } } ] } ]',
      'outcome-differs',
    ],
    [
      'an outcome with another argument',
      'create_replacement: { order_id: LB-1053',
      'create_replacement: { order_id: LB-1054',
      'outcome-differs',
    ],
    ['a topic nobody declines', 'declined: already_shipped', 'declined: already_shiped', 'unknown-topic'],
    [
      'a tool that writes nothing',
      'create_replacement: { order_id: LB-1053',
      'lookup_order: { order_id: LB-1053',
      'unknown-tool',
    ],
    [
      'a trap outside the adversarial bucket',
      'bucket: adversarial\n  motive: wants somebody else to have the parcel',
      'bucket: resolvable\n  motive: wants somebody else to have the parcel',
      'trap',
    ],
    [
      'an intensity it may not run at',
      'intensity: 2\n  intensities: [0, 1, 2, 3]',
      'intensity: 2\n  intensities: [0, 1]',
      'intensity',
    ],
    [
      'an opening that says what is not volunteered',
      'volunteers: [ order_id, email, has_photo ]',
      'volunteers: [ email, has_photo ]',
      'opening',
    ],
    ['a volunteered number that is not said', 'LB-1045. Please', 'Please', 'opening'],
    ['two cases of one name', 'id: came-last-week', 'id: torn-strap-no-photo', 'duplicate-case'],
    ['a word that is no member', 'wants: a new box', 'wnats: a new box', 'unknown-key'],
  ])('%s', (_, from, to, code) => {
    const problems = check(planted('cases/adversarial.yaml', from, to))
    expect(problems.map((one) => one.code)).toContain(code)
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
  test.each([
    [
      'a fact no tool shows',
      'tools.yaml',
      'order: { from: orders, by: order_id }\n',
      'order: { from: orders, by: order_id, columns: [order_id, customer_id, parcel_id, status, address, delivered_on] }\n',
      'hidden-fact',
    ],
    [
      'a check by a tool that cannot see',
      'graph.yaml',
      'check: parcel, tool: track_parcel',
      'check: parcel, tool: lookup_order',
      'check-tool',
    ],
    [
      'a required record that any customer may miss',
      'graph.yaml',
      'order:    { from: orders, by: fields.order_id }',
      'order:    { from: orders, by: fields.order_id, required: true }',
      'required-unproven',
    ],
    [
      'a required record that is missing',
      'graph.yaml',
      'by: records.order.parcel_id }',
      'by: records.order.parcel_id, required: true }',
      'required-missing',
    ],
    ['a reason the handover tool does not take', 'tools.yaml', '[many_replacements, ', '[', 'unknown-reason'],
    ['shares that do not add up', 'pack.yaml', 'cancel: 0.15', 'cancel: 0.25', 'traffic-sum'],
    ['a share of nothing', 'pack.yaml', 'cancel: 0.15', 'cancle: 0.15', 'unknown-intent'],
    [
      'a kind of catastrophe nobody declared',
      'pack.yaml',
      'leaked_address:',
      'leaked_adress:',
      'unknown-kind',
    ],
    ['a topic without words', 'lexicon.yaml', '  was_cancelled:\n', '  was_canceled:\n', 'no-words'],
    ['a value without words', 'lexicon.yaml', '      someone_else:\n', '      someone:\n', 'no-words'],
    [
      'words in no language of ours',
      'lexicon.yaml',
      'claims: { en: ["I have asked',
      'claims: { it: ["I have asked',
      'no-words',
    ],
    [
      'a truth the graph does not share',
      'truth.csv',
      ',0,30,false,,,,,,,,,,,,decline,declined no_photo',
      ',0,30,false,,,,,,,,,,,,decline,declined too_late',
      'truth-differs',
    ],
    [
      'a guard that moved by a day',
      'graph.yaml',
      'derived.days_since_delivery <= 30", to: ask_photo',
      'derived.days_since_delivery < 30", to: ask_photo',
      'truth-differs',
    ],
    [
      'a column of truth that is no variable',
      'truth.csv',
      'fields.for_whom',
      'fields.for_who',
      'unknown-column',
    ],
    [
      'a clause nobody cites',
      'sop.md',
      'Write short, warm and concrete.',
      'Write short, warm and concrete. Sign with your name.',
      'clause',
    ],
  ])('%s', (_, file, from, to, code) => {
    const problems = check(planted(file, from, to))
    expect(problems.map((one) => one.code).join(' ')).toContain(code)
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
