import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../built.ts'
import { askSage, faultsAtAllSizes, type OpenedStudio, openStudio, runSage } from '../studio-testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** What people do with runs in the browser: stop one and go on with it, look at an agent that was asked again, compare. */

const CASE = 'lunchbox/torn-strap-no-photo'
/** It waits before each answer: a run that can be stopped before its end, on any machine. */
const SLOW_AGENT = `export default async () => {
  await new Promise((go) => setTimeout(go, 300))
  return { messages: ['Goodbye.'], calls: [] }
}
`

describe.skipIf(process.platform !== 'linux')('runs on the workbench', () => {
  const folder = tempFolder()
  let studio: OpenedStudio
  let played = ''

  beforeAll(async () => {
    ensureBuilt()
    writeFileSync(join(folder, 'slow.ts'), SLOW_AGENT)
    writeFileSync(
      join(folder, 'sage.yaml'),
      `agents: [{ id: slow, module: ./slow.ts }]\npacks: [lunchbox]\nconcurrency: 1\n`,
    )
    played = runSage(folder, 'run', '--case', CASE, '--agent', 'oracle', '--agent', 'always-escalate').run
    studio = await openStudio(folder, '--edit')
  })
  afterAll(() => studio?.close())

  test('a run is stopped before its end and goes on from there', async () => {
    const page = await studio.page('/start?pack=lunchbox')
    await page.getByRole('button', { name: 'What would it take?' }).click()
    await page.getByText('agent slow sends to a program of yours').waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('link', { name: 'Watch it' }).waitFor()
    await page.getByRole('button', { name: /^Stop / }).click()
    await page.getByText('Stopped before their end').waitFor()
    await page
      .getByRole('button', { name: /^Resume / })
      .first()
      .click()
    await expect.poll(() => page.getByRole('link', { name: 'Watch it' }).count()).toBe(2)
    expect(studio.errors()).toEqual([])
  })

  test('a decision is asked again by a command; two chats stand beside each other from their first difference', async () => {
    const page = await studio.page(`/runs/${played}`)
    await page.getByRole('table', { name: 'Cases and agents' }).getByRole('link').last().click()
    await page.getByRole('button', { name: 'Copy the command', exact: true }).waitFor()
    const trial = new URLSearchParams(page.url().split('?')[1]).get('id') ?? ''
    askSage(folder, 'fork', trial, '--samples', '3')
    await page.reload()
    await page.getByText(/answered 3 times/).waitFor()
    await page.getByRole('link', { name: 'beside oracle' }).first().click()
    await page.getByRole('heading', { name: 'Side by side' }).waitFor()
    await page.getByText('From here they part:').first().waitFor()
    expect(await page.getByText('Both sides did and said exactly the same.').count()).toBe(0)
    expect(await faultsAtAllSizes(page, 'workbench-beside')).toEqual([])
    expect(studio.errors()).toEqual([])
  })
})
