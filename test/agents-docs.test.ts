import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Turn, TurnAnswer } from '../src/conversation/protocol/wire.ts'
import { AGENT_KINDS } from '../src/runner/agents/kinds.ts'
import { mappingProblems, readMapping } from '../src/runner/agents/shared/mapping-file.ts'
import { readConfig } from '../src/runner/settings/config-file.ts'
import { freePort, untilAnswered } from './agents/free-port.ts'
import { lunchbox, outsideAgent, trialWith } from './agents/trial.ts'
import { ROOT } from './architecture/source-files.ts'

/** docs/agents.md promises no more than there is. */
const page = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8')
const blocks = [...page.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)].map(([, indent = '', text = '']) =>
  text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
)

test('the table on the page has the kinds of agents, each as its declaration says', () => {
  const [, table = ''] = /\| you have \|.*\n\|---.*\n([\s\S]*?)\n\n/.exec(page) ?? []
  const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  const declared = AGENT_KINDS.flatMap(({ docs }) => (docs === null ? [] : [docs]))
  expect(rows.map(([, have]) => have).sort()).toEqual(declared.map(({ have }) => have).sort())
  for (const { have, write } of declared)
    expect(rows.find(([, first]) => first === have)?.[2]).toMatch(`\`${write}\``)
})

test('every sage.yaml on the page is one', () => {
  const configs = blocks.filter((text) => text.includes('agents:'))
  expect(configs.length).toBe(3)
  expect(configs.flatMap((text) => readConfig('docs/agents.md', text).problems)).toEqual([])
})

test('the mapping on the page is one, for the pack it names', async () => {
  const [text = ''] = blocks.filter((block) => block.startsWith('# mapping.yaml'))
  const reading = readMapping('docs/agents.md', text)
  const tools = new Set((await lunchbox()).world.tools.keys())
  expect([...reading.problems, ...mappingProblems(reading, tools)]).toEqual([])
})

const python = spawnSync('python3', ['--version']).status === 0

test.skipIf(!python)(
  `the whole agent on the page answers${python ? '' : ' (skipped: there is no python3 here)'}`,
  async () => {
    const [, text = ''] = /^ *```python\n([\s\S]*?)^ *```/m.exec(page) ?? []
    const port = await freePort()
    const source = text.replaceAll(/^ {3}/gm, '').replace('8601', String(port))
    const service = spawn('python3', ['-c', source], { stdio: 'ignore' })
    try {
      await untilAnswered(port)
      const request = outsideAgent('http', [`http://127.0.0.1:${port}/turn`], { protocol: 'observed' })
      const events = await trialWith(request, await lunchbox(), 'cancel-in-time')
      expect(events.filter(({ type }) => type === 'fault.raised')).toEqual([])
    } finally {
      service.kill()
      await once(service, 'exit')
    }
  },
)

test('turn and answer are told with all their members', () => {
  const told = new Set(
    [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
  )
  const members = [...Object.keys(Turn.shape), ...Object.keys(TurnAnswer.shape)]
  expect(members.filter((name) => !told.has(name))).toEqual([])
})

test('links lead somewhere', () => {
  const links = [...page.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => join(ROOT, 'docs', link))
  expect(links.filter((link) => !existsSync(link) && !link.endsWith('models.md'))).toEqual([])
})
