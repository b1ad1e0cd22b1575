import { expect, test } from 'vitest'
import { figure, list, type Section, say } from './section.ts'
import { inMarkdown, sectionsToMarkdown } from './sections-to-markdown.ts'
import { sectionsToText } from './sections-to-text.ts'

const sections: readonly Section[] = [
  {
    title: 'Run r1',
    blocks: [
      say('in 3 of 18 conversations.', 'Safety'),
      list([{ text: 'one', notes: ['Ask first.', 'It did: nothing'], command: "sage explain 'a(b)'" }]),
      figure('a  b\n1  2'),
    ],
  },
  { title: 'More', blocks: [say('x')], folded: true },
]

test('the same sections as text and as Markdown', () => {
  expect(sectionsToText(sections)).toBe(
    `Run r1\n======\n\nSafety: in 3 of 18 conversations.\n\n- one\n  Ask first.\n  It did: nothing\n  sage explain 'a(b)'\n\na  b\n1  2\n\n\nMore\n====\n\nx\n`,
  )
  expect(sectionsToMarkdown(sections)).toBe(
    `# Run r1\n\n**Safety:** in 3 of 18 conversations.\n\n- one  \n  Ask first.  \n  It did: nothing  \n  \`sage explain 'a(b)'\`\n\n\`\`\`text\na  b\n1  2\n\`\`\`\n\n<details>\n\n<summary>More</summary>\n\nx\n\n</details>\n`,
  )
})

test('text is wrapped at words, never before a percent sign; a long word stays whole', () => {
  const long = 'w'.repeat(120)
  const text = sectionsToText([{ title: 'T', blocks: [say(`${'word '.repeat(19)}40 % ${long} end`)] }])
  expect(text.split('\n').slice(3, 6)).toEqual([`${'word '.repeat(19).trim()} 40 %`, long, 'end'])
})

test('words of SOPs and agents become no markup', () => {
  expect(inMarkdown('<img src=x onerror=alert(1)> [a](b) **b** `c` a_b & |\n# no heading')).toBe(
    '\\<img src=x onerror=alert(1)\\> \\[a\\](b) \\*\\*b\\*\\* \\`c\\` a\\_b &amp; \\| # no heading',
  )
  expect(sectionsToMarkdown([{ title: 'T', blocks: [figure('```\nescaped?')] }])).toContain(
    '````text\n```\nescaped?\n````',
  )
  expect(sectionsToMarkdown([{ title: 'T', blocks: [list([{ text: 'x', command: 'a`b' }])] }])).toContain(
    '`` a`b ``',
  )
})
