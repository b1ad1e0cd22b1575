import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { filesUnder, ROOT } from './architecture/source-files.ts'
import { WRITTEN } from './built.ts'

/** docs/style-english.md is the list; this test reads it, so that the page and the check cannot differ. */
const PAGE = 'docs/style-english.md'

type Replacement = {
  readonly instead: string
  readonly write: string
  readonly pattern: RegExp
  readonly in: 'docs' | 'strings' | 'both'
}
type Passage = { readonly path: string; readonly line: number; readonly text: string }

/** Not checked, with the step of release 0.2 that replaces the text, or the reason it may not change. */
const EXCEPTIONS: readonly {
  readonly path: string
  readonly step?: number
  readonly because: string
}[] = [
  { path: PAGE, because: 'it quotes what it bans' },
  { path: 'src/reading/lexical/frames/', because: 'words agents say' },
  { path: 'docs/spec/verdicts.md', step: 3, because: 'rewritten with the rules' },
  { path: 'src/verdicts/rules/', step: 3, because: 'sentences of verdicts' },
  { path: 'src/verdicts/trial-view/', step: 3, because: 'sentences of verdicts' },
  { path: 'src/graph/walk/', step: 3, because: 'reasons inside stored scores' },
  { path: 'src/conversation/customer/', step: 4, because: 'what customers say' },
  { path: 'src/reading/customer-ear/', step: 4, because: 'what agents say' },
  { path: 'docs/tactics.md', step: 4, because: 'generated from tactics/*.yaml' },
  { path: 'docs/spec/metrics.md', step: 7, because: 'rewritten with the numbers' },
  { path: 'studio/src/words.ts', because: 'names of rules and metrics are derived from their declarations' },
  { path: 'src/verdicts/judges/', because: 'prompts and rubric: another text is another judge' },
  { path: 'src/conversation/agent/', because: 'prompts, and failures written into transcripts' },
  { path: 'src/conversation/talk/', because: 'written into transcripts' },
  { path: 'src/conversation/desk/', because: 'read by agents over MCP' },
  { path: 'src/references/', because: 'what built-in agents say' },
]

const isExcepted = ({ path }: { readonly path: string }): boolean =>
  EXCEPTIONS.some((exception) => path.startsWith(exception.path))

/** Words of the design that nobody outside has a meaning for. */
const INSIDERS_WORDS: readonly Replacement[] = [
  ['tells', /\btells\b|\btell step/gi, 'an answer that is due'],
  ['forbids', /\bforbids?\b(?! (it|this|that|what)\b)/gi, 'what is forbidden'],
  ['CEL', /\bCEL\b/g, 'condition'],
  ['event 9', /\bevent (?:\d|\{\})/gi, 'a quote, or a line'],
  ['0 % safe', /% (?:safe|reckless|middling)\b/gi, '0 of 18 traps'],
  ['interrupt', /\binterrupts?\b/gi, 'what may come at any time'],
  ['off-path', /\boff[- ]path\b|\boff the path\b/gi, 'not what was due'],
  ['guard', /\bguards?\b/gi, 'condition'],
  ['collateral', /\bcollateral\b/gi, 'changed something that was not requested'],
  ['it among the others', /\bit among\b/gi, 'compared with other agents'],
  ['n 0', /^n 0$/g, 'no data'],
].map(([instead, pattern, write]) => ({ instead, pattern, write, in: 'strings' }) as Replacement)

/** Who writes a pack knows its words. */
const FOR_AUTHORS: readonly string[] = [
  'studio/src/bench/',
  'studio/src/words-bench.ts',
  'src/report/graph-drawing/',
]

const replacements = readTable(readFileSync(join(ROOT, PAGE), 'utf8'))

describe('plain English', () => {
  test('the page lists at least 25 replacements, each with a pattern that finds its own example', () => {
    expect(replacements.length).toBeGreaterThanOrEqual(25)
    expect(replacements.filter(({ write }) => write === '')).toEqual([])
    expect(
      replacements
        .filter(({ instead, pattern }) => instead.search(pattern) === -1)
        .map(({ instead, pattern }) => `${instead} is not found by ${pattern}`),
    ).toEqual([])
  })

  test('no replacement uses what another row bans', () => {
    const written = replacements.map(({ write }) => ({ path: PAGE, line: 0, text: write }))
    expect(findings(written, replacements)).toEqual([])
  })

  test('string literals of src and studio', () => {
    const rows = replacements.filter((row) => row.in !== 'docs')
    const shown = [...filesUnder('src', isShown), ...filesUnder('studio/src', isShown)]
    const texts = shown.filter((file) => !isExcepted(file)).flatMap(stringsOf)
    expect(texts.length).toBeGreaterThan(1_000)
    expect(findings(texts, rows)).toEqual([])
  })

  test('what a reader of results sees needs no knowledge of the design', () => {
    const texts = ['src/report', 'src/cli', 'studio/src']
      .flatMap((room) => filesUnder(room, isShown))
      .filter(({ path }) => !FOR_AUTHORS.some((one) => path.startsWith(one)))
      .flatMap(stringsOf)
    expect(texts.length).toBeGreaterThan(500)
    expect(findings(texts, INSIDERS_WORDS)).toEqual([])
  })

  test('pages', () => {
    const rows = replacements.filter((row) => row.in !== 'strings')
    const pages = [
      ...['README.md', 'CONTRIBUTING.md'].map((path) => ({
        path,
        text: readFileSync(join(ROOT, path), 'utf8'),
      })),
      ...filesUnder('docs', isPage),
      ...filesUnder('examples', isPage),
    ]
    expect(pages.length).toBeGreaterThan(20)
    expect(findings(pages.filter((page) => !isExcepted(page)).map(proseOf), rows)).toEqual([])
  })

  test('every exception is about something that is there', () => {
    expect(EXCEPTIONS.filter(({ path }) => !WRITTEN.includes(path) && !existsSync(join(ROOT, path)))).toEqual(
      [],
    )
  })
})

describe('the check itself', () => {
  const row: Replacement = { instead: 'mend', write: 'fix', pattern: /\bmend\b/gi, in: 'both' }

  test('finds a planted violation in a string, a template and JSX, with its place and what to write', () => {
    const text = `// mend it\nconst a = 'please mend it'\nconst b = \`mend \${a} now\`\nconst c = <p>Mend me</p>\n`
    expect(findings(stringsOf({ path: 'src/a.tsx', text }), [row])).toEqual([
      'src/a.tsx:2 "mend": write "fix" (in: please mend it)',
      'src/a.tsx:3 "mend": write "fix" (in: mend {} now)',
      'src/a.tsx:4 "Mend": write "fix" (in: Mend me)',
    ])
  })

  test('finds a planted violation in prose, over a line break, and none in code', () => {
    const text = '# Title\n\nSo it goes\non. `goes on`\n\n    goes on\n\n```\ngoes on\n```\n'
    const goesOn: Replacement = { ...row, pattern: /\bgoes on\b/gi, instead: 'goes on', write: 'continues' }
    expect(findings([proseOf({ path: 'docs/a.md', text })], [goesOn])).toEqual([
      'docs/a.md:3 "goes on": write "continues" (in: # Title So it goes on.)',
    ])
  })

  test('imports, single words and identifiers are not texts', () => {
    const text = "import { mend } from './mend it.ts'\nconst mend = list['mend']\n"
    expect(findings(stringsOf({ path: 'src/a.ts', text }), [row])).toEqual([])
  })

  test('a row of the page is read with its escaped bars', () => {
    const [read] = readTable(
      '## Replacements\n\n| instead of | write | found by | in |\n|---|---|---|---|\n| a, b | c | `\\b(?:a\\|b)\\b` | docs |\n',
    )
    expect(read).toEqual({ instead: 'a, b', write: 'c', pattern: /\b(?:a|b)\b/gi, in: 'docs' })
  })

  test.each([
    ['there is no pack here', 0],
    ['it is no longer needed', 0],
    ['the file where cases are kept', 0],
    ['use the agent that stands in for it', 0],
    ['"x" is no variable', 1],
    ['the store, where there is one', 1],
    ['"x" stands here twice', 1],
    ['The run goes on.', 1],
  ])('%s: %i', (text, count) => {
    expect(findings([{ path: 'a', line: 1, text }], replacements).length).toBe(count)
  })
})

/** The rows of the table under "Replacements". */
function readTable(markdown: string): readonly Replacement[] {
  const [, section = ''] = markdown.split('## Replacements')
  const table = section.split('\n## ')[0] ?? ''
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /))
    .flatMap(([instead = '', write = '', pattern = '', applies = '']) => {
      if (applies !== 'docs' && applies !== 'strings' && applies !== 'both') return []
      const source = pattern.replace(/^`|`$/g, '').replaceAll('\\|', '|')
      return [{ instead, write, pattern: new RegExp(source, 'gi'), in: applies }]
    })
}

const isPage = (path: string): boolean => path.endsWith('.md')

/** Tests and their helpers speak to contributors. */
const isShown = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)

/** String literals, templates and JSX text of two words or more; values inside a template are shown as {}. */
function stringsOf({ path, text }: { readonly path: string; readonly text: string }): readonly Passage[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const passages: Passage[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const words = wordsOf(node)
    if (words?.trim().includes(' ')) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      passages.push({ path, line: line + 1, text: words })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return passages
}

function wordsOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
}

/** Code becomes blanks of the same length, so that places stay true. */
function proseOf({ path, text }: { readonly path: string; readonly text: string }): Passage {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, ' ')
  const prose = text
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, blank)
    .replaceAll(/^ {4}.*$/gm, blank)
    .replaceAll(/`[^`\n]*`/g, blank)
  return { path, line: 1, text: prose }
}

function findings(passages: readonly Passage[], rows: readonly Replacement[]): readonly string[] {
  return passages.flatMap((passage) => rows.flatMap((row) => violations(passage, row)))
}

function violations({ path, line, text }: Passage, { pattern, write }: Replacement): readonly string[] {
  return [...text.replaceAll(/\s/g, ' ').matchAll(pattern)].map(({ 0: found, index }) => {
    const place = line + (text.slice(0, index).match(/\n/g)?.length ?? 0)
    const around = text.slice(Math.max(0, index - 40), index + found.length + 40)
    return `${path}:${place} "${found}": write "${write}" (in: ${around.replaceAll(/\s+/g, ' ').trim()})`
  })
}
