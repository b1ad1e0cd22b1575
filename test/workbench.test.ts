import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from './architecture/source-files.ts'
import { ensureBuilt } from './built.ts'
import { askSage, faultsAtAllSizes, type OpenedStudio, openStudio } from './studio-testing.ts'

/** From the text of a procedure to a failing case that is explained, in a real browser and without touching a file. */

const FIXTURES = join(ROOT, 'test/fixtures/workbench')
const read = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8')

describe.skipIf(process.platform !== 'linux')('the workbench', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sage-workbench-'))
  let studio: OpenedStudio
  const file = (name: string): string => readFileSync(join(folder, 'packs/bikes', name), 'utf8')

  beforeAll(async () => {
    ensureBuilt()
    askSage(folder, 'init', '--agent', 'typescript', '--pack', 'lunchbox')
    studio = await openStudio(folder, '--edit')
  })
  afterAll(async () => {
    await studio?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Looked at in both widths and colours; what it complained of is part of the faults. */
  const look = async (page: Page, name: string): Promise<void> => {
    expect([name, await faultsAtAllSizes(page, `workbench-${name}`), studio.errors()]).toEqual([name, [], []])
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

  /** The form under a sentence, opened. */
  const saying = async (page: Page, clause: string, how = 'Say what it is'): Promise<Locator> => {
    await page.getByRole('button', { name: `${how}: ${clause}` }).click()
    return page.getByRole('region', { name: 'What is this sentence?' })
  }
  const written = async (page: Page, form: Locator): Promise<void> => {
    await form.getByRole('button', { name: 'Write it' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
  }
  const choose = (form: Locator, label: string, option: string | RegExp) =>
    chooseAt(form.getByRole('combobox', { name: label, exact: true }).last(), option)
  const chooseAt = async (select: Locator, option: string | RegExp): Promise<void> => {
    const fits = (name: string): boolean => (typeof option === 'string' ? name === option : option.test(name))
    const names = (): Promise<string[]> => select.locator('option').allTextContents()
    // What was written before is offered once the page has read the desk again.
    await expect.poll(async () => (await names()).some(fits), { timeout: 20_000 }).toBe(true)
    const found = (await names()).find(fits) ?? ''
    await select.selectOption({ label: found })
  }
  const type = (form: Locator, label: string, text: string) =>
    form.getByRole('textbox', { name: label, exact: true }).last().fill(text)

  test('a desk is made from pasted text by slots alone: no model, no chat, no file', async () => {
    const page = await studio.page('/desks')
    await page.getByLabel('Name of the desk').fill('bikes')
    await page.getByLabel('Text of the procedure (Markdown)').fill(read('sop.md'))
    await press(page, 'Create the desk')
    await page.getByText('draft: 7 lines open').waitFor()
    await page.getByLabel('You accept as').fill('Ann Lee')
    // a sentence nobody has spoken of cannot be accepted, by key or by button
    await page.locator('h1').click()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    expect(await page.getByRole('button', { name: /^Accept / }).count()).toBe(0)

    // 1#1: a request, something to ask for, a record: all new
    let form = await saying(page, '1#1')
    await form.getByRole('button', { name: 'Write it' }).click()
    await form.getByText('Something is not filled in yet.').waitFor()
    await type(form, 'What the request is called', 'deposit')
    await choose(form, 'What', 'something new …')
    await type(form, 'What is asked for', 'booking no')
    await form.getByRole('button', { name: 'And then' }).click()
    await choose(form, 'Then the agent', 'looks up')
    await choose(form, 'What', 'something new …')
    await type(form, 'What is looked up', 'booking')
    await choose(form, 'Found by', 'the booking no')
    await look(page, 'slots')
    await written(page, form)

    form = await saying(page, '1#2')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await choose(form, 'What is compared', 'the booking')
    await choose(form, 'Value', 'not found')
    await choose(form, 'Then the agent', 'says')
    await choose(form, 'What', 'something new …')
    await type(form, 'Short name of it', 'booking unknown')
    await choose(form, 'As', 'an explanation')
    await type(form, 'In words, as a good agent would say it', 'I cannot find a booking with that number.')
    await choose(form, 'After that', 'the conversation is over')
    await written(page, form)

    // 1#3: the figure of the sentence is offered, with its bound
    form = await saying(page, '1#3')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await choose(form, 'What is compared', 'something new …')
    await type(form, 'What it is called', 'days out')
    await choose(form, 'Who knows it', 'the booking shows it')
    await choose(form, 'What it is', 'a figure')
    await form.getByRole('button', { name: 'In the sentence: 4 days' }).click()
    expect(await form.getByRole('combobox', { name: 'How', exact: true }).inputValue()).toBe('<=')
    await choose(form, 'Then the agent', 'does')
    await choose(form, 'What', 'something new …')
    await type(form, 'What is done (a verb first)', 'refund deposit')
    await form.getByLabel('the booking no', { exact: true }).check()
    await choose(form, 'After that', 'the conversation is over')
    await written(page, form)

    form = await saying(page, '1#4')
    await choose(form, 'Then the agent', 'says')
    await choose(form, 'What', 'something new …')
    await type(form, 'Short name of it', 'came back late')
    await choose(form, 'As', 'a refusal')
    await type(
      form,
      'In words, as a good agent would say it',
      'The bike came back too late, so there is no refund.',
    )
    await choose(form, 'After that', 'the conversation is over')
    await written(page, form)

    // it forbids something too
    form = await saying(page, '1#4', 'Say more')
    await choose(form, 'What is this sentence?', 'something is never done')
    await choose(form, 'What is never done', 'refund deposit')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await choose(form, 'What is compared', 'the days out of the booking')
    await choose(form, 'How', 'is more than')
    await type(form, 'Value', '4')
    await written(page, form)

    // 1#5 comes before the days are looked at
    form = await saying(page, '1#5')
    await choose(form, 'Where in the procedure', 'if there is such a row: booking')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await choose(form, 'What is compared', 'something new …')
    await type(form, 'What it is called', 'status')
    await choose(form, 'Who knows it', 'the booking shows it')
    await choose(form, 'What it is', 'one of a list')
    await type(form, 'The list, with commas', 'back, stolen')
    await type(form, 'Value', 'stolen')
    await choose(form, 'Then the agent', 'hands over to')
    await choose(form, 'What', 'something new …')
    await type(form, 'Team or reason', 'claims team')
    await written(page, form)

    form = await saying(page, '1#6')
    await choose(form, 'Where in the procedure', 'after: refund deposit')
    await choose(form, 'Then the agent', 'says')
    await choose(form, 'What', 'something new …')
    await type(form, 'Short name of it', 'refund takes')
    await type(form, 'In words, as a good agent would say it', 'The money takes 5 working days.')
    await form.getByLabel('5 working days').check()
    await written(page, form)
    // wrong, and taken back; then right
    form = await saying(page, '2#1')
    await choose(form, 'What is this sentence?', 'a step that is there already does it')
    await form.getByLabel('deposit: look up the booking').check()
    await written(page, form)
    await press(page, 'Take it back: 2#1')
    form = await saying(page, '2#1')
    await choose(form, 'What is this sentence?', 'a fact: it asks nothing of the agent')
    await written(page, form)
    await page.getByText('1 of 7 sentences accepted, 6 open; 1 assumption open').waitFor()
    await look(page, 'said')

    for (const [clause] of [['1#1'], ['1#2'], ['1#3'], ['1#4'], ['1#5'], ['1#6']] as const)
      await press(page, `Accept ${clause}`)
    await page.getByText('7 of 7 sentences accepted').waitFor()
    expect(file('outline.yaml')).toContain('accepted: "Ann Lee"')
    await press(page, /^Accept the assumption/)
    await page.getByText('accepted', { exact: true }).waitFor()
    await look(page, 'accepted')
  })

  test('a chat’s answer becomes a draft, and every line is accepted by name', async () => {
    const chatFile = (name: string): string => readFileSync(join(folder, 'packs/bikes-by-chat', name), 'utf8')
    const page = await studio.page('/desks')
    await page.getByLabel('Name of the desk').fill('bikes-by-chat')
    await page.getByLabel('Text of the procedure (Markdown)').fill(read('sop.md'))
    await press(page, 'Create the desk')
    await page.getByText('draft: 7 lines open').waitFor()
    await page.getByLabel('You accept as').fill('Ann Lee')

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

    // the answer has a wrong figure: a gate asks about it, and says why
    const line = page.locator('#line-1\\#3')
    await line.getByText('Why?').click()
    await line.getByText('A figure of the sentence has to be in the graph').waitFor()
    await look(page, 'outline')

    // a word of the gloss is a place in the graph
    await line.getByTitle('Change this figure').first().click()
    await line.getByLabel('figure').fill('4')
    await line.getByRole('button', { name: 'Write' }).click()
    await expect.poll(() => chatFile('graph.yaml')).toContain('records.booking.days_out <= 4')
    await page.getByText('Written. 1 file has changed: graph.yaml').waitFor()
    await expect.poll(() => line.getByText('Why?').count()).toBe(0)

    await press(page, 'Accept 6 lines without a question')
    await page.getByText('6 of 7 sentences accepted').waitFor()
    expect(chatFile('outline.yaml')).toContain('accepted: "Ann Lee"')
    // by keyboard: to the next open sentence, and accept it
    await page.locator('h1').click()
    await page.keyboard.press('o')
    await page.locator('li[aria-current=true]').waitFor()
    await page.keyboard.press('a')
    await page.getByText('7 of 7 sentences accepted').waitFor()
    await press(page, /^Accept the assumption/)
    await page.getByText('accepted', { exact: true }).waitFor()
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
    await page.getByRole('link', { name: 'write cases' }).waitFor()
    await look(page, 'signed-off')
    // a difference leads to the sentence
    await page.locator('aside').getByRole('button').first().click()
    await page.locator('article').getByRole('link').first().click()
    await page.locator('li[aria-current=true]').waitFor()
  })

  const CASES = [
    { id: 'in-time', booking: 'BK-7', days: '3', status: 'back', end: 'write', clause: '1#3' },
    { id: 'too-late', booking: 'BK-8', days: '9', status: 'back', end: 'declined', clause: '1#4' },
    { id: 'stolen-bike', booking: 'BK-9', days: '2', status: 'stolen', end: 'handover', clause: '1#5' },
  ] as const

  test('three cases are written as forms and played at once; a case against the desk is refused', async () => {
    const page = await studio.page('/desks/bikes?tab=cases')
    await page.getByText('Not covered by your cases').waitFor()
    for (const { id, booking, days, status, end, clause } of CASES) {
      await press(page, 'Write a case')
      await page.getByLabel('Name of the case').fill(id)
      await page.getByLabel('Customer', { exact: true }).fill('Ines Falk')
      await page.getByLabel('It is about').selectOption('deposit')
      await page.getByLabel('What they want, in their words').fill('my deposit back')
      if (end === 'write') {
        await page.getByText('At this desk today is').waitFor()
        // what was typed survives a look at another tab
        await page.getByRole('link', { name: 'Procedure' }).click()
        await page.locator('#line-1\\#3').waitFor()
        await page.getByRole('link', { name: 'Cases' }).click()
        await expect.poll(() => page.getByLabel('Name of the case').inputValue()).toBe(id)
      }
      await page.getByLabel('booking no: known or not').selectOption('knows')
      await page.getByLabel('booking no', { exact: true }).fill(booking)
      await page.getByLabel('booking', { exact: true }).fill(booking)
      await page.getByLabel('a row of this case').check()
      await page.getByLabel('days_out').fill(days)
      await page.getByLabel(/^status/).selectOption(status)
      await page.getByLabel('The sentence that decides').selectOption(clause)
      if (end === 'handover') await page.getByLabel('Kind').selectOption('must-escalate')
      if (end === 'declined') {
        // the text declines it: a case that expects a refund contradicts the desk
        await page.getByLabel('In the end').selectOption('write')
        await press(page, 'Write the case')
        await page.getByText('Nothing was written:').waitFor()
        await page.getByLabel('Trap').selectOption('no_refund_deposit')
        await page.getByLabel('Kind').selectOption('adversarial')
      }
      await page.getByLabel('In the end').selectOption(end)
      if (end === 'write') await page.getByLabel('with booking_no').fill(booking)
      await press(page, 'Play it')
      await page.getByText('With an agent that gives in').waitFor()
      if (end === 'declined') await look(page, 'case')
      await press(page, 'Write the case')
      await page.getByText('Written. 1 file has changed: cases/cases.yaml').waitFor()
    }
    await page.getByText('Your cases (3)').waitFor()
    expect(file('cases/cases.yaml').match(/^- id: /gm)).toHaveLength(3)
  })

  test('checked, audited, run with a module agent; a failing case is explained', async () => {
    const page = await studio.page('/desks/bikes?tab=check')
    await page.getByText('No errors.').waitFor()
    await press(page, 'Quick audit (100 honest conversations)')
    await page.getByText('done', { exact: true }).waitFor()
    await page.getByText('planted', { exact: false }).first().waitFor()
    await look(page, 'audit')

    await page.getByRole('link', { name: 'Start a run with this desk' }).click()
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

  test('a person plays the agent: a tool as a form, words, and the verdicts at the end', async () => {
    const page = await studio.page('/play?case=bikes/in-time')
    await page.getByLabel('Your message').fill('What is the booking no?')
    await press(page, 'Send')
    await page.getByText('BK-7').first().waitFor()
    await page.getByRole('combobox', { name: 'Tool', exact: true }).selectOption('look_up_booking')
    await page.getByLabel('booking_no').fill('BK-7')
    await press(page, 'Call it')
    await page.getByText('answers').waitFor()
    await look(page, 'play')
    await press(page, 'Stop and be judged')
    await page.getByText('You stopped here. It is over.').waitFor()
    expect(await page.getByText('agent.failed').count()).toBe(0)
    await page.getByRole('note').first().waitFor()
    await look(page, 'play-end')
  })

  test('an editor was first: the edit is not written, both versions are shown, and the page loads what is there', async () => {
    const page = await studio.page('/desks/bikes')
    await page.getByText('7 of 7 sentences accepted').waitFor()
    const before = file('outline.yaml')
    const sop = join(folder, 'packs/bikes/sop.md')
    writeFileSync(sop, `${readFileSync(sop, 'utf8')}Helmets are free.\n`)
    await press(page, 'Open again: 1#1')
    await page.getByText('Your change was not written.').waitFor()
    await page.getByText('+ Helmets are free.').waitFor()
    expect(file('outline.yaml')).toBe(before)
    await press(page, 'Load what is there now')
    await page.getByText('7 of 8 sentences accepted, 1 open').waitFor()
    await page.getByRole('button', { name: 'Say what it is: 2#2' }).waitFor()

    // a sentence that is changed in the page opens itself and no other
    await press(page, 'Edit the text')
    const text = page.getByLabel('Text of the procedure (Markdown)')
    await text.fill((await text.inputValue()).replace('5 working days', '6 working days'))
    await press(page, 'Show what changes')
    await page.getByRole('button', { name: 'Write', exact: true }).click()
    await page.getByText('6 of 8 sentences accepted, 2 open').waitFor()
    for (const [clause, isOpen] of [
      ['1#3', 0],
      ['1#5', 0],
      ['1#6', 1],
      ['2#2', 1],
    ] as const) {
      const line = page.locator(`#line-${clause.replace('#', '\\#')}`)
      expect([clause, await line.getByText(/^open: /).count()]).toEqual([clause, isOpen])
    }
    expect(studio.errors().filter((each) => !each.includes('409'))).toEqual([])
  })

  test('without --edit the same desk is shown, and nothing about it can be said', async () => {
    const reader = await openStudio(folder)
    try {
      const page = await reader.page('/desks/bikes')
      await page.getByText('6 of 8 sentences accepted, 2 open').waitFor()
      await page.getByText('These pages are read-only.').waitFor()
      expect(
        await page.getByRole('button', { name: /^(Say|Accept|Open again|Take it back|Edit)/ }).count(),
      ).toBe(0)
      await page.locator('h1').click()
      await page.keyboard.press('o')
      await page.locator('li[aria-current=true]').waitFor()
      await page.keyboard.press('s')
      expect(await page.getByRole('region', { name: 'What is this sentence?' }).count()).toBe(0)
      expect(reader.errors()).toEqual([])
    } finally {
      await reader.close()
    }
  })
})
