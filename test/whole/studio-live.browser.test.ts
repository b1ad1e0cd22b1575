import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLI, ensureBuilt } from '../built.ts'
import { type OpenedStudio, openStudio, runSage } from '../studio-testing.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A run that another process is writing while people look at it. */
const folder = tempFolder()
let studio: OpenedStudio
beforeAll(async () => {
  ensureBuilt()
  runSage(folder, 'run', '--pack', 'lunchbox', '--case', 'lunchbox/torn-strap-no-photo', '--agent', 'oracle')
  studio = await openStudio(folder)
})
afterAll(() => studio?.close())

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('close', resolve))

const Asked = z.object({ conversation: z.string() })

/**
 * A service as agent that answers `conversations` of them and then waits to be let on: however fast the machine, the run
 * stands in its middle for as long as it is looked at.
 */
async function holdingAgent(conversations: number) {
  const begun = new Set<string>()
  let letOn = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letOn = resolve
  })
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      begun.add(Asked.parse(JSON.parse(text)).conversation)
      const answer = () =>
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ messages: ['I cannot help you with that. Goodbye!'] }))
      if (begun.size <= conversations) answer()
      else void held.then(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/turn`, letOn, close: () => server.close() }
}

test('a run shows itself, grows and ends without a reload; looking at it blocks and changes nothing', async () => {
  const agent = await holdingAgent(4)
  writeFileSync(
    join(folder, 'sage.yaml'),
    `agents:\n  - { id: held, http: '${agent.address}', protocol: observed, timeout_seconds: 600 }\n`,
  )
  const page = await studio.page('/runs')
  await page.getByRole('row').nth(1).waitFor()
  const before = await page.getByRole('row').count()
  const words = 'run --pack lunchbox --trials 1 --agent held --concurrency 1 --json'.split(' ')
  const child = spawn(process.execPath, [CLI, ...words], { cwd: folder })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const done = ended(child)
  // The list asks again by itself; the newest run stands first.
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(before)
  await page.getByRole('row').nth(1).getByRole('link').click()
  const stored = async (): Promise<number> => {
    const text = (await page.locator('dl dd').first().textContent()) ?? ''
    return Number(/[\d,]+/.exec(text)?.[0].replace(',', '') ?? 0)
  }
  await expect.poll(stored).toBe(4)
  await page.getByText('running', { exact: true }).waitFor()
  agent.letOn()
  expect([0, 1]).toContain(await done)
  agent.close()
  const result: { trials: number; faulted: number } = JSON.parse(out)
  expect(result.faulted).toBe(0)
  expect(result.trials).toBeGreaterThan(4)
  await page.getByText('finished', { exact: true }).waitFor()
  await expect.poll(stored).toBe(result.trials)
  await expect
    .poll(() => page.getByRole('table', { name: 'Cases and agents' }).getByRole('link').count())
    .toBeGreaterThan(0)
  expect(studio.errors()).toEqual([])
})
