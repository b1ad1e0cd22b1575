import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aClause } from '../../test/support/base/ids.ts'
import { foldClause, maskUnsaid, parseSop } from './parse-sop.ts'

const clauses = (text: string): readonly string[] =>
  [...parseSop('sop.md', text).clauses.values()].map((clause) => `${clause.id} ${clause.text}`)

test('numbered headings make numbered sections, others a slug', () => {
  const ids = (text: string) =>
    parseSop('sop.md', text).sections.map((section) => `${section.id}|${section.title}|${section.level}`)
  expect(
    ids('# The Shop\n## 4. Damaged\n### 4.2 Proof\n## 5) Late\n## **6.** Bold\n## 30 days\n## Café & Co ##'),
  ).toEqual([
    'the-shop|The Shop|1',
    '4|Damaged|2',
    '4.2|Proof|3',
    '5|Late|2',
    '6|Bold|2',
    '30-days|30 days|2',
    'cafe-co|Café & Co|2',
  ])
  expect(ids('# A\n# A\nTitle\n=====\nSub\n---')).toEqual(['a|A|1', 'a-2|A|1', 'title|Title|1', 'sub|Sub|2'])
})

test('sentences are split as people read them', () => {
  expect(
    clauses(
      '## 4. X\nAsk for a number, e.g. A-1, i.e. the long one. We pay 3.50... or more. Order No. 5 is special! Is it? Yes.\n' +
        'Say "We are sorry. It is on us." and close. Ask Mr. J. Smith (see 4.2. It helps). See https://x.y/z?a=b.c. Choose option A. Then stop',
    ),
  ).toEqual([
    '4#1 Ask for a number, e.g. A-1, i.e. the long one.',
    '4#2 We pay 3.50... or more.',
    '4#3 Order No. 5 is special!',
    '4#4 Is it?',
    '4#5 Yes.',
    '4#6 Say "We are sorry. It is on us." and close.',
    '4#7 Ask Mr. J. Smith (see 4.2. It helps).',
    '4#8 See https://x.y/z?a=b.c.',
    '4#9 Choose option A.',
    '4#10 Then stop',
  ])
})

test('items, rows and quoted lines are clauses; code and comments are none', () => {
  expect(
    clauses(`Before any heading.
## 1. Lists
- one. And more
  wrapped.
- [x] two
   1. nested

   still two

| when | then |
|------|------|
| late. very | wait |

> quoted one. Quoted
> two.

\`\`\`
code. here
\`\`\`

    indented. code

<!-- hidden. comment
over lines --> After <!-- x --> it.
`),
  ).toEqual([
    'top#1 Before any heading.',
    '1#1 one.',
    '1#2 And more wrapped.',
    '1#3 two',
    '1#4 nested',
    '1#5 still two',
    '1#6 late. very | wait',
    '1#7 quoted one.',
    '1#8 Quoted two.',
    '1#9 After it.',
  ])
})

test('a table without a rule, and a lone pipe, are prose', () => {
  expect(clauses('# A\nchoose a | b.\nThen go.\n')).toEqual(['a#1 choose a | b.', 'a#2 Then go.'])
})

test('places and offsets point at the clause', () => {
  const sop = parseSop('sop.md', '# A\r\n\r\n  First. Second\r\n  line.\r\n')
  expect(sop.clauses.get(aClause('a#2'))).toMatchObject({
    text: 'Second line.',
    at: { file: 'sop.md', line: 3, column: 10 },
    start: 16,
  })
})

const markdown = fc
  .array(
    fc.constantFrom(
      'Ask them. ',
      'e.g. this ',
      'No. 5 ',
      '"Stop. Now." ',
      '(a. b) ',
      '(',
      '"',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '# H\n',
      '## 4. T\n',
      '> ',
      '| a | b |\n',
      '|---|---|\n',
      '---\n',
      '...',
      '! ',
      'x',
      ' ',
      '    ',
      '<!-- ',
      ' -->',
      'Ünïcode… ',
      'J. ',
      '。',
      '\r\n',
      '__proto__ ',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

test('offsets slice back to the text, clauses do not overlap and nothing throws', () => {
  fc.assert(
    fc.property(fc.oneof(markdown, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      const sop = parseSop('sop.md', text)
      let end = 0
      for (const clause of sop.sections.flatMap((section) => section.clauses)) {
        expect(foldClause(maskUnsaid(text).slice(clause.start, clause.end))).toBe(clause.text)
        expect(clause.start).toBeGreaterThanOrEqual(end)
        expect(clause.text).not.toBe('')
        end = clause.end
      }
    }),
    { numRuns: 500 },
  )
})

test('clauses cover all prose', () => {
  const word = fc.stringMatching(/^[A-Za-z]{2,8}$/)
  const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `${words.join(' ')}.`)
  const block = fc.oneof(
    fc.array(sentence, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
    sentence.map((text) => `- ${text}`),
    sentence.map((text) => `> ${text}`),
    sentence.map((text) => `## 4. ${text}`),
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
      const sop = parseSop('sop.md', blocks.join('\n\n'))
      const said = [...sop.clauses.values()].map((clause) => clause.text).join(' ')
      const prose = blocks
        .filter((text) => !text.startsWith('##'))
        .map((text) => text.replace(/^[->] /, ''))
        .join(' ')
      expect(said).toBe(prose)
    }),
  )
})

test('hostile documents are read in linear time', () => {
  const long = 400_000
  for (const piece of ['(', '.', '# ', '| ', '"', '> ', '- ', '<!--', '[', ' '])
    parseSop('sop.md', piece.repeat(long / piece.length))
  parseSop('sop.md', `# a${' '.repeat(long)}\u2028`)
  parseSop('sop.md', `(${'.'.repeat(long)}a)`)
  parseSop('sop.md', `a|b\n|-${' '.repeat(long)}x|`)
})
