import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLI, ensureBuilt } from './built.ts'
import { type OpenedStudio, openStudio, runSage } from './studio-testing.ts'

/** A run that another process is writing while people look at it. */
let folder = ''
let studio: OpenedStudio
beforeAll(async () => {
  ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), 'sage-live-'))
  runSage(folder, 'run', '--pack', 'lunchbox', '--case', 'lunchbox/torn-strap-no-photo', '--agent', 'oracle')
  studio = await openStudio(folder)
}, 120_000)
afterAll(async () => {
  await studio?.close()
  rmSync(folder, { recursive: true, force: true })
})

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', resolve))

test('a run shows itself, grows and ends without a reload; looking at it blocks and changes nothing', async () => {
  const page = await studio.page('/runs')
  await page.getByRole('row').nth(1).waitFor()
  const before = await page.getByRole('row').count()
  const words = [
    'run',
    '--pack',
    'lunchbox',
    '--trials',
    '12',
    '--agent',
    'classic',
    '--concurrency',
    '1',
    '--json',
  ]
  const child = spawn(process.execPath, [CLI, ...words], { cwd: folder })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const done = ended(child)
  // The list asks again by itself; the newest run stands first.
  await expect.poll(() => page.getByRole('row').count(), { timeout: 30_000 }).toBeGreaterThan(before)
  await page.getByRole('row').nth(1).getByRole('link').click()
  const seen = new Set<string>()
  const stored = async (): Promise<number> => {
    const text = (await page.locator('dl dd').first().textContent()) ?? ''
    seen.add(text)
    return Number(/[\d,]+/.exec(text)?.[0].replace(',', '') ?? 0)
  }
  await page.locator('dl dd').first().waitFor()
  const look = setInterval(() => void stored().catch(() => undefined), 300)
  const code = await done
  clearInterval(look)
  expect(code).toBe(0)
  const result: { trials: number; faulted: number } = JSON.parse(out)
  expect(result.faulted).toBe(0)
  await page.getByText('finished', { exact: true }).waitFor({ timeout: 20_000 })
  await expect.poll(stored, { timeout: 20_000 }).toBe(result.trials)
  await expect
    .poll(() => page.getByRole('table', { name: 'Cases and agents' }).getByRole('link').count())
    .toBeGreaterThan(0)
  expect(seen.size).toBeGreaterThan(1)
  expect(studio.errors()).toEqual([])
}, 120_000)
