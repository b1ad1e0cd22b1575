import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { openBrowser, openPage } from '../test/browser.ts'

/**
 * `npm run gallery [folder]`: one HTML report and one site of the smoke and default suites with the built-in agents, and the
 * pictures of the README. Needs a build; writes gallery/ and docs/pictures.
 */
const ROOT = packageRoot()
const OUT = resolve(process.argv[2] ?? join(ROOT, 'gallery'))
const PICTURES = join(ROOT, 'docs/pictures')
const WIDE = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const

const folder = mkdtempSync(join(tmpdir(), 'sage-gallery-'))
try {
  for (const suite of ['default', 'smoke']) {
    sage('run', '--suite', suite, '--seed', '1')
    sage('report', 'latest', '--html', join(OUT, `${suite}.html`), '--site', join(OUT, suite))
  }
  await takePictures()
} finally {
  rmSync(folder, { recursive: true, force: true })
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
    await page.goto(pathToFileURL(join(OUT, 'default.html')).href)
    await page.getByRole('heading', { name: 'classic', level: 1 }).waitFor()
    await page.screenshot({ path: join(PICTURES, 'report.png') })
    const worth = page.locator('section', { hasText: 'Read these conversations first' })
    await worth.locator('ol a').first().click()
    await page.locator('.react-flow__node').first().waitFor()
    await page.screenshot({ path: join(PICTURES, 'trial.png') })
  } finally {
    await browser.close()
  }
}
