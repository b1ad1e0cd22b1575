import type { OutlineFile, OutlineGap, OutlineLine } from './outline-file.ts'

const HEADER = `# Who has agreed that graph.yaml does what each sentence of sop.md asks. Written by \`sage compile\`; a changed sentence or a
# changed gloss opens its line again. docs/spec/outline.md
format: 1
`

/** outline.yaml, one line a sentence, so that a change is a one-line difference. */
export function writeOutline({ lines, gaps = [] }: OutlineFile): string {
  const parts = [HEADER, lines.length === 0 ? 'lines: []\n' : 'lines:\n', ...lines.map(entry)]
  if (gaps.length > 0) parts.push('gaps:\n', ...gaps.map(entry))
  return parts.join('')
}

function entry(line: OutlineLine | OutlineGap): string {
  const given = new Map(Object.entries(line))
  const members = MEMBERS.flatMap((key) => {
    const value = given.get(key)
    return value === undefined ? [] : [`${key}: ${inFlow(value)}`]
  })
  return `  - { ${members.join(', ')} }\n`
}

const MEMBERS = [
  ...['clause', 'item', 'text', 'kind', 'of', 'first', 'then', 'to', 'contested'],
  ...['gloss', 'proposed', 'accepted'],
] as const

/** Flow style: whatever is no plain word is quoted, fingerprints too, because 12 digits would be a number. */
const inFlow = (value: string | readonly string[]): string =>
  typeof value === 'string'
    ? /^[a-z]+$/.test(value)
      ? value
      : JSON.stringify(value)
    : `[${value.map(inFlow).join(', ')}]`
