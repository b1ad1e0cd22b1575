import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt } from '../built.ts'
import { askSage, faultsAtAllSizes, type OpenedStudio, openStudio } from '../studio-testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** From the text of a procedure to a run, in a real browser and without touching a file. */

const FIXTURES = join(ROOT, 'test/fixtures/workbench')
const read = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8')

describe.skipIf(process.platform !== 'linux')('the workbench', () => {
  const folder = tempFolder()
  let studio: OpenedStudio
  const file = (name: string): string => readFileSync(join(folder, 'packs/bikes', name), 'utf8')

  beforeAll(async () => {
    ensureBuilt()
    askSage(folder, 'init', '--agent', 'typescript', '--pack', 'lunchbox')
    studio = await openStudio(folder, '--edit')
  })
  afterAll(() => studio?.close())

  /** Looked at in both widths and colours; what it complained of is part of the faults. */
  const look = async (page: Page, name: string): Promise<void> => {
    expect([name, await faultsAtAllSizes(page, `workbench-${name}`), studio.errors()]).toEqual([name, [], []])
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

  /** figures of the text, and the kinds its proposal gave the sentences without one */
  const OWN = ['5', '1998', 'rule']

  test('a chat’s answer becomes a draft, and every line is accepted by name, one by one', async () => {
    const page = await studio.page('/desks')
    await page.getByLabel('Name of the desk').fill('bikes')
    await page.getByLabel('Text of the procedure (Markdown)').fill(read('sop.md'))
    await press(page, 'Create the desk')
    await page.getByText('draft: 7 lines open').waitFor()
    await page.getByLabel('You accept as').fill('Ann Lee')
    // a sentence nobody has spoken of cannot be accepted, by key or by button
    await page.locator('h1').click()
    for (const key of ['j', '1', '2', '3']) await page.keyboard.press(key)
    expect(await page.getByRole('button', { name: /^Accept / }).count()).toBe(0)
    await look(page, 'new')

    await press(page, 'Get a proposal from a chat')
    await page.getByLabel('Answer of the chat').fill('graph: { format: 1 }')
    await press(page, 'Check the answer')
    await page.getByText('Nothing was written:').waitFor()
    await page.getByLabel('Answer of the chat').fill(read('answer.txt'))
    await press(page, 'Check the answer')
    await page.getByText('The answer is sound.').waitFor()
    await look(page, 'proposal')
    await press(page, 'Take it as a draft')
    await page.getByText('0 of 7 sentences accepted, 7 open; 1 assumption open').waitFor()
    expect(file('outline.yaml')).not.toContain('accepted:')

    // the answer has a wrong figure: a gate asks about it; another answer puts it right
    const line = page.locator('#line-1\\#3')
    const asked = line.getByText('no item that cites it has this figure')
    await asked.first().waitFor()
    await look(page, 'outline')
    await press(page, 'Get a proposal from a chat')
    await page
      .getByLabel('Answer of the chat')
      .fill(read('answer.txt').replace('days_out <= 5', 'days_out <= 4'))
    await press(page, 'Check the answer')
    await page.locator('ins').first().waitFor()
    await press(page, 'Take it as a draft')
    await expect.poll(() => file('graph.yaml')).toContain('records.booking.days_out <= 4')
    await expect.poll(() => asked.count()).toBe(0)

    // a word that is not its own accepts nothing
    await line
      .getByRole('button', { name: /^Accept 1#3: (?!4$)/ })
      .first()
      .click()
    await page.getByText(/is not the figure of 1#3/).waitFor()
    expect(file('outline.yaml')).not.toContain('Ann Lee')
    await page.getByRole('button', { name: 'Accept 1#3: 4', exact: true }).click()
    await page.getByText('1 of 7 sentences accepted').waitFor()
    expect(file('outline.yaml')).toContain('accepted: "Ann Lee"')

    // by keyboard: to the next open sentence, and its own kind or figure
    await page.locator('h1').click()
    for (let number = 2; number <= 7; number += 1) {
      await page.keyboard.press('o')
      const current = page.locator('li[aria-current=true]')
      const words = await current.getByRole('button', { name: /^Accept / }).allTextContents()
      const own = words.findIndex((word) => OWN.includes(word))
      await page.keyboard.press(`${own + 1}`)
      await page.getByText(`${number} of 7 sentences accepted`).waitFor()
    }
    await press(page, /^Accept .*: gap$/)
    await page.getByText('accepted', { exact: true }).waitFor()
    await look(page, 'accepted')
  })
  test('sign-off by keyboard: answered before the graph is shown; a difference leads to the sentence', async () => {
    const page = await studio.page('/desks/bikes?tab=signoff')
    await page.getByText('Situation 1 of').waitFor()
    expect(await page.getByText('the graph', { exact: true }).count()).toBe(0)
    await page.keyboard.press('x')
    await page.getByText(/^1 of \d+ answered, 1 differ from the graph$/).waitFor()
    expect(file('signoff.csv').split('\n')).toHaveLength(3)
    await look(page, 'sign-off')
    // the rest, by keyboard: the end says that it is one, and what comes next
    const of = Number(
      /of (\d+) answered/.exec((await page.getByRole('status').first().textContent()) ?? '')?.[1],
    )
    for (let number = 2; number <= of; number += 1) {
      await page.keyboard.press('ArrowRight')
      await page.getByText(`Situation ${number} of`).waitFor()
      await page.keyboard.press('a')
      await page.getByText(new RegExp(`^${number} of ${of} answered, `)).waitFor()
    }
    await page.getByText(`${of} of ${of} answered.`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'start a run', exact: true }).waitFor()
    await look(page, 'signed-off')
    // a difference leads to the sentence
    await page.locator('aside').getByRole('button').first().click()
    await page.locator('article').getByRole('link').first().click()
    await page.locator('li[aria-current=true]').waitFor()
  })

  test('run from the desk with a module agent; a failing case is explained', async () => {
    const page = await studio.page('/desks/bikes')
    await page.getByRole('link', { name: 'Start a run with it' }).click()
    expect(await page.getByRole('button', { name: 'Start', exact: true }).isEnabled()).toBe(false)
    await press(page, 'What would it take?')
    await page.getByText('agent mine sends to a program of yours').waitFor()
    await look(page, 'run')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('link', { name: 'Watch it' }).click()
    await page.getByText('finished', { exact: true }).waitFor()
    const failing = page
      .getByRole('table', { name: 'Cases and agents' })
      .getByRole('link', { name: /wrong|forbidden/ })
      .first()
    await failing.waitFor()
    await look(page, 'run-table')
    await failing.click()
    await page.getByRole('note').first().waitFor()
    await look(page, 'explained')
  })

  test('an editor was first: the edit is not written, and the page loads what is there', async () => {
    const page = await studio.page('/desks/bikes')
    await page.getByText('7 of 7 sentences accepted').waitFor()
    const before = file('outline.yaml')
    const sop = join(folder, 'packs/bikes/sop.md')
    writeFileSync(sop, readFileSync(sop, 'utf8').replace('5 working days', '6 working days'))
    await press(page, 'Open again: 1#1')
    await page.getByText('Your change was not written.').waitFor()
    await page.getByText('What changed since: sop.md.').waitFor()
    expect(await faultsAtAllSizes(page, 'workbench-met')).toEqual([])
    expect(file('outline.yaml')).toBe(before)
    await press(page, 'Load what is there now')
    // a changed sentence is open again, and no other
    await page.getByText('6 of 7 sentences accepted, 1 open').waitFor()
    await page.locator('#line-1\\#6').getByText('open: the sentence has changed').waitFor()
    await press(page, 'Open again: 1#1')
    await page.getByText('5 of 7 sentences accepted, 2 open').waitFor()
    expect(studio.errors().filter((each) => !each.includes('409'))).toEqual([])
  })

  test('without --edit the same desk is shown, and nothing about it can be said', async () => {
    const reader = await openStudio(folder)
    try {
      const page = await reader.page('/desks/bikes')
      await page.getByText('5 of 7 sentences accepted, 2 open').waitFor()
      await page.getByText('These pages are read-only.').waitFor()
      expect(await page.getByRole('button', { name: /^(Open again|Get a proposal)/ }).count()).toBe(0)
      await page.locator('h1').click()
      await page.keyboard.press('o')
      await page.locator('li[aria-current=true]').waitFor()
      for (const key of ['1', '2', '3']) await page.keyboard.press(key)
      await page.getByText('5 of 7 sentences accepted, 2 open').waitFor()
      expect(await page.getByRole('button', { name: /^Accept /, disabled: false }).count()).toBe(0)
      expect(reader.errors()).toEqual([])
    } finally {
      await reader.close()
    }
  })
})
