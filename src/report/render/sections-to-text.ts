import type { Block, Item, Section } from './section.ts'

/** Columns a person reads comfortably; figures keep their own width. */
const COLUMNS = 100

export const sectionsToText = (sections: readonly Section[]): string =>
  `${sections.map(sectionText).join('\n\n\n')}\n`

const sectionText = ({ title, blocks }: Section): string =>
  [title, '='.repeat(title.length), '', blocks.map(blockText).join('\n\n')].join('\n')

function blockText(block: Block): string {
  switch (block.kind) {
    case 'say':
      return wrap(block.lead === undefined ? block.text : `${block.lead}: ${block.text}`, '', '')
    case 'figure':
      return block.text
    case 'list':
      return block.items.map(itemText).join('\n')
  }
}

const itemText = ({ text, notes = [], command }: Item): string =>
  [
    wrap(text, '- ', '  '),
    ...notes.map((note) => wrap(note, '  ', '            ')),
    ...(command === undefined ? [] : [`  ${command}`]),
  ].join('\n')

/** Breaks at spaces, but not before a percent sign; a word longer than a line stays whole, so that ids and addresses can be copied. */
export function wrap(text: string, first: string, rest: string): string {
  const lines: string[] = []
  let line = first
  for (const word of text.split(/\s+(?!%)/)) {
    const isStart = line === first || line === rest
    if (!isStart && line.length + 1 + word.length > COLUMNS) {
      lines.push(line)
      line = `${rest}${word}`
    } else line += isStart ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}
