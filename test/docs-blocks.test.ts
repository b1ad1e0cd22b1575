import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'
import { DATA_CHECKS } from './docs/check-data.ts'
import { typeProblems } from './docs/check-types.ts'
import { allBlocks, type CodeBlock, pages } from './docs/code-blocks.ts'

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

test('each npm script is named on a page, and each that a page names is there', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const texts = pages.map((page) => readFileSync(join(ROOT, page), 'utf8')).join('\n')
  const namedBy = (command: RegExp): readonly string[] =>
    [...new Set([...texts.matchAll(command)].map(([, name = '']) => name))].sort()
  // npm itself runs `prepare`; `npm test` is the README's line (house.test.ts).
  const typed = Object.keys(scripts).filter((name) => name !== 'prepare' && name !== 'test')
  expect(namedBy(/\bnpm run (?:--silent )?([\w:-]+)/g)).toEqual(typed.sort())
  const tools = namedBy(/npm run tool -- ([\w-]+)/g)
  expect(tools.filter((name) => !existsSync(join(ROOT, `tools/${name}.ts`)))).toEqual([])
  expect(tools.length).toBeGreaterThan(3)
})
