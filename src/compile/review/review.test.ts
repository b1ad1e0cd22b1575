import { describe, expect, test } from 'vitest'
import { parseSop } from '../../sop/parse-sop.ts'
import { diffGraphs } from './diff-graphs.ts'
import { forget, recall, remember } from './fingerprints.ts'
import { type Parts, partsOf } from './graph-parts.ts'
import { keepEdits } from './keep-edits.ts'

const SOP = parseSop(
  'sop.md',
  '# Desk\n\n## 1. Bill\n\nAsk for the bill. If it is paid, say so. Otherwise hand over. Never refund a bill.\n',
)

const GRAPH = `format: 1

fields:
  intent: { type: enum, of: [bill] }
  number: { type: string, may_be: [refused] }

procedures:
  bill:
    for: "fields.intent == 'bill'"
    start: ask
    steps:
      ask: { learn: number, attempts_max: 2, cites: "1#1", next: paid }
      paid:
        cites: "1#2"
        decide:
          - { when: "fields.number != refused", to: told }
          - { otherwise: human }
      told: { tell: inform, about: paid, cites: "1#2", next: done }
      human: { handover: unpaid, cites: "1#3" }
      done: { end: true }

forbid:
  - { id: no-refund, kind: loss, tool: refund, cites: "1#4" }
`

function parts(text: string): Parts {
  const { parts: found, problems } = partsOf('graph.yaml', text)
  expect(problems).toEqual([])
  if (found === null) throw problems
  return found
}
const differences = (after: string, before = GRAPH) =>
  diffGraphs(parts(before), parts(after), SOP).map(({ is, what, name, before: was, after: now }) =>
    [is, what, name, was, now].filter((each) => each !== null).join(' | '),
  )

describe('the semantic difference', () => {
  test('none between a file and itself, written in another way', () => {
    expect(
      differences(GRAPH.replaceAll('"1#2"', '["1#2"]').replace('{ end: true }', '\n        end: true')),
    ).toEqual([])
  })

  test('another name for a step is no difference, nor is a sentence that moved', () => {
    const other = GRAPH.replaceAll('told', 'say_paid').replaceAll('1#3', '1#7')
    expect(differences(other)).toEqual([])
  })

  test.each([
    [
      'a guard',
      (text: string) => text.replace('!= refused', '== refused'),
      ['changed | guard | bill/paid | fields.number != refused -> told | fields.number == refused -> told'],
    ],
    [
      'a way',
      (text: string) => text.replace('- { otherwise: human }', '- { otherwise: told }'),
      ['changed | guard | bill/paid | otherwise -> human | otherwise -> told'],
    ],
    [
      'a setting',
      (text: string) => text.replace('attempts_max: 2', 'attempts_max: 3'),
      [
        'changed | step | bill/ask | learn: number, attempts_max: 2, next: paid | learn: number, attempts_max: 3, next: paid',
      ],
    ],
    [
      'a forbid',
      (text: string) => text.replace('tool: refund,', 'tool: refund, when: "fields.number == refused",'),
      [
        'changed | forbid | no-refund | id: no-refund, kind: loss, tool: refund | id: no-refund, kind: loss, tool: refund, when: fields.number == refused',
      ],
    ],
    [
      'a forbid gone',
      (text: string) => text.replace(/forbid:[\s\S]*$/, ''),
      ['removed | forbid | no-refund | id: no-refund, kind: loss, tool: refund'],
    ],
    [
      'a step more',
      (text: string) =>
        text.replace(
          'next: done }\n      human',
          'next: sorry }\n      sorry: { tell: comfort, about: sorry, cites: "1#2", next: done }\n      human',
        ),
      [
        'changed | step | bill/told | tell: inform, about: paid, next: done | tell: inform, about: paid, next: sorry',
        'added | step | bill/sorry | tell: comfort, about: sorry, next: done',
      ],
    ],
  ])('%s', (_, edit, expected) => {
    expect(differences(edit(GRAPH))).toEqual(expected)
  })

  test('each difference brings its sentences', () => {
    const [found] = diffGraphs(parts(GRAPH), parts(GRAPH.replace('!= refused', '== refused')), SOP)
    expect(found?.sentences).toEqual([{ clause: '1#2', text: 'If it is paid, say so.' }])
  })
})

describe('hand edits', () => {
  const compiledOnce = remember(GRAPH, parts(GRAPH))
  const merge = (yours: string, now: string, prefer: 'hand' | 'text' = 'hand') => {
    const remembered = recall(yours)
    if (remembered === null) throw new RangeError('not compiled')
    return keepEdits(
      { text: yours, parts: parts(yours), remembered },
      { text: now, parts: parts(now) },
      prefer,
    )
  }
  const retold = GRAPH.replace('handover: unpaid', 'handover: debt')

  test('what was written is remembered in the file and forgotten again', () => {
    expect(forget(compiledOnce)).toBe(GRAPH)
    expect(recall(GRAPH)).toBeNull()
    expect(recall(compiledOnce)?.size).toBe(parts(GRAPH).size)
    expect(remember(compiledOnce, parts(GRAPH))).toBe(compiledOnce)
  })

  test('without edits the new file is exactly what was compiled', () => {
    expect(merge(compiledOnce, retold)).toEqual({ text: retold, kept: [], conflicts: [] })
  })

  test('an edited step stays, and the rest follows the text', () => {
    const yours = compiledOnce.replace('attempts_max: 2', 'attempts_max: 3')
    const { text, kept, conflicts } = merge(yours, retold)
    expect(conflicts).toEqual([])
    expect(kept).toEqual([
      {
        what: 'step',
        name: 'bill/ask',
        yours: 'learn: number, attempts_max: 3, next: paid',
        compiled: 'learn: number, attempts_max: 2, next: paid',
      },
    ])
    expect(text).toContain('attempts_max: 3')
    expect(text).toContain('handover: debt')
  })

  test('an edited step cites where its sentence stands now', () => {
    const yours = compiledOnce.replace('attempts_max: 2', 'attempts_max: 3')
    expect(merge(yours, GRAPH.replaceAll('"1#1"', '"1#5"')).text).toMatch(/attempts_max: 3, cites: ['"]?1#5/)
  })

  test('a person changed one member and the text another: both stand', () => {
    const yours = compiledOnce.replace('attempts_max: 2', 'attempts_max: 3')
    const { text, kept, conflicts } = merge(yours, GRAPH.replace('next: paid }', 'next: human }'))
    expect([kept.length, conflicts]).toEqual([1, []])
    expect(parts(text).get('procedures/bill/steps/ask')?.value).toEqual({
      learn: 'number',
      attempts_max: 3,
      next: 'human',
    })
  })

  test('a step, a field or a forbid a person added or took out stays so', () => {
    const yours = compiledOnce
      .replace(
        '      done: { end: true }',
        '      done: { end: true }\n      extra: { tell: comfort, about: x, cites: "1#1", next: done }',
      )
      .replace(
        '  - { id: no-refund, kind: loss, tool: refund, cites: "1#4" }',
        '  - { id: mine, kind: loss, tool: pay, cites: "1#4" }',
      )
    const { text, kept } = merge(yours, retold)
    expect(
      kept.map(({ what, name, yours: own }) => `${what} ${name} ${own === null ? 'out' : 'in'}`),
    ).toEqual(['step bill/extra in', 'forbid mine in', 'forbid no-refund out'])
    const merged = parts(text)
    expect([merged.has('forbid/no-refund'), merged.has('forbid/mine')]).toEqual([false, true])
    expect(merged.get('procedures/bill/steps/human')?.value).toEqual({ handover: 'debt' })
  })

  test.each([
    ['hand', 'mine'],
    ['text', 'debt'],
  ] as const)('where both moved it is a conflict, with both versions; %s wins: %s', (prefer, wins) => {
    const yours = compiledOnce.replace('handover: unpaid', 'handover: mine')
    const { text, conflicts } = merge(yours, retold, prefer)
    expect(conflicts).toEqual([
      { what: 'step', name: 'bill/human', yours: 'handover: mine', compiled: 'handover: debt' },
    ])
    expect(parts(text).get('procedures/bill/steps/human')?.value).toEqual({ handover: wins })
  })

  test('the same edit on both sides is none', () => {
    expect(merge(compiledOnce.replace('handover: unpaid', 'handover: debt'), retold)).toMatchObject({
      kept: [],
      conflicts: [],
    })
  })

  test('an edit is still known as one after the next compile', () => {
    const yours = compiledOnce.replace('attempts_max: 2', 'attempts_max: 3')
    const next = remember(merge(yours, retold).text, parts(retold))
    const { kept, text } = merge(next, retold)
    expect(kept.map(({ name }) => name)).toEqual(['bill/ask'])
    expect(text).toContain('attempts_max: 3')
  })
})
