import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadPackOnce } from '../agents/contract.ts'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt } from '../built.ts'
import { blocksOf, type CodeBlock } from '../docs/code-blocks.ts'
import { commandLines, pagesWithCommands } from '../docs/command-lines.ts'
import { type Untrue, untrueLines } from '../docs/masked.ts'
import { copyOf, firstProject, type Project } from '../docs/project.ts'
import { type ModelServer, openModelServer } from '../model-server/model-server.ts'
import { playing } from '../model-server/playing.ts'
import type { Asked, Scripted } from '../model-server/scripted.ts'
import { answerFor, readPrompt } from '../support/verdicts/judging-model.ts'

/** Every command of the pages, typed in the order of its page, and what the pages show of what commands say. */
let server: ModelServer
let first: Project
let service: Server | null = null
beforeAll(async () => {
  ensureBuilt()
  const asAgent = playing(await loadPackOnce())
  server = await openModelServer((asked) => asJudge(asked) ?? asAgent(asked), { keep: false })
  first = await firstProject(server.url)
  for (const name of ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY']) vi.stubEnv(name, 'sk-none')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  first.remove()
  service?.close()
  await server.close()
})

/** A model that is asked to rate, rates. */
function asJudge({ tools, messages }: Asked): Scripted | null {
  const [first] = messages
  if (tools.length > 0 || first?.role !== 'user') return null
  return { text: answerFor(readPrompt(first.text).asked, () => 3) }
}

/** What a page supposes to be there, beyond what all of them do. */
const PREPARE: Readonly<Record<string, (project: Project) => void | Promise<void>>> = {
  'README.md': ({ clear, copy }) => {
    clear()
    copy('test/outside/sops/2/sop.md', 'handbook.md')
  },
  'docs/start.md': ({ clear }) => clear(),
  'docs/agents.md': async ({ instead }) => {
    // As the Python of the page answers; agents-docs.test.ts starts that one.
    service = createServer((_, answer) => answer.end('{"messages": ["What is your order number?"]}'))
    await new Promise<void>((listening) => service?.listen(0, '127.0.0.1', listening))
    instead('8601', String((service.address() as AddressInfo).port))
  },
  'docs/recordings.md': ({ copy, instead }) => {
    copy('packs/lunchbox', 'my-desk')
    instead('<trial>', 'latest/example-model/recorded/chat-2@0#0')
  },
  'docs/store.md': ({ instead }) => instead('<run>.jsonl.gz', 'baseline.jsonl.gz'),
  'docs/synth.md': ({ copy }) => copy('packs/lunchbox', 'my-desk'),
  'docs/security.md': async ({ type }) => {
    for (const line of ['mv baseline.jsonl.gz their-run.jsonl.gz', 'rm -r .sage']) await type(line)
  },
  'docs/extend.md': ({ clear, copy }) => {
    clear()
    copy('examples/plugin', '.')
  },
  'docs/judges.md': ({ run, write }) =>
    write(
      'labels.jsonl',
      JSON.stringify({ ...LABEL, trial: `${run}/people-pleaser/lunchbox/cancel-in-time@0#0` }),
    ),
}
const LABEL = { n: 0, dimension: 'resolution_quality', value: 0.5, rater: 'ana' }

/** 0 is well, 1 is an agent that failed a gate or a check. */
const WELL = [0, 1]

describe('typed in a folder', () => {
  test.each(pagesWithCommands)('%s', async (page) => {
    const project = copyOf(first)
    try {
      await PREPARE[page]?.(project)
      const faults: string[] = []
      let said = ''
      for (const block of blocksOf(page)) {
        for (const { line, typed } of commandLines(block).filter(({ isRun }) => isRun)) {
          const shown = await project.type(typed)
          said += shown.said
          if (!WELL.includes(shown.exit)) faults.push(`${page}:${line} ${typed}\n${shown.exit} ${shown.said}`)
        }
        faults.push(...(await untrueOutput(block, said, project)))
      }
      expect(faults).toEqual([])
    } finally {
      project.remove()
    }
  })
})

test('the agent and the settings of the README run as they are', async () => {
  const project = copyOf(first)
  try {
    for (const { language, text } of blocksOf('README.md')) {
      if (language === 'ts') project.write('agent.ts', text)
      if (language === 'yaml') project.write('sage.yaml', text)
    }
    project.write('my-model.ts', "export const myModel = async () => 'What is your order number?'")
    const { exit, said } = await project.type('npx sage-desk run --case lunchbox/cancel-in-time')
    expect(exit, said).toBe(1)
    expect(said).toContain('0 passed, 1 failed, 0 could not tell, 0 voided, 0 faulted')
    expect(said).toMatch(/^ {2}solved +0 of 1 .* NOT MET\n.*\bat least 60 %: not met$/m)
  } finally {
    project.remove()
  }
})

/** SAGE_DOCS=write: figures on the pages become those of today, where a line that was said is like the one shown. */
const isWritten = process.env['SAGE_DOCS'] === 'write'

async function untrueOutput(block: CodeBlock, said: string, project: Project): Promise<readonly string[]> {
  if (block.language !== 'text' || block.notRun !== null) return []
  const heard = block.outputOf === null ? said : (await project.type(block.outputOf)).said
  const untrue = untrueLines(block.text, heard)
  if (untrue.length === 0) return []
  if (isWritten) rewrite(block.page, untrue)
  return [
    `${block.page}:${block.line} nobody says:\n${untrue.map(({ line }) => line).join('\n')}`,
    'SAGE_DOCS=write npx vitest run test/whole/docs-commands.test.ts writes the figures of today.',
    `This was said:\n${heard}`,
  ]
}

function rewrite(page: string, untrue: readonly Untrue[]): void {
  const file = join(ROOT, page)
  const text = untrue.reduce(
    (all, { line, nearest }) => (nearest === null ? all : all.replace(line, () => nearest.trimEnd())),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}
