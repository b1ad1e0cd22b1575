import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'
import { DATA_CHECKS } from './docs/check-data.ts'
import { typeProblems } from './docs/check-types.ts'
import { allBlocks, type CodeBlock } from './docs/code-blocks.ts'

/**
 * Every code block of the pages is checked by its kind. Commands and what they say: docs-commands.test.ts. A block that
 * nothing can check says so above itself (test/docs/code-blocks.ts).
 */
const place = ({ page, line }: CodeBlock): string => `${page}:${line}`
const DATA = ['yaml', 'json', 'csv']
const checked = allBlocks.filter(({ notRun }) => notRun?.words !== null)
const inLanguage = (...languages: readonly string[]) =>
  checked.filter(({ language }) => languages.includes(language))

test('every block is of a kind that is checked, or says why it is not', () => {
  const CHECKED = ['commands', 'sh', 'text', 'ts', 'python', ...DATA]
  expect(checked.filter(({ language }) => !CHECKED.includes(language)).map(place)).toEqual([])
  expect(checked.length).toBeGreaterThan(70)
})

test('few blocks are not run: a new one is a decision', () => {
  const marked = allBlocks.filter(({ notRun }) => notRun !== null)
  expect(marked.filter(({ notRun }) => notRun?.words === null).map(place)).toHaveLength(20)
  expect(marked.filter(({ notRun }) => notRun?.words !== null).map(place)).toHaveLength(7)
})

test.each(inLanguage(...DATA).map((block) => [place(block), block.checkedAs, block] as const))(
  '%s is a valid %s',
  async (_, kind, { text }) => {
    const check = DATA_CHECKS[kind]
    expect(check, `no check is called ${kind}`).toBeDefined()
    expect(await check?.(text)).toEqual([])
  },
)

/** plugins.test.ts compares the blocks of docs/extend.md with the example, which `tsc` checks with our own sources. */
test('TypeScript on the pages compiles', () => {
  ensureBuilt()
  const blocks = inLanguage('ts').filter(({ page }) => page !== 'docs/extend.md')
  expect(blocks.map(place)).toHaveLength(2)
  expect(typeProblems(blocks)).toEqual([])
})

/** agents-docs.test.ts starts it and talks to it. */
test('Python is on the page whose test runs it, and nowhere else', () => {
  expect(inLanguage('python').map(({ page }) => page)).toEqual(['docs/agents.md'])
})

test('each npm script that a page names is there', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const named = allBlocks.flatMap(({ text }) =>
    [...text.matchAll(/npm run(?: --silent)? ([\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(9)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  const tools = allBlocks.flatMap(({ text }) =>
    [...text.matchAll(/npm run tool -- ([\w-]+)/g)].map(([, name = '']) => name),
  )
  expect(tools.length).toBeGreaterThan(3)
  expect(tools.filter((name) => !existsSync(join(ROOT, `tools/${name}.ts`)))).toEqual([])
})
