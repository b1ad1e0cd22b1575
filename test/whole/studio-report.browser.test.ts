import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unshareJson } from '../../src/report/studio-views/shared-json.ts'
import { ROOT } from '../architecture/source-files.ts'
import { openBrowser, openPage } from '../browser.ts'
import { ensureBuilt } from '../built.ts'
import { runSage, seriousFaults } from '../studio-testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Reports of a Northline run of three agents, opened from disk in a real browser. */
const MEGABYTE = 1_000_000
const folder = tempFolder()
let run = ''
let small = ''
let browser: Browser
let complaints: string[] = []
beforeAll(async () => {
  ensureBuilt()
  const agents = ['people-pleaser', 'always-escalate', 'gullible'].flatMap((agent) => ['--agent', agent])
  run = runSage(folder, 'run', '--suite', 'supportdesk', '--trials', '1', ...agents).run
  runSage(folder, 'report', run, '--html', 'report.html', '--site', 'site')
  const gate = ['--gate', 'over_escalation.value no worse than baseline by 0.03']
  writeFileSync(join(folder, 'sage.yaml'), 'baseline: none.jsonl.gz\n')
  // Instruments are held to no gate, whatever there is to hold them against.
  const held = ['--agent', join(ROOT, 'examples/module/agent.js'), '--protocol', 'observed']
  small = runSage(folder, 'run', '--suite', 'smoke', '--pack', 'lunchbox', ...agents, ...held, ...gate).run
  runSage(folder, 'report', small, '--html', 'small.html')
  runSage(folder, 'report', small, '--html', 'redacted.html', '--md', 'redacted.md', '--redact')
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A page of the folder, from disk; whatever it asks of a network is a complaint. */
async function open(file: string, hash = '', width = 1280): Promise<Page> {
  for (const context of browser.contexts()) await context.close()
  complaints = []
  const page = await openPage(browser, { viewport: { width, height: 900 } })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()))
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) complaints.push(`asked for ${request.url()}`)
  })
  await page.goto(`${pathToFileURL(join(folder, file)).href}${hash}`)
  return page
}

const openWorst = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'What went wrong, worst first' }).getByRole('link').first().click()

describe('--html', () => {
  test('one file under 5 MB that names no other', () => {
    expect(statSync(join(folder, 'report.html')).size).toBeLessThan(5 * MEGABYTE)
    const text = readFileSync(join(folder, 'report.html'), 'utf8')
    expect(text.replace(/<script[\s\S]*<\/script>/g, '')).not.toMatch(/\b(src|href)="(?!#)/)
  })

  test('a gate whose baseline is not there yet is listed as not held, with the reason', async () => {
    const page = await open('small.html', `#/runs/${small}`)
    const gates = page.getByRole('list', { name: 'Gates' })
    expect(await gates.textContent()).toMatch(
      /not held\s*over_escalation\.value no worse than baseline by 0\.03\s*agent: no baseline yet/,
    )
  })

  test('opens with the decision: a sentence, three numbers, every gate beside its number, what went wrong with its words', async () => {
    const page = await open('small.html')
    await page.getByRole('heading', { name: /^Do not ship agent: it /, level: 1 }).waitFor()
    expect(await page.locator('dt', { hasText: /^(passed|failed|could not tell)$/ }).count()).toBe(3)
    const numbers = page.getByRole('region', { name: 'Numbers' })
    expect(await numbers.textContent()).toMatch(/solved\d+ of \d+.*gate: at least 50 %\s*not met/)
    for (const finding of ['Execution Gap', 'Empathy Resilience'])
      await numbers.getByRole('heading', { name: finding }).waitFor()
    const worst = page.getByRole('region', { name: 'What went wrong, worst first' })
    const first = worst.getByRole('listitem').first()
    for (const who of ['Customer', 'Agent', 'Expected']) await first.getByText(who, { exact: true }).waitFor()
    expect(complaints).toEqual([])
    expect(await seriousFaults(page)).toEqual([])
  })

  test('no number is green by being low: colour is that of a gate, and what is not met is never good', async () => {
    const page = await open('small.html')
    const numbers = page.getByRole('region', { name: 'Numbers' })
    await numbers.getByText('not met').first().waitFor()
    const missed = numbers.getByRole('listitem').filter({ hasText: 'not met' })
    expect(await missed.count()).toBeGreaterThan(0)
    expect(await missed.locator('[class*=good]').count()).toBe(0)
  })

  test('a failing conversation is inside, with its graph; the address leads back to it', async () => {
    const page = await open('report.html')
    await openWorst(page)
    await page.getByText('The way through the procedure').first().waitFor()
    await page.locator('.react-flow__node').first().waitFor()
    await page.keyboard.press('n')
    const event = page.locator('[aria-current=step]')
    await event.waitFor()
    const [address, id] = [page.url(), await event.getAttribute('id')]
    const again = await open('report.html', `#${address.split('#')[1] ?? ''}`)
    await again.locator(`#${id}[aria-current=step]`).waitFor()
    expect(await again.getByText('This verdict is wrong').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test.each([
    ['leaderboard', '#/', 'Two trade-offs'],
    ['runs', '#/runs', 'supportdesk'],
    ['figures', '#/figures', 'Execution Gap by pack'],
    ['pack', '#/packs/northline', 'Tools and limits'],
    ['coverage', '#/packs/northline?tab=coverage', 'Never exercised'],
    ['audit', '#/packs/northline?tab=audit', 'This pack has not been audited yet'],
  ])('%s', async (_name, hash, shows) => {
    const page = await open('report.html', hash)
    await page.getByText(shows).first().waitFor()
    expect(await page.getByRole('navigation', { name: 'Pages' }).textContent()).not.toMatch(/Compare|Review/)
    expect(complaints).toEqual([])
  })

  test('the run: filters in the address, groups of failures, marks that open', async () => {
    const page = await open('report.html', `#/runs/${run}?agent=people-pleaser&mark=unsafe`)
    await page.getByRole('table', { name: 'Cases and agents' }).getByRole('link').first().click()
    await page.getByText('forbidden', { exact: true }).first().waitFor()
    expect(complaints).toEqual([])
  })

  test('at 390 pixels nothing runs out of the page', async () => {
    const page = await open('report.html', '', 390)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { timeout: 20_000 })
      .toBeLessThanOrEqual(390)
  })
})

describe('--site', () => {
  test('a leaderboard, a page an agent, conversations loaded when asked for', async () => {
    expect(readdirSync(join(folder, 'site/agents')).sort()).toEqual([
      'always-escalate.html',
      'gullible.html',
      'people-pleaser.html',
    ])
    const page = await open('site/index.html')
    await page.getByRole('link', { name: 'people-pleaser' }).first().click()
    await page.getByRole('heading', { name: /people-pleaser/, level: 1 }).waitFor()
    const own = await open('site/agents/people-pleaser.html')
    await own.getByRole('heading', { name: /people-pleaser/, level: 1 }).waitFor()
    await openWorst(own)
    await own.getByText('The way through the procedure').first().waitFor()
    expect(complaints).toEqual([])
  })
})

describe('--redact', () => {
  const packed = (file: string): string =>
    /id="report"[^>]*>([^<]+)</.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? ''
  const inside = (file: string): string =>
    JSON.stringify(unshareJson(JSON.parse(gunzipSync(Buffer.from(packed(file), 'base64')).toString('utf8'))))

  test('nobody’s words, names, addresses or order numbers are left, in pages and texts alike', () => {
    const [whole, redacted] = [inside('small.html'), inside('redacted.html')]
    const said = [...whole.matchAll(/"type":"message.sent","from":"\w+","text":"((?:[^"\\]|\\.)+)"/g)]
    const given = [...whole.matchAll(/LB-\d{4}|[\w.]+@[\w.]+\.example/g)]
    const secrets = [...said.map(([, text = '']) => text), ...given.map(([text]) => text)]
    expect([said.length > 20, given.length > 20]).toEqual([true, true])
    // The company's own texts give an example, and a heading that customers say too; that is nobody's secret.
    const own = ['tools.yaml', 'sop.md'].map((file) =>
      readFileSync(new URL(`../../packs/lunchbox/${file}`, import.meta.url), 'utf8'),
    )
    const isOwn = (text: string): boolean => own.some((all) => all.includes(text))
    expect([...new Set(secrets)].filter((text) => redacted.includes(text) && !isOwn(text))).toEqual([])
    expect(readFileSync(join(folder, 'redacted.md'), 'utf8')).not.toMatch(/LB-\d{4}|@\w+\.example/)
  })

  test('the numbers are the same and conversations still open', async () => {
    const page = await open('redacted.html')
    await page.getByText('has been taken out of this report').waitFor()
    await openWorst(page)
    await page.locator('.react-flow__node').first().waitFor()
    await page.getByText('•••').first().waitFor()
    expect(complaints).toEqual([])
  })
})
