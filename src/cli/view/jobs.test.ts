import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import type { RunChoices } from '../../report/studio-views/job-view.ts'
import { JobWish, openJobs, type RunWish, runWords } from './jobs.ts'

/** A command line that answers at once, waits to be stopped, or fails: by its words. */
const CLI = `
const words = process.argv.slice(2)
const say = (line) => process.stderr.write(JSON.stringify(line) + '\\n')
if (words.some((word) => word.startsWith('--resume'))) {
  console.log(JSON.stringify({ error: { message: 'No such run.', hint: 'Look again.' } }))
  process.exit(2)
} else if (!words.includes('--dry-run')) {
  say({ type: 'run.began', run: 'r-1' })
  const answer = () => { console.log(JSON.stringify({ run: 'r-1' })); process.exit(130) }
  process.on('SIGINT', answer)
  setInterval(() => undefined, 1000)
} else {
  console.log(JSON.stringify({ trials: 6, cases: 3, model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0, parties: [] }))
}
`
const folder = tempFolder()
const cli = join(folder, 'cli.mjs')
writeFileSync(cli, CLI)
const jobs = openJobs({ cli, store: 'x.db', workingFolder: folder, clock: () => 0 })
afterAll(() => jobs.close())

const CHOICES: RunChoices = {
  agents: [{ id: 'mine', kind: 'yours', about: '' }],
  packs: ['desk'],
  suites: ['smoke'],
  keys: [],
}
const WISH: RunWish = { agents: ['mine'], packs: ['desk'], suite: null, trials: 2, seed: 1 }
const stateOf = (id: string) => jobs.list().find((job) => job.id === id)

test('a run is started as the command a person would type, watched, and stopped', async () => {
  const { id, command } = jobs.start({ do: 'run', ...WISH }, CHOICES)
  expect(command).toBe('sage run --agent=mine --pack=desk --trials=2 --seed=1')
  await expect.poll(() => stateOf(id)).toMatchObject({ state: 'running', run: 'r-1' })
  expect(jobs.stop(id).state).toBe('stopping')
  await expect.poll(() => stateOf(id)?.state).toBe('done')
})

test('what a command complains of is shown', async () => {
  const { id } = jobs.start({ do: 'resume', run: 'r-9' }, CHOICES)
  await expect.poll(() => stateOf(id)).toMatchObject({ state: 'failed', says: 'No such run. Look again.' })
})

test('an estimate is the dry run of the same words', async () => {
  expect(await jobs.estimate(WISH, CHOICES)).toMatchObject({ trials: 6, cases: 3 })
})

test('with the studio everything it started ends', async () => {
  const own = openJobs({ cli, store: 'x.db', workingFolder: folder, clock: () => 0 })
  const { id } = own.start({ do: 'run', ...WISH }, CHOICES)
  await expect.poll(() => own.list()[0]?.run).toBe('r-1')
  await own.close()
  await expect.poll(() => own.list().find((job) => job.id === id)?.state).not.toBe('running')
})

test.each([
  ['a file', './agent.ts'],
  ['an address', 'http://127.0.0.1:9/x'],
  ['an option', '--config=/etc/passwd'],
  ['a command', 'command: rm -rf /'],
  ['a name that is not in the list', 'other'],
])('%s is no agent a page can run', (_name, agent) => {
  expect(() => runWords({ ...WISH, agents: [agent] }, CHOICES)).toThrow('cannot run')
})

test('a model by its name is one; packs and suites are those of the list', () => {
  expect(runWords({ ...WISH, agents: ['openai:gpt-5-mini'] }, CHOICES)).toContain('--agent=openai:gpt-5-mini')
  expect(() => runWords({ ...WISH, packs: ['../desk'] }, CHOICES)).toThrow('cannot run')
  expect(() => runWords({ ...WISH, suite: './mine.yaml' }, CHOICES)).toThrow('cannot run')
  expect(JobWish.safeParse({ do: 'audit', desk: '/etc', quick: true }).success).toBe(false)
  expect(JobWish.safeParse({ do: 'run', ...WISH, store: '/tmp/x.db' }).success).toBe(false)
})
