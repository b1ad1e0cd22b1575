import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sideBySide } from '../src/report/render/side-by-side.ts'
import { reviewOfFolder } from '../src/runner/packs/review-folder.ts'
import { ROOT } from './architecture/source-files.ts'
import { openBrowser, openPage } from './browser.ts'

/** The page in a real browser: what lights what, by mouse and by keys, wide and narrow, light and dark. */
let browser: Browser
let dir: string
const asked: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  dir = await mkdtemp(join(tmpdir(), 'sage-page-'))
  const { graph, title, review } = await reviewOfFolder(join(ROOT, 'packs', 'lunchbox'), ROOT)
  await writeFile(join(dir, 'page.html'), sideBySide(graph, { title, review }))
})

afterAll(async () => {
  await browser?.close()
  await rm(dir, { recursive: true, force: true })
})

async function open(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await openPage(browser, { viewport: { width, height: 800 }, colorScheme })
  page.on('request', (request) => asked.push(request.url()))
  page.on('pageerror', (error) => asked.push(`error: ${error.message}`))
  await page.goto(pathToFileURL(join(dir, 'page.html')).href)
  return page
}

const lit = (page: Page, what: 'clause' | 'step'): Promise<readonly string[]> =>
  page.$$eval(
    `[data-${what}].lit`,
    (found, name) => found.map((each) => each.getAttribute(`data-${name}`) ?? ''),
    what,
  )

describe('the page', () => {
  test('a sentence lights its steps, a step its sentences', async () => {
    const page = await open(1280)
    await page.hover('[data-clause="4#1"]')
    expect(await lit(page, 'clause')).toEqual(['4#1'])
    const steps = await lit(page, 'step')
    expect(steps).toEqual(expect.arrayContaining(['damaged/window', 'damaged/proof']))
    expect(await page.textContent('#told')).toContain('Sentence 4#1')
    await page.click('[data-step="damaged/proof"]')
    expect(await lit(page, 'clause')).toEqual(['4#1', '4#4'])
    expect(await page.textContent('#told')).toContain('Step proof rests on')
    await page.keyboard.press('Escape')
    expect(await lit(page, 'step')).toEqual([])
  })

  test('keys alone do everything: one stop a side, arrows between, Enter holds', async () => {
    const page = await open(1280)
    expect(
      await page.$$eval('[data-clause][tabindex="0"], [data-step][tabindex="0"]', (found) => found.length),
    ).toBe(2)
    await page.focus('[data-clause="1#1"]')
    await page.keyboard.press('ArrowDown')
    expect(await lit(page, 'clause')).toEqual(['1#2'])
    await page.keyboard.press('Enter')
    expect(await page.getAttribute('[data-clause="1#2"]', 'aria-pressed')).toBe('true')
    await page.keyboard.press('End')
    expect((await lit(page, 'clause')).length).toBe(1)
    expect(await page.getAttribute('[data-clause="1#2"]', 'aria-pressed')).toBe('false')
    await page.focus('svg [data-step]')
    await page.keyboard.press('ArrowDown')
    expect((await lit(page, 'step')).length).toBe(1)
  })

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const)('is accessible and never wider than the window (%s, %s)', async (width, scheme) => {
    const page = await open(width, scheme)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // through the debugger: the page's own policy lets no other script in
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const wrong = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      const { violations } = await axe.run()
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ''}`)
    })
    expect(wrong).toEqual([])
  })

  test('asks nothing of the network and makes no error', () => {
    expect(asked.filter((each) => !each.startsWith('file:'))).toEqual([])
  })
})
