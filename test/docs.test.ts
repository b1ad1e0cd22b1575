import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'

// It writes docs/reference.md.
ensureBuilt()

/** The pages people read: nothing leads nowhere, every page can be found. */
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `docs/${path}`)
const pages = [...docs, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']

/** As GitHub and VitePress name a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
const anchorsIn = (path: string): readonly string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

test('the CI page shows the workflow that sage init writes, and one name of the baseline file throughout', () => {
  const workflow = read('templates/shared/sage-workflow.yml')
  expect(read('docs/ci.md')).toContain(`\`\`\`yaml\n${workflow}\`\`\`\n`)
  const named = ['docs/ci.md', 'action/action.yml', 'src/cli/commands/ci.ts'].flatMap((path) =>
    [...read(path).matchAll(/[\w.-]*baseline\.jsonl\.gz/g)].map(([name]) => name),
  )
  expect(named.length).toBeGreaterThan(3)
  expect(new Set(named)).toEqual(new Set(['baseline.jsonl.gz']))
})

test('no link between pages is dead, and none names a heading that is not there', () => {
  const dead = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^[a-z]+:/.test(target)) return []
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
      if (!existsSync(join(ROOT, file))) return [`${page}: ${target}`]
      return anchor === undefined || !file.endsWith('.md') || anchorsIn(file).includes(anchor)
        ? []
        : [`${page}: ${target} (no such heading)`]
    }),
  )
  expect(dead).toEqual([])
})

describe('the site', () => {
  const Nav = z.array(z.object({ title: z.string(), pages: z.array(z.string()) }))
  const listed = Nav.parse(JSON.parse(read('site/nav.json'))).flatMap((group) => group.pages)

  test('lists no page twice and none that is not there; the others are found under More', () => {
    const all = docs.map((path) => path.replace(/^docs\/|\.md$/g, ''))
    const known = new Set([...all, 'changelog', 'contributing', 'architecture'])
    expect(listed.filter((page) => !known.has(page))).toEqual([])
    expect(listed.length).toBe(new Set(listed).size)
  })

  test('has its own lock, outside the root’s install', () => {
    const manifest = z.object({ workspaces: z.array(z.string()) }).parse(JSON.parse(read('package.json')))
    expect(manifest.workspaces).not.toContain('site')
    expect(read('site/package-lock.json')).toContain('"node_modules/vitepress"')
    expect(read('site/package-lock.json')).not.toContain('"resolved": "http')
  })
})

/** A table is looked up, not read. */
const prose = (page: string): string => withoutCode(read(page)).replaceAll(/^\|.*$/gm, '')
const wordsIn = (text: string): number => text.split(/\s+/).length

test('no page over 1,200 words goes on for long without a heading', () => {
  // A specification has a number at each sentence: it is looked up, too.
  const long = docs.filter((page) => !page.startsWith('docs/spec/') && wordsIn(prose(page)) > 1200)
  expect(long.length).toBeGreaterThan(3)
  const stretches = long.flatMap((page) =>
    prose(page)
      .split(/^(?=#{2,4} )/m)
      .filter((stretch) => wordsIn(stretch) > 500)
      .map((stretch) => `${page}: ${wordsIn(stretch)} words under ${stretch.split('\n')[0]}`),
  )
  expect(stretches).toEqual([])
})

/** What a reader looks for, by the name it has in the menu of the site. */
const NAMED = [
  ['start', 'Start'],
  ['agents', 'Test your agent'],
  ['own-desk', 'Your desk in an afternoon'],
  ['ci', 'CI'],
  ['read-a-report', 'Read a report'],
  ['judges', 'Judges and calibration'],
  ['recordings', 'Real transcripts'],
  ['forks', 'Forks'],
  ['teams', 'Teams and many machines'],
  ['extend', 'Extend'],
  ['how-it-works', 'How it works'],
  ['validity', 'Validity'],
  ['reference', 'Reference'],
  ['beside-other-tools', 'Beside other tools'],
] as const

test.each(NAMED)('docs/%s.md is called %s', (page, title) => {
  expect(read(`docs/${page}.md`).split('\n')[0]).toMatch(new RegExp(`^# ${title}(:|$)`))
  expect(read('site/nav.json')).toContain(`"${page}"`)
})
