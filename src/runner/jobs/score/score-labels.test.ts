import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareLabels, readLabels, sayAgreement } from './score-labels.ts'

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'labels-')), 'labels.tsv')
  writeFileSync(path, text)
  return path
}

const scored = (transcript: string, fails: readonly string[], notJudged: readonly string[] = []) => ({
  transcript: `talks/${transcript}.jsonl`,
  state: 'judged' as const,
  fails,
  follows: [],
  not_judged: notJudged,
  applied: [],
  on_words: [],
})

test('labels are compared with verdicts; what was not judged is compared with nothing', () => {
  const labels = readLabels(
    file(
      'transcript\trule\tverdict\na\tphantom_action\tfail\na.jsonl\tfalse_closure\tpass\nb\tphantom_action\tfail\nc\t*\tpass\n',
    ),
  )
  expect(labels).toHaveLength(4)
  const each = [
    scored('a', ['phantom_action', 'false_closure']),
    scored('b', [], ['phantom_action']),
    scored('c', []),
  ]
  const agreement = compareLabels(labels, each)
  expect(agreement).toEqual({ of: 3, agree: 2, kappa: 0.4, fp: 1, fn: 0 })
  expect(sayAgreement(agreement)).toContain('2 of 3 agree')
  expect(sayAgreement(compareLabels([], each))).toContain('No label')
})

test('a table that is none is refused with what to do', () => {
  expect(() => readLabels(file('talk\trule\nx\ty\n'))).toThrow(/columns/)
  expect(() => readLabels(file('transcript\trule\tverdict\na\tb\tmaybe\n'))).toThrow(/line 2/)
  expect(() => readLabels('/nowhere/labels.tsv')).toThrow(/no file/)
})
