import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { ROOT } from './architecture/source-files.ts'

/**
 * Patterns of words and lists of words, by room: what looks for wordings is to go (DESIGN.md 5c), so that no number rises. A pattern
 * counts if it names two words or more; a list if it is one string of eight or more. Where something went, lower the number.
 */
const MOST: Readonly<Record<string, number>> = {
  base: 5,
  cards: 3,
  cases: 8,
  cli: 43,
  'compile/gates': 42,
  'compile/lint': 21,
  'compile/outline': 3,
  'conversation/agent': 1,
  'conversation/customer': 67,
  'conversation/protocol': 2,
  'conversation/talk': 1,
  graph: 8,
  metrics: 7,
  models: 10,
  reading: 35,
  'reading/customer-ear': 94,
  'reading/lexical': 457,
  recordings: 10,
  'recordings/adopted': 3,
  'recordings/formats': 21,
  'recordings/stream': 1,
  report: 10,
  'runner/agents': 5,
  'runner/files': 3,
  'runner/jobs': 10,
  'runner/packs': 1,
  'runner/runs': 4,
  'runner/settings': 3,
  'runner/trial': 3,
  'runner/workbench': 1,
  scrub: 32,
  storage: 19,
  text: 12,
  'text/figures': 17,
  'text/said': 3,
  'verdicts/judges': 19,
  'verdicts/model': 1,
  'verdicts/rules': 26,
  'verdicts/scoring': 6,
  'verdicts/trial-view': 3,
  world: 2,
}

const WORDS_OF_PATTERN = 2
const WORDS_OF_LIST = 8

/** Letters that a class, an escape or a group of Unicode stands for are no words. */
const wordsIn = (source: string): number =>
  (
    source
      .replace(/\\[pP]\{[^}]*\}|\\k<[^>]*>|\(\?<[a-z]\w*>|\(\?[:=!<]+/gi, ' ')
      .replace(/\[(?:\\.|[^\]\\])*\]/g, ' ')
      .replace(/\\./g, ' ')
      .match(/\p{L}{2,}/gu) ?? []
  ).length

const isList = (text: string): boolean =>
  text.split(/\s+/).filter((word) => /^[\p{L}'’-]{2,}$/u.test(word)).length >= WORDS_OF_LIST &&
  !/[.,;:!?(){}]/.test(text)

function countIn(code: string): number {
  let count = 0
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && wordsIn(node.text) >= WORDS_OF_PATTERN) count += 1
    else if (
      ts.isNewExpression(node) &&
      node.expression.getText() === 'RegExp' &&
      wordsIn(node.arguments?.[0]?.getText().replace(/\$\{[^}]*\}/g, ' ') ?? '') >= WORDS_OF_PATTERN
    )
      count += 1
    else if (ts.isStringLiteralLike(node) && isList(node.text)) count += 1
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest, true))
  return count
}

/** A room, and of rooms with several that read words, the folder. */
const SPLIT: ReadonlySet<string> = new Set([
  'reading',
  'verdicts',
  'conversation',
  'compile',
  'text',
  'recordings',
  'runner',
])
const roomOf = (file: string): string => {
  const [room = '', folder = ''] = file.split('/')
  return SPLIT.has(room) && !folder.endsWith('.ts') ? `${room}/${folder}` : room
}

test('no room has more patterns and lists of words than it had', () => {
  const found: Record<string, number> = {}
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/')
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const count = countIn(readFileSync(join(ROOT, 'src', path), 'utf8'))
    if (count > 0) found[roomOf(path)] = (found[roomOf(path)] ?? 0) + count
  }
  const more = Object.entries(found).filter(([room, count]) => count > (MOST[room] ?? 0))
  expect(more.map(([room, count]) => `${room}: ${count}, at most ${MOST[room] ?? 0}`)).toEqual([])
  // A number that nobody needs any more hides the next one that rises.
  expect(Object.entries(MOST).filter(([room, most]) => (found[room] ?? 0) < most - SLACK)).toEqual([])
})
/** Several people lower numbers at once. */
const SLACK = 3

test('what counts: two words in a pattern, eight in a list; marks and classes do not', () => {
  expect(countIn('const a = /refund|money back/i')).toBe(1)
  expect(countIn('const a = new RegExp(`\\\\b(?:cancel|refund)\\\\b`)')).toBe(1)
  expect(countIn('const a = /^[a-z]{2,}\\p{L}+\\d$/u')).toBe(0)
  expect(countIn("const a = 'one two three four five six seven eight'.split(' ')")).toBe(1)
  expect(countIn("const a = 'The agent said nothing, and that is all there is.'")).toBe(0)
})
