import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { openBrowser, openPage } from '../test/browser.ts'
import { storePlays } from './store-plays.ts'

/**
 * `npm run tool -- gallery [folder]`: a report in one file and a site of the first minute, of the default and smoke suites with the built-in agents, the
 * same of the talks that language models played at our desks, and the pictures of the README. Needs a build; writes gallery/
 * and docs/pictures.
 */
const ROOT = packageRoot()
const OUT = resolve(process.argv[2] ?? join(ROOT, 'gallery'))
const PICTURES = join(ROOT, 'docs/pictures')
const SHOWN = [
  ['demo', 'The first minute: a small desk, a demo agent'],
  ['default', 'The default suite: thirteen desks, three built-in agents'],
  ['smoke', 'The smoke suite: seconds'],
  ['plays', 'Language models at the desks, blind, honest or with one mistake'],
] as const
const BUILT_IN = ['oracle', 'people-pleaser', 'always-escalate']
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const

const folder = mkdtempSync(join(tmpdir(), 'sage-gallery-'))
try {
  sage()
  show('latest', 'demo')
  for (const suite of ['default', 'smoke']) {
    sage('run', '--suite', suite, '--seed', '1', ...BUILT_IN.flatMap((name) => ['--agent', name]))
    show('latest', suite)
  }
  show(await storePlays(join(folder, '.sage/sage.db'), Date.now()), 'plays')
  writeFileSync(join(OUT, 'index.html'), indexPage())
  await takePictures()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function show(run: string, name: string): void {
  sage('report', run, '--html', join(OUT, `${name}.html`), '--site', join(OUT, name))
}

function indexPage(): string {
  const rows = SHOWN.map(
    ([name, about]) =>
      `<li>${about}: <a href="${name}.html">one file</a>, <a href="${name}/index.html">site</a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>SAGE: gallery</title>
<main>
<h1>Reports to look at</h1>
<ul>
${rows.join('\n')}
</ul>
</main>
</html>
`
}

function sage(...words: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'bin/sage.js'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0 && status !== 1) throw new TypeError(`sage ${words[0]} ended with ${status}`)
}

async function takePictures(): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  const browser = await openBrowser()
  try {
    const page = await openPage(browser, WIDE)
    await page.goto(pathToFileURL(join(OUT, 'demo.html')).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.screenshot({ path: join(PICTURES, 'report.png') })
    const worst = page.getByRole('region', { name: 'What went wrong, worst first' })
    await worst.getByRole('link').first().click()
    await page.locator('.react-flow__node').first().waitFor()
    await page.screenshot({ path: join(PICTURES, 'trial.png') })
  } finally {
    await browser.close()
  }
}
