import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { openBrowser, openPage } from './browser.ts'
import { CLI } from './built.ts'

/** A studio that runs, and a real browser that looks at it. */
export type OpenedStudio = {
  readonly port: number
  /** a page at an address behind the #; the one before is closed, its errors forgotten */
  readonly page: (address: string, how?: BrowserContextOptions) => Promise<Page>
  /** what the page at hand complained of */
  readonly errors: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Every page with a word that stands on it only when it has loaded what it shows. */
export const STUDIO_PAGES: readonly (readonly [
  name: string,
  address: (run: string) => string,
  shows: string,
])[] = [
  ['leaderboard', () => '/', 'Safety against over-escalation'],
  ['summary', (run) => `/summary?run=${run}`, 'What went wrong, worst first'],
  ['runs', () => '/runs', 'smoke'],
  ['run', (run) => `/runs/${run}`, 'How far to trust these numbers'],
  ['packs', () => '/packs', 'Lunchbox, a small shop'],
  ['pack', () => '/packs/lunchbox', 'Procedure'],
  ['pack, cases', () => '/packs/lunchbox?tab=cases', 'Customer wants'],
  ['pack, tools', () => '/packs/lunchbox?tab=tools', 'What is forbidden, and when'],
  ['pack, coverage', () => '/packs/lunchbox?tab=coverage', 'pairs of decisions'],
  ['pack, audit', () => '/packs/lunchbox?tab=audit', 'Trustworthy: every mistake was found'],
  ['pack never audited', () => '/packs/telecom-package?tab=audit', 'npx sage audit telecom-package'],
  ['figures', (run) => `/figures?run=${run}`, 'Execution Gap by pack'],
  [
    'compare',
    (run) => `/compare?a=${run}&b=${run}&agentA=oracle&agentB=people-pleaser`,
    'Difference, 95 % interval',
  ],
  ['review', (run) => `/review?run=${run}`, 'Who is reviewing?'],
]

const RunAnswer = z.object({ run: z.string() })

/** A command of the built CLI, with --json. */
export function askSage(folder: string, ...words: readonly string[]): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...words, '--json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  if (status === 2 || status === 3) throw new TypeError(`sage ${words.join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout)
}

export const runSage = (folder: string, ...words: readonly string[]): z.infer<typeof RunAnswer> =>
  RunAnswer.parse(askSage(folder, ...words))

/** `words`: more for `sage open`, such as --store. */
export async function openStudio(folder: string, ...words: readonly string[]): Promise<OpenedStudio> {
  const { child, closed, address } = await serve(folder, words)
  const browser = await openBrowser()
  const base = address.slice(0, address.indexOf('/?'))
  let open: Page | undefined
  let errors: string[] = []
  return {
    port: Number(new URL(base).port),
    errors: () => errors,
    page: async (to, how = {}) => {
      await open?.context().close()
      errors = []
      const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...how })
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (said) => said.type() === 'error' && errors.push(complaint(said)))
      await page.goto(address)
      await page.goto(`${base}/#${to}`)
      open = page
      return page
    },
    close: async () => {
      await browser.close()
      child.kill('SIGINT')
      await closed
    },
  }
}

/** With its address: a request refused is said without what was asked for. */
const complaint = (said: ConsoleMessage): string => `${said.text()} ${said.location().url}`

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PICTURES = join(ROOT, 'build/screenshots')
/** Contrast hangs on the colours and room on the width: each of them is looked at once, for a picture takes a second. */
const LOOKS = [
  [1280, 'light'],
  [390, 'dark'],
] as const
/** SAGE_PICTURES=all: for people who want to look at the rest, too */
const MORE = [
  [1280, 'dark'],
  [390, 'light'],
] as const
const LOOKS_MAX = 200

/**
 * What is wrong with the page at hand, wide in light and narrow in dark, by axe or because something runs out of the page. Its
 * pictures are kept for people to look at: they prove nothing by themselves.
 */
export async function faultsAtAllSizes(page: Page, name: string): Promise<readonly string[]> {
  const before = page.viewportSize()
  const faults: string[] = []
  for (const [width, colorScheme] of process.env['SAGE_PICTURES'] === 'all' ? [...LOOKS, ...MORE] : LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const wide = await widthOf(page, width)
    await expect.poll(() => page.getByText('Reading…', { exact: true }).count()).toBe(0)
    const path = join(PICTURES, `${name.replaceAll(/[^a-z]+/g, '-')}-${width}-${colorScheme}.png`)
    await page.screenshot({ path, fullPage: true })
    const found = [...(await seriousFaults(page)), ...(wide > width ? [`the page is ${wide} wide`] : [])]
    faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
  }
  if (before !== null) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

/** Figures are drawn anew for a new width, whenever the machine gets round to it: a page too wide is given time to shrink. */
async function widthOf(page: Page, window: number): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    const wide = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (wide <= window || looks === LOOKS_MAX) return wide
    await page.waitForTimeout(100)
  }
}

/** What axe finds serious or critical on a page. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  // Put in by the driver, past the page's policy: a script of the page's own could not.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const axe = Reflect.get(globalThis, 'axe')
    const found = await axe.run({ resultTypes: ['violations'] })
    return found.violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
          `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
  })
}

type Served = { readonly child: ChildProcess; readonly closed: Promise<void>; readonly address: string }

function serve(folder: string, words: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [CLI, 'open', '--no-open', ...words], { cwd: folder })
  // Kept from the start: one that ended by itself would be waited for in vain.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /http:\S+(?=\s)/.exec(said)?.[0]
      if (address !== undefined) resolve({ child, closed, address })
    })
    void closed.then(() => reject(new TypeError(`the studio did not start: ${said}`)))
  })
}
