import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../architecture/source-files.ts'

/**
 * The whole site is built, with site/offline.mjs in the way of every connection; VitePress itself fails on a dead link.
 */
const Site = z.object({
  pages: z.custom<() => ReadonlyMap<string, string>>((value) => typeof value === 'function'),
  withLinks: z.custom<(text: string, from: string, all: ReadonlyMap<string, string>) => string>(
    (value) => typeof value === 'function',
  ),
})
const { pages, withLinks } = Site.parse(await import(join(ROOT, 'site/prepare.mjs')))
const all = pages()

test('every link of a page leads to a page of the site, every picture is there', () => {
  const places = new Set(all.values())
  const dead = [...all].flatMap(([from, to]) => {
    const text = withLinks(readFileSync(join(ROOT, from), 'utf8'), from, all).replaceAll(
      /^ *```[\s\S]*?^ *```|`[^`\n]+`/gm,
      '',
    )
    return [...text.matchAll(/(!?)\[[^\]]+\]\(([^)\s#]+)/g)].flatMap(([, picture, target = '']) => {
      if (/^[a-z]+:/.test(target)) return []
      const isThere =
        picture === '!' ? existsSync(join(ROOT, 'docs', target)) : places.has(join(dirname(to), target))
      return isThere ? [] : [`${from}: ${target}`]
    })
  })
  expect(dead).toEqual([])
})

/** VitePress has a lock file of its own and is not part of the root's install. */
const isInstalled = (): boolean =>
  existsSync(join(ROOT, 'site/node_modules/vitepress')) ||
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: join(ROOT, 'site') }).status === 0

test('it is built, and asks no other machine', ({ skip }) => {
  if (!isInstalled()) skip('VitePress could not be installed: no package registry is in reach')
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], {
    cwd: join(ROOT, 'site'),
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
  expect(existsSync(join(ROOT, 'site/dist/start.html'))).toBe(true)
})

test('nothing but this machine is reached while it is built', () => {
  const asks = "import('node:net').then(({ connect }) => connect(9, '192.0.2.1'))"
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', join(ROOT, 'site/offline.mjs'), '-e', asks],
    { encoding: 'utf8' },
  )
  expect(status).not.toBe(0)
  expect(stderr).toContain('The site is built offline, but something asks for 192.0.2.1')
})
