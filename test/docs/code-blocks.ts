import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it'
import { ROOT } from '../architecture/source-files.ts'

/**
 * The code blocks of the pages, with the comment above each:
 * `<!-- not run: why -->`               nothing checks this block
 * `<!-- not run (npm, view): why -->`   nothing runs its lines with one of these words
 * `<!-- output of: sage ... -->`        what this command says, which the page does not show
 * `<!-- checked as: graph -->`          YAML or JSON of this kind; sage.yaml if nothing is said
 */
export type CodeBlock = {
  readonly page: string
  readonly line: number
  /** of the fence; `commands` if the block is indented, as commands are on our pages */
  readonly language: string
  readonly text: string
  readonly notRun: NotRun | null
  readonly outputOf: string | null
  readonly checkedAs: string
}
export type NotRun = {
  readonly why: string /** null: the whole block */
  readonly words: readonly string[] | null
}

/** What the build writes from the code. */
const GENERATED = new Set(['docs/reference.md', 'docs/tactics.md'])

export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`)
    .sort(),
].filter((page) => !GENERATED.has(page))

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

const markdown = new MarkdownIt({ html: true })

export function blocksOf(page: string): readonly CodeBlock[] {
  const tokens = markdown.parse(read(page), {})
  return tokens.flatMap((token, index) => {
    if (token.type !== 'fence' && token.type !== 'code_block') return []
    const above = tokens[index - 1]
    const note = above?.type === 'html_block' ? above.content : ''
    const [, words, why] = /<!-- not run(?: \(([^)]*)\))?: ([^>]*) -->/.exec(note) ?? []
    return [
      {
        page,
        line: (token.map?.[0] ?? 0) + 1,
        language: token.type === 'fence' ? token.info.trim() : 'commands',
        text: token.content,
        notRun: why === undefined ? null : { why, words: words?.split(', ') ?? null },
        outputOf: /<!-- output of: (.*) -->/.exec(note)?.[1] ?? null,
        checkedAs: /<!-- checked as: (.*) -->/.exec(note)?.[1] ?? 'sage.yaml',
      },
    ]
  })
}

/** `sage ...` in code, inside a sentence or a table. */
export const commandsInSentences = (page: string): readonly string[] =>
  markdown
    .parse(read(page), {})
    .flatMap(({ children }) => children ?? [])
    .flatMap(({ type, content }) =>
      type === 'code_inline' && /^(npx sage-desk|sage) [a-z]/.test(content) ? [content] : [],
    )

export const allBlocks: readonly CodeBlock[] = pages.flatMap(blocksOf)
