import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, blocksOf } from './markdown.ts'

const shown = (text: string, block: Block): string => {
  const mark = {
    heading: 'h',
    paragraph: 'p',
    row: block.kind === 'row' && block.head ? 'head' : 'row',
    code: 'code',
    rule: 'rule',
  }
  const level = block.kind === 'heading' ? block.level : ''
  const around = block.within.map((container) => `${container}${block.opensItem ? '' : '.'}`).join(' ')
  const said = block.kind === 'row' ? block.cells : block.kind === 'paragraph' ? block.lines : [block.span]
  const words = said
    .map(({ start, end }) => text.slice(start, end))
    .join(block.kind === 'row' ? ' ; ' : ' / ')
  return `${block.line}:${block.column} ${mark[block.kind]}${level} [${around}] ${words}`
}
const check = (text: string, expected: readonly string[]): void =>
  expect(blocksOf(text).map((block) => shown(text, block))).toEqual(expected)

test('headings of both kinds', () => {
  check('# One ##\n  ## 2. Two\nThree\n===\n#no\n####### no', [
    '1:3 h1 [] One',
    '2:6 h2 [] 2. Two',
    '3:1 h1 [] Three',
    '5:1 p [] #no / ####### no',
  ])
  check('two lines\nunderlined\n---\n', ['1:1 p [] two lines / underlined'])
})

test('lists within lists, and paragraphs within items', () => {
  check('- one\n  wrapped\n- two\n   1. nested\n\n   still two\n\nout', [
    '1:3 p [bullets] one / wrapped',
    '3:3 p [bullets] two',
    '4:7 p [bullets numbers] nested',
    '6:4 p [bullets.] still two',
    '8:1 p [] out',
  ])
})

test('bullets and letters that people type make lists', () => {
  check('• one\n• two\n\na) first\nb) second\n\n1. deep:\n   a. x\n   b. y', [
    '1:3 p [bullets] one',
    '2:3 p [bullets] two',
    '4:4 p [numbers] first',
    '5:4 p [numbers] second',
    '7:4 p [numbers] deep:',
    '8:7 p [numbers numbers] x',
    '9:7 p [numbers numbers] y',
  ])
  check('We pay for plan\na) and plan\n2026. Then no more', [
    '1:1 p [] We pay for plan / a) and plan / 2026. Then no more',
  ])
})

test('tables with their cells', () => {
  check('Text\n\n| when | then |\n|:--|--:|\n| a \\| b | **wait** |\n| | x |\n\nc | d', [
    '1:1 p [] Text',
    '3:3 head [] when ; then',
    '5:3 row [] a \\| b ; **wait**',
    '6:3 row []  ; x',
    '8:1 p [] c | d',
  ])
})

test('quotes, code and rules', () => {
  check('> one\n> two\nlazy\n> - item\n\n```js\nx = 1\n```\n\n    y = 2\n\n***', [
    '1:3 p [quote.] one / two / lazy',
    '4:5 p [quote bullets] item',
    '6:1 code [] ```js\nx = 1\n```',
    '10:1 code []     y = 2',
    '12:1 rule [] ***',
  ])
})

test('indented too far in a list is still text', () => {
  check('- one\n\n        far in\n        and on\n\n\n        more', [
    '1:3 p [bullets] one',
    '3:9 p [bullets.] far in / and on',
    '7:9 p [bullets.] more',
  ])
})

test('escapes keep a mark from being one; HTML is text', () => {
  check('\\# no heading\n\n\\- no item\n\n<b>Bold</b> &amp; <!-- kept -->', [
    '1:1 p [] \\# no heading',
    '3:1 p [] \\- no item',
    '5:1 p [] <b>Bold</b> &amp; <!-- kept -->',
  ])
})

test('hard breaks are told from wrapped lines', () => {
  const [block] = blocksOf('one  \ntwo\\\nthree\nfour  ')
  expect(block?.kind === 'paragraph' && block.lines.map(({ hardBreak }) => hardBreak)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a message of a model', () => {
  check(
    'Hi Dana 😀\r\n\r\nI found **two** orders:\r\n1. **NL-1** – shipped\r\n2. NL-2\r\n\u00a0\r\nShall I go on?',
    [
      '1:1 p [] Hi Dana 😀',
      '3:1 p [] I found **two** orders:',
      '4:4 p [numbers] **NL-1** – shipped',
      '5:4 p [numbers] NL-2',
      '7:1 p [] Shall I go on?',
    ],
  )
})

const markdown = fc
  .array(
    fc.constantFrom(
      ...'word |\n|\n\n|- |1. |a) |• |# |> |---\n|===\n|```\n|    |\t|\\|\r\n|\r|\0|<b>|  \n|😀|[a]: b\n|\u00a0|\uFEFF'.split(
        '|',
      ),
      '|',
      '| a | b |\n',
      '|---|---|\n',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

test('spans are in order, do not overlap and hold no white space at their ends; nothing throws', () => {
  fc.assert(
    fc.property(fc.oneof(markdown, fc.string({ unit: 'binary', maxLength: 100 })), (text) => {
      let end = 0
      for (const block of blocksOf(text)) {
        expect(block.span.start).toBeGreaterThanOrEqual(end)
        expect(block.span.end).toBeGreaterThanOrEqual(block.span.start)
        expect(block.span.end).toBeLessThanOrEqual(text.length)
        end = block.span.end
        const lines = block.kind === 'paragraph' ? block.lines : block.kind === 'row' ? block.cells : []
        for (const line of lines) {
          const said = text.slice(line.start, line.end)
          expect(said).toBe(said.trim())
          expect(said).not.toMatch(/[\n\r]/)
        }
        const before = text.slice(0, block.span.start).split(/\r\n?|\n/)
        expect([block.line, block.column]).toEqual([before.length, (before.at(-1)?.length ?? 0) + 1])
      }
    }),
    { numRuns: 300 },
  )
})

test('no word of a paragraph, item or row is lost', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{2,6}$/)
  const line = fc
    .tuple(fc.constantFrom('', '- ', '  - ', '> ', '1. ', 'a) ', '• ', '## '), word)
    .map(([mark, said]) => mark + said)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = `Begin\n${lines.join('\n')}`
      const said = blocksOf(text)
        .filter(({ kind }) => kind !== 'code')
        .map(({ span }) => text.slice(span.start, span.end))
        .join(' ')
      for (const written of text.match(/[A-Z][a-z]+/g) ?? []) expect(said).toContain(written)
    }),
  )
})

test('hostile texts are read in linear time', () => {
  for (const piece of ['| ', 'a|b\n-|-\n', ...'> ,- ,\n> ,\n- ,[,`,* a\n  ,[a]: b\n,=\n,•\n,\t'.split(',')])
    blocksOf(piece.repeat(100_000 / piece.length))
})
