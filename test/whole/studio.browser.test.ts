import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLI, ensureBuilt } from '../built.ts'
import {
  askSage,
  faultsAtAllSizes,
  type OpenedStudio,
  openStudio,
  runSage,
  STUDIO_PAGES,
} from '../studio-testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const folder = tempFolder()
let studio: OpenedStudio
let run = ''
beforeAll(async () => {
  ensureBuilt()
  const agents = ['oracle', 'people-pleaser'].flatMap((agent) => ['--agent', agent])
  run = runSage(folder, 'run', '--suite', 'smoke', ...agents).run
  askSage(folder, 'audit', 'lunchbox', '--voice', 'lexicon', '--oracle-trials', '3')
  studio = await openStudio(folder)
})
afterAll(() => studio?.close())

describe.each(STUDIO_PAGES)('%s', (name, address, shows) => {
  test('shows what it is for, without an error, and axe finds nothing serious', async () => {
    const page = await studio.page(address(run))
    await page.getByText(shows).first().waitFor()
    expect(studio.errors()).toEqual([])
    expect(await faultsAtAllSizes(page, name)).toEqual([])
  })
})

test('a conversation: opened from the matrix, stepped by keyboard, linked to the event, beside its graph', async () => {
  const page = await studio.page(`/runs/${run}?agent=people-pleaser&mark=unsafe`)
  await page.getByRole('table', { name: 'Cases and agents' }).getByRole('link').first().click()
  await page.getByText('forbidden', { exact: true }).first().waitFor()
  await page.locator('.react-flow__node').first().waitFor()
  const before = page.url()
  await page.keyboard.press('n')
  await expect.poll(() => page.url()).not.toBe(before)
  const at = /at=(\d+)/.exec(decodeURIComponent(page.url()))?.[1] ?? ''
  expect(await page.locator(`#event-${at}`).getAttribute('aria-current')).toBe('step')
  await page.reload()
  await page.locator(`#event-${at}[aria-current=step]`).waitFor()
  expect(studio.errors()).toEqual([])
  expect(await faultsAtAllSizes(page, 'trial')).toEqual([])
})

test('a review is kept with its author and comes out as labels', async () => {
  const page = await studio.page(`/review?run=${run}`)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('group', { name: 'empathy' }).first().waitFor()
  expect(await page.locator('main ol').textContent()).not.toMatch(/oracle|people-pleaser/)
  await page.locator('input[type=radio][name$=" empathy"]').nth(3).check({ force: true })
  await page.getByRole('button', { name: 'Keep and go on' }).click()
  await page.getByText('1 rated').waitFor()
  const labels = await page.evaluate(async (id) => (await fetch(`./api/labels?run=${id}`)).text(), run)
  expect(JSON.parse(labels)).toMatchObject({ dimension: 'empathy', value: 0.75, rater: 'Ada' })
  expect(studio.errors()).toEqual([])
})

test('without the key nobody is let in', async () => {
  const { status } = await fetch(`http://127.0.0.1:${studio.port}/api/runs`)
  expect(status).toBe(403)
})

test('Ctrl-C ends the studio well', async () => {
  const child = spawn(process.execPath, [CLI, 'open', '--no-open'], { cwd: folder })
  await new Promise((resolve) => child.stderr.once('data', resolve))
  child.kill('SIGINT')
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0)
})
