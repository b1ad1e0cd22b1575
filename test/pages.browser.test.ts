import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from './built.ts'
import { type OpenedStudio, openStudio, runSage, STUDIO_PAGES } from './studio-testing.ts'
import { tempFolder } from './support/temp-folder.ts'

/** One page of each kind in a real browser: of the studio, of the workbench, and a report in one file. */
const folder = tempFolder()
let studio: OpenedStudio
let run = ''
beforeAll(async () => {
  ensureBuilt()
  const agents = ['oracle', 'people-pleaser'].flatMap((agent) => ['--agent', agent])
  run = runSage(folder, 'run', '--suite', 'smoke', '--pack', 'lunchbox', ...agents).run
  runSage(folder, 'report', run, '--html', 'report.html')
  studio = await openStudio(folder, '--edit')
})
afterAll(() => studio?.close())

const NEEDS_AN_AUDIT = 'pack, audit'

test.each(STUDIO_PAGES.filter(([name]) => name !== NEEDS_AN_AUDIT))(
  'studio, %s: shows what it is for, without an error',
  async (_, address, shows) => {
    const page = await studio.page(address(run))
    await page.getByText(shows).first().waitFor()
    expect(studio.errors()).toEqual([])
  },
)

test('studio: a conversation, beside its graph', async () => {
  const page = await studio.page(`/runs/${run}?agent=people-pleaser&mark=unsafe`)
  await page.getByRole('table', { name: 'Cases and agents' }).getByRole('link').first().click()
  await page.locator('.react-flow__node').first().waitFor()
  expect(studio.errors()).toEqual([])
})

test('workbench: a text becomes a desk with its lines open', async () => {
  const page = await studio.page('/desks')
  await page.getByLabel('Name of the desk').fill('bikes')
  await page
    .getByLabel('Text of the procedure (Markdown)')
    .fill('# Bikes\n\n## 1 Booking\n\nA bike is booked for at most 5 days.\n')
  await page.getByRole('button', { name: 'Create the desk' }).click()
  await page.getByText('draft: 1 line open').waitFor()
  expect(studio.errors()).toEqual([])
})

test('a report in one file, from disk', async () => {
  const page = await studio.page('/')
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  await page.getByRole('heading', { name: 'oracle', level: 1 }).waitFor()
  expect(studio.errors()).toEqual([])
})
