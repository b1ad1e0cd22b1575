import type { Block, Item, Section } from './section.ts'

/**
 * Sections as Markdown. What comes from SOPs, cases and agents is text and stays text: no word of theirs becomes markup
 * where the report is rendered. `top`: the first heading; a comment's is smaller than a page's.
 */
export const sectionsToMarkdown = (sections: readonly Section[], top = '#'): string =>
  `${sections
    .map(({ title, blocks, folded }, index) =>
      folded === true
        ? ['<details>', `<summary>${inMarkdown(title)}</summary>`, ...blocks.map(block), '</details>'].join(
            '\n\n',
          )
        : [`${index === 0 ? top : `${top}#`} ${inMarkdown(title)}`, ...blocks.map(block)].join('\n\n'),
    )
    .join('\n\n')}\n`

function block(of: Block): string {
  switch (of.kind) {
    case 'say':
      return of.lead === undefined
        ? inMarkdown(of.text)
        : `**${inMarkdown(of.lead)}:** ${inMarkdown(of.text)}`
    case 'figure':
      return fenced(of.text)
    case 'list':
      return of.items.map(item).join('\n')
  }
}

/** Two spaces at a line's end break it inside the item. */
const item = ({ text, notes = [], command }: Item): string =>
  [
    `- ${inMarkdown(text)}`,
    ...notes.map((note) => `  ${inMarkdown(note)}`),
    ...(command === undefined ? [] : [`  ${code(command)}`]),
  ].join('  \n')

/** Every character that could begin markup is escaped, and line breaks are spaces: a quoted sentence cannot end its item. */
export const inMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|~]/g, '\\$&')
    .replace(/&/g, '&amp;')
    // Where a report is a comment, @name calls somebody and #1 links an issue: the character between breaks the word.
    .replace(/(?<!\w)([@#])(?=\w)/g, '$1\u200b')

/** A fence longer than any run of backticks inside. */
const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
const fenced = (text: string): string => {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}text\n${text}\n${fence}`
}
const code = (text: string): string => {
  const ticks = '`'.repeat(longestRun(text) + 1)
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`
}
