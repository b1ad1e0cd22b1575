import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'
import { ROOT } from './architecture/source-files.ts'

/** A real browser for tests. */

const PACKED = join(ROOT, 'node_modules/@sparticuz/chromium/package.json')
const { version }: { readonly version: string } = JSON.parse(readFileSync(PACKED, 'utf8'))
const HOME = join(ROOT, `node_modules/.cache/sage-browser-${version}`)
const PROGRAM = join(HOME, 'chromium')
/** For pages that never come; a slow machine is waited for. */
const PATIENCE_MS = 60_000

/** Flags for scraping in a cloud: in one process the browser ends with its first page, and without web security it proves nothing. */
const UNSAFE = [
  '--single-process',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
]

export const openBrowser = (): Promise<Browser> => {
  unpackOnce()
  return playwright.launch({
    executablePath: PROGRAM,
    args: [...chromium.args.filter((one) => !UNSAFE.some((flag) => one.startsWith(flag))), '--no-sandbox'],
    headless: true,
  })
}

export async function openPage(browser: Browser, how: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(how)
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/**
 * The package unpacks its browser into the temporary folder and takes what lies there for whole: a second worker would
 * start what the first has written half of. So each unpacks into a folder of its own, and the first to be done gives it
 * its name.
 */
function unpackOnce(): void {
  if (existsSync(PROGRAM)) return
  mkdirSync(join(HOME, '..'), { recursive: true })
  const own = mkdtempSync(`${HOME}-`)
  const script = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`
  const unpacked = spawnSync(process.execPath, ['-e', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: own },
  })
  if (unpacked.status !== 0) throw new TypeError(`the browser cannot be unpacked: ${unpacked.stderr}`)
  try {
    renameSync(own, HOME)
  } catch {
    // Another worker was first.
    rmSync(own, { recursive: true, force: true })
  }
  if (!existsSync(PROGRAM)) throw new TypeError(`there is no browser at ${PROGRAM}`)
}
