import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../src/runner/settings/config-file.ts'
import { filesUnder, ROOT } from './architecture/source-files.ts'
import { WRITTEN } from './built.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const Manifest = z.object({
  scripts: z.record(z.string(), z.string()).default({}),
  files: z.array(z.string()).default([]),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
})
const manifests = ['package.json', 'studio/package.json'].map((file) =>
  Manifest.parse(JSON.parse(read(file))),
)

describe('dependencies', () => {
  test('every version is exact', () => {
    const versions = manifests.flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies }),
    )
    expect(
      versions.filter(([, version]) => !/^(npm:typescript@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([])
  })

  const LOCKS = ['.', 'site', ...readdirSync(join(ROOT, 'examples')).map((name) => `examples/${name}`)]
    .map((folder) => join(folder, 'package-lock.json'))
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: read(path) }))

  test('no lock file holds a download address', () => {
    expect(LOCKS.length).toBeGreaterThan(4)
    const pattern = /"resolved": "(https?|git|file):/
    expect(LOCKS.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([])
  })

  // Without them `npm ci` refuses the lock, on every platform: `npm run tool -- complete-lock` adds them.
  test('every lock file names the builds for other platforms', () => {
    const missing = LOCKS.flatMap(({ path, text }) => {
      const { packages } = Lock.parse(JSON.parse(text))
      const named = new Set(
        Object.keys(packages).map((place) => place.slice(place.lastIndexOf('node_modules/'))),
      )
      return Object.values(packages)
        .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
        .filter(([name, version]) => /^\d/.test(version) && !named.has(`node_modules/${name}`))
        .map(([name]) => `${path}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  test('a number without a page in docs/adr is explained there', () => {
    const pages = filesUnder('docs/adr', (path) => path.endsWith('.md'))
    const numbers = pages.flatMap(({ path }) => /\/(\d{4})-/.exec(path)?.[1] ?? [])
    const readme = pages.find(({ path }) => path.endsWith('README.md'))?.text ?? ''
    const missing = numbers
      .map((_, index) => String(index + 1).padStart(4, '0'))
      .filter((number) => !numbers.includes(number) && !readme.includes(number))
    expect(missing).toEqual([])
  })

  test('every runtime dependency has a page in docs/adr', () => {
    const pages = filesUnder('docs/adr', (path) => path.endsWith('.md'))
      .map(({ text }) => text)
      .join('\n')
    const names = manifests.flatMap(({ dependencies }) => Object.keys(dependencies))
    expect(names.filter((name) => !pages.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the front door', () => {
  const commandLines = [...read('README.md').matchAll(/^ {4}(npm ci && .*)$/gm)].map(
    (found) => found[1] ?? '',
  )

  test('the README has exactly two command lines: run and test', () => {
    expect(commandLines).toEqual(['npm ci && npx sage-desk', 'npm ci && npm test'])
  })

  test('CI runs the README’s test line, then the tests that take longer, and nothing else', () => {
    const commands = read('.ci/run')
      .split('\n')
      .filter((line) => line !== '' && !/^(#|set |cd )/.test(line))
    expect(commands).toEqual([...commandLines.slice(1), 'npm run test:whole'])
    expect(statSync(join(ROOT, '.ci/run')).mode & 0o111).toBe(0o111)
  })

  test('the sage.yaml of the README is one', () => {
    const [yaml = ''] = [...read('README.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
      (found) => found[1] ?? '',
    )
    expect([yaml.length > 20, readConfig('README.md', yaml).problems]).toEqual([true, []])
  })

  test('npm knows at most ten scripts: the rest is `npm run tool -- <name>`', () => {
    expect(Object.keys(manifests[0]?.scripts ?? {}).length).toBeLessThanOrEqual(10)
  })

  test('the README has at most 1,200 words; its first screen runs, decides, and says what is heard and what a run costs', () => {
    const text = read('README.md')
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(1_200)
    const screen = text.split('\n').slice(0, 40).join('\n')
    for (const says of [
      'npx sage-desk',
      'gates not met',
      'Without a key only English is heard',
      'run --dry-run',
    ])
      expect(screen).toContain(says)
    const pictures = [...read('README.md').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path)
    expect(pictures.length).toBeGreaterThanOrEqual(2)
    expect(pictures.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('what is promised to ship is there', () => {
    expect((manifests[0]?.files ?? []).filter((file) => !file.startsWith('!') && !isThere(file))).toEqual([])
  })
})

/** In the tree, or written by the build: package.test.ts looks for it in what is packed. */
const isThere = (path: string): boolean => WRITTEN.includes(path) || existsSync(join(ROOT, path))

describe('pages stay short and true', () => {
  test('ARCHITECTURE.md has under 300 lines, CONTRIBUTING.md fits one screen', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThan(300)
    expect(read('CONTRIBUTING.md').split('\n').length).toBeLessThan(50)
  })

  const invariants = read('ARCHITECTURE.md').match(/^- \*\*I\d+\*\*[\s\S]*?(?=\n- \*\*I|\n\n)/gm) ?? []

  test('invariants are numbered without a gap', () => {
    expect(invariants.map((one) => one.slice(4, one.indexOf('**', 4)))).toEqual(
      invariants.map((_, index) => `I${index + 1}`),
    )
    expect(invariants.length).toBeGreaterThan(10)
  })

  test.each(invariants.map((one) => [one.slice(4, 8).replace(/\W+$/, ''), one]))(
    '%s names its test',
    (_, text) => {
      const [, file = '', title = ''] = /`([\w/.-]+\.test\.ts)`\s+"([^"]+)"/.exec(text) ?? []
      expect(existsSync(join(ROOT, file)) ? read(file) : `no file ${file}`).toContain(
        title.replaceAll(/\s+/g, ' '),
      )
    },
  )

  test('links between pages lead somewhere', () => {
    const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
    const links = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([\w./-]+)\)/g)].map((found) => found[1] ?? ''),
    )
    expect(links.filter((link) => !isThere(link))).toEqual([])
  })
})
