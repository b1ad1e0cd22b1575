import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileWith } from '../../src/cli/commands/compile.ts'
import type { Asked } from '../../src/cli/terminal/command.ts'
import { NO_COLOURS } from '../../src/cli/terminal/terminal.ts'
import { OutlineFile } from '../../src/compile/outline/outline-file.ts'
import { checkPackFolder } from '../../src/runner/packs/check-pack-folder.ts'
import { loadAcceptedPack, loadPack } from '../../src/runner/packs/load-pack.ts'
import { newPack } from '../../src/runner/packs/new-pack.ts'
import { ROOT } from '../architecture/source-files.ts'
import { sageIn } from '../sage-in.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-outline-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const UNSEEN = join(ROOT, 'test/outside/sops')
const unseen = (n: string, file: string): string => join(UNSEEN, n, file)

type Json = {
  readonly sentences: number
  readonly accepted: readonly unknown[]
  readonly open: readonly { readonly clause: string; readonly why: string }[]
  readonly questions: readonly unknown[]
  readonly gaps: readonly unknown[]
  readonly draft: boolean
  readonly prompts?: number
  readonly calls?: number
  readonly blind?: readonly unknown[]
}

async function sage(
  words: readonly string[],
  options: object,
  more: { typed?: readonly string[]; answers?: readonly string[] } = {},
) {
  const typed = [...(more.typed ?? [])]
  const answers = [...(more.answers ?? [])]
  const said: string[] = []
  const asked: Asked = {
    words,
    options,
    workingFolder: folder,
    terminal: {
      out: (text) => void said.push(text),
      err: (text) => void said.push(text),
      live: false,
      columns: 100,
      paint: NO_COLOURS,
      openInput: () => ({ next: async () => typed.shift(), close: () => undefined }),
    },
  }
  const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, reasoningTokens: 0 }
  const prompts: string[] = []
  const answer = await compileWith(asked, async () => () => ({
    id: 'test:model',
    complete: async ({ messages }) => {
      prompts.push(messages.at(-1)?.content ?? '')
      return { text: answers.shift() ?? '', usage }
    },
    step: async () => {
      throw new TypeError('not asked for')
    },
  }))
  return { answer, json: answer.json as Json, said: said.join(''), prompts }
}

describe('from an SOP alone', () => {
  test('[L4] sage pack new makes a pack that loads as a draft; nothing in it is accepted', async () => {
    await newPack('desk', { from: unseen('2', 'sop.md'), workingFolder: folder })
    const dir = join(folder, 'desk')
    expect((await checkPackFolder(dir, folder)).filter(({ severity }) => severity === 'error')).toEqual([])
    expect((await loadPack(dir)).id).toBe('desk')
    await expect(loadAcceptedPack(dir)).rejects.toThrow('is a draft')
    const { json } = await sage(['desk'], {})
    expect(json.draft).toBe(true)
    expect(json.accepted).toEqual([])
    expect(json.open).toHaveLength(json.sentences)
  })

  test.each(readdirSync(UNSEEN))(
    '[L5] unseen SOP %s: a chat’s answer is read, checked, written as a draft that loads; no line is accepted',
    async (n) => {
      await newPack('desk', { from: unseen(n, 'sop.md'), workingFolder: folder })
      const { answer, json } = await sage(['desk'], { answer: unseen(n, 'answer.txt') })
      expect(answer.exit).toBe(1)
      expect(json.accepted).toEqual([])
      expect(json.open).toHaveLength(json.sentences)
      const dir = join(folder, 'desk')
      expect((await checkPackFolder(dir, folder)).filter(({ severity }) => severity === 'error')).toEqual([])
      await expect(loadAcceptedPack(dir)).rejects.toThrow('is a draft')
    },
  )

  test('what was filled in by hand before the answer came stays, and the prompt shows it', async () => {
    await newPack('desk', { from: unseen('2', 'sop.md'), workingFolder: folder })
    const first = await sage(['desk'], { prompt: true })
    await sage(['desk'], { answer: unseen('2', 'answer.txt') })
    const tables = readFileSync(join(folder, 'desk/world.yaml'), 'utf8')
    const tools = readFileSync(join(folder, 'desk/tools.yaml'), 'utf8')
    rmSync(join(folder, 'desk'), { recursive: true })

    await newPack('desk', { from: unseen('2', 'sop.md'), workingFolder: folder })
    writeFileSync(join(folder, 'desk/world.yaml'), `# mine\n${tables}`)
    writeFileSync(join(folder, 'desk/tools.yaml'), tools)
    expect((await sage(['desk'], { prompt: true })).answer.text).not.toBe(first.answer.text)
    const { said } = await sage(['desk'], { answer: unseen('2', 'answer.txt') })
    expect(said).toContain('kept world.yaml: you have changed it')
    expect(said).toContain('drafted lexicon.yaml')
    expect(readFileSync(join(folder, 'desk/world.yaml'), 'utf8')).toBe(`# mine\n${tables}`)
    const problems = await checkPackFolder(join(folder, 'desk'), folder)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('a new pack is not blamed for what nobody has written yet', async () => {
    const dir = join(folder, 'text.md')
    writeFileSync(
      dir,
      '# Desk\n\n## 1 Repeats\n\nAsk for the number of the repeat slip. With a red flag we book nothing. Cancel only when the patient agrees.\n',
    )
    await newPack('desk', { from: 'text.md', workingFolder: folder })
    expect((await sage(['desk'], { lint: true })).answer.text).toBe('nothing found')
    const { err, out } = await sageIn(folder, ['pack', 'check', './desk'])
    expect(err.match(/line-open|are open|is open/g)).toEqual(['is open', 'is open', 'is open'])
    expect(out).not.toContain('error')
    await newPack('long', { from: unseen('2', 'sop.md'), workingFolder: folder })
    const long = await sageIn(folder, ['pack', 'check', './long'])
    expect(long.err.match(/sentences are open, this is the first/g)).toHaveLength(1)
    expect(long.err).toContain('sage compile long lists them')
    expect(long.err).not.toContain('is open:')
  })

  test('[L6] a model is asked once, told what the checker found, and then answers situations without the graph', async () => {
    await newPack('desk', { from: unseen('2', 'sop.md'), workingFolder: folder })
    const good = readFileSync(unseen('2', 'answer.txt'), 'utf8')
    const answers = ['I cannot do that.', good, '{"answers": ["c", "b"]}']
    const { json, prompts } = await sage(['desk'], { model: 'test:model' }, { answers })
    expect(json.calls).toBe(3)
    expect(prompts[1]).toContain('cannot be used')
    expect(prompts[2]).not.toContain('graph:')
    expect(json.blind?.length).toBeGreaterThan(0)
    expect(json.draft).toBe(true)
  })

  test('[L6] an answer that stays unusable after three repairs writes nothing', async () => {
    await newPack('desk', { from: unseen('2', 'sop.md'), workingFolder: folder })
    const before = readFileSync(join(folder, 'desk/graph.yaml'), 'utf8')
    const { answer, prompts } = await sage(['desk'], { model: 'test:model' }, { answers: [] })
    expect(answer.exit).toBe(1)
    expect(prompts).toHaveLength(4)
    expect(readFileSync(join(folder, 'desk/graph.yaml'), 'utf8')).toBe(before)
  })

  test('[L6] --ask closes a proposal of 40 sentences in at most 60 prompts; what was accepted stays accepted', async () => {
    await newPack('desk', { from: unseen('1', 'sop.md'), workingFolder: folder })
    await sage(['desk'], { answer: unseen('1', 'answer.txt') })
    const { json } = await sage(
      ['desk'],
      { ask: true, by: 'Ann' },
      { typed: Array.from({ length: 80 }, () => 'y') },
    )
    expect(json.open).toEqual([])
    expect(json.draft).toBe(false)
    expect(json.prompts).toBeLessThanOrEqual(60)
    expect((await sage(['desk'], {})).answer.exit).toBe(0)
    expect((await loadAcceptedPack(join(folder, 'desk'))).id).toBe('desk')
  })
})

describe('a desk that is there', () => {
  beforeEach(() => cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true }))
  const file = (name: string): string => join(folder, 'desk', name)
  const edit = (name: string, from: string, to: string): void => {
    const text = readFileSync(file(name), 'utf8')
    expect(text).toContain(from)
    writeFileSync(file(name), text.replace(from, to))
  }

  test('nothing is open; --adopt makes the same outline from nothing', async () => {
    expect((await sage(['desk'], {})).answer.exit).toBe(0)
    rmSync(file('outline.yaml'))
    expect((await sage(['desk'], {})).json.open).toHaveLength(46)
    expect((await sage(['desk'], { adopt: 'Ann' })).json.open).toEqual([])
    expect(OutlineFile.parse(parse(readFileSync(file('outline.yaml'), 'utf8'))).lines).toHaveLength(46)
  })

  test('a sentence put in front: cites are renumbered in the file, one line is open', async () => {
    edit(
      'sop.md',
      'An order that is paid and not yet packed',
      'We are sorry. An order that is paid and not yet packed',
    )
    const { json, said } = await sage(['desk'], {})
    expect(said).toContain('renumbered')
    expect(json.open.map(({ clause }) => clause)).toEqual(['5#1'])
    expect(readFileSync(file('graph.yaml'), 'utf8')).toContain('to: trolley, cites: "5#4"')
  })

  test('[L5] a proposal that changes one guard opens the lines it changes, and says so in words', async () => {
    const graph = readFileSync(file('graph.yaml'), 'utf8').replace(
      'days_without_scan > 7',
      'days_without_scan > 17',
    )
    writeFileSync(join(folder, 'answer.txt'), graph)
    const { json, said } = await sage(['desk'], { answer: 'answer.txt' })
    expect(json.open.map(({ clause }) => clause)).toEqual(['3#2', '3#3', '3#4'])
    expect(said).toContain('+ [where is it] if more than 17 days since')
    expect(json.questions.length).toBeGreaterThan(0)
  })

  test('[L2d] --ask changes a figure by choice: the graph is edited, and the old gloss is accepted again', async () => {
    edit('graph.yaml', 'days_without_scan > 7"', 'days_without_scan > 17"')
    // the first prompt is a line a gate asks about: change its figure, which closes all of them
    const figure = ['c', '2', '7']
    const { json, said } = await sage(['desk'], { ask: true, by: 'Ann' }, { typed: ['l', ...figure] })
    expect(said).toContain('figure: 17')
    expect(readFileSync(file('graph.yaml'), 'utf8')).toContain('days_without_scan > 7"')
    expect(json.open).toEqual([])
  })
})
