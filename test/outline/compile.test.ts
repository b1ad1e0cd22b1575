import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileWith } from '../../src/cli/commands/compile.ts'
import type { Asked } from '../../src/cli/terminal/command.ts'
import { NO_COLOURS } from '../../src/cli/terminal/terminal.ts'
import { ownWord } from '../../src/compile/ask/own-word.ts'
import { OutlineFile } from '../../src/compile/outline/outline-file.ts'
import { checkPackFolder } from '../../src/runner/packs/check-pack-folder.ts'
import { readCompileFolder, stateOfFolder } from '../../src/runner/packs/compile-folder.ts'
import { loadAcceptedPack, loadPack } from '../../src/runner/packs/load-pack.ts'
import { newPack } from '../../src/runner/packs/new-pack.ts'
import { NO_EXTENSIONS } from '../../src/runner/plugins/extensions.ts'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt } from '../built.ts'
import { sageIn } from '../sage-in.ts'
import { emptyFolder } from '../support/temp-folder.ts'

const folder = emptyFolder()

const UNSEEN = join(ROOT, 'test/outside/sops')
const unseen = (n: string, file: string): string => join(UNSEEN, n, file)

type Json = {
  readonly sentences: number
  readonly accepted: readonly unknown[]
  readonly open: readonly { readonly clause: string; readonly why: string; readonly accept: unknown }[]
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
  more: { typed?: (shown: string) => string | undefined; answers?: readonly string[] } = {},
) {
  const answers = [...(more.answers ?? [])]
  const said: string[] = []
  const asked: Asked = {
    words,
    options,
    workingFolder: folder,
    own: NO_EXTENSIONS,
    terminal: {
      out: (text) => void said.push(text),
      err: (text) => void said.push(text),
      live: false,
      columns: 100,
      paint: NO_COLOURS,
      typed: more.typed !== undefined,
      openInput: () => ({ next: async () => more.typed?.(said.at(-1) ?? ''), close: () => undefined }),
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
    const { json } = await sage(['desk'], { ask: true, by: 'Ann' }, { typed: await reader('desk') })
    expect(json.open).toEqual([])
    expect(json.draft).toBe(false)
    expect(json.prompts).toBeLessThanOrEqual(60)
    expect((await sage(['desk'], {})).answer.exit).toBe(0)
    expect((await loadAcceptedPack(join(folder, 'desk'))).id).toBe('desk')
  })

  test.each(['y', 'f', '2', '\n'])(
    '[L12] a person who presses nothing but %j closes no proposal: each line takes its own figure or kind',
    async (key) => {
      await newPack('desk', { from: unseen('1', 'sop.md'), workingFolder: folder })
      await sage(['desk'], { answer: unseen('1', 'answer.txt') })
      let left = 60
      const typed = (): string | undefined => (left-- > 0 ? key : undefined)
      const { json } = await sage(['desk'], { ask: true, by: 'Ann' }, { typed })
      expect(json.open.length).toBeGreaterThan(json.sentences / 2)
      expect(json.draft).toBe(true)
    },
  )

  test('[L12] a real pipe accepts nothing', async () => {
    await newPack('desk', { from: unseen('1', 'sop.md'), workingFolder: folder })
    await sage(['desk'], { answer: unseen('1', 'answer.txt') })
    const outline = (): string => readFileSync(join(folder, 'desk/outline.yaml'), 'utf8')
    const before = outline()
    expect(piped('y\n1\n2\n3\nf\n'.repeat(100), 'compile', 'desk', '--ask', '--by', 'Ann')).toEqual({
      exit: 2,
      said: expect.stringContaining('piped input accepts nothing'),
    })
    expect(piped('4\n'.repeat(100), 'compile', 'desk', '--accept', '1#1', '--by', 'Ann').exit).toBe(2)
    expect(outline()).toBe(before)
  })
})

/** Somebody who reads each sentence and knows its figure or its kind. */
async function reader(desk: string): Promise<(shown: string) => string> {
  const { sop, graph, ...more } = await readCompileFolder(desk, folder)
  const right = new Map(
    stateOfFolder({ sop, graph, ...more }).lines.map((line) => {
      const { among, own } = ownWord(line, graph)
      return [String(line.clause.id), `${among.findIndex((word) => own.includes(word)) + 1}`]
    }),
  )
  return (shown) => right.get(/^(\S+#\d+) {2}/m.exec(shown)?.[1] ?? '') ?? 'y'
}

/** The program itself, with a file of answers behind a pipe. */
function piped(input: string, ...words: readonly string[]): { exit: number | null; said: string } {
  ensureBuilt()
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin/sage.js'), ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
  })
  return { exit: status, said: stderr }
}

describe('a desk that is there', () => {
  beforeEach(() => cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true }))
  const file = (name: string): string => join(folder, 'desk', name)
  const edit = (name: string, from: string, to: string): void => {
    const text = readFileSync(file(name), 'utf8')
    expect(text).toContain(from)
    writeFileSync(file(name), text.replace(from, to))
  }

  const outline = (): string => readFileSync(file('outline.yaml'), 'utf8')
  const refused = async (options: object): Promise<string> =>
    sage(['desk'], options).then(
      () => 'accepted',
      (error: Error) => error.message,
    )

  test('[L12] one line is accepted by its own figure or kind, by name; anything else is refused and says why', async () => {
    rmSync(file('outline.yaml'))
    const { json, answer } = await sage(['desk'], {})
    expect(json.open).toHaveLength(46)
    expect(json.open.find(({ clause }) => clause === '3#3')?.accept).toEqual({
      is: 'figure',
      among: ['1', '4', '7'],
    })
    expect(answer.text).toContain('accept with --figure, one of: 1, 4, 7')

    const by = 'Ann'
    expect(await refused({ accept: '3#3', figure: '4', by })).toBe(
      '"4" is not the figure of 3#3. It is one of: 1, 4, 7.',
    )
    expect(await refused({ accept: '3#3', kind: 'rule', by })).toContain(
      '3#3 has a figure: accept it with its figure',
    )
    expect(await refused({ accept: '1#2', figure: '7', by })).toContain(
      '1#2 has no figure: accept it with its kind',
    )
    expect(await refused({ accept: '1#2', kind: 'rule', by })).toBe(
      '"rule" is not the kind of 1#2. It is one of: fact, rule, tone.',
    )
    expect(await refused({ accept: '9#9', kind: 'rule', by })).toBe(
      'There is no sentence and no assumption 9#9.',
    )
    expect(await refused({ accept: '3#3,3#4', figure: '7', by })).toContain('There is no sentence')
    expect(await refused({ accept: '3#3', by })).toContain('by a figure of its sentence, or by its kind')
    expect(await refused({ accept: '3#3', figure: '7' })).toContain('The name of the person')
    expect(existsSync(file('outline.yaml'))).toBe(false)

    expect((await sage(['desk'], { accept: '3#3', figure: '7 days', by })).json.open).toHaveLength(45)
    expect((await sage(['desk'], { accept: '1#2', kind: 'fact', by })).json.open).toHaveLength(44)
    const lines = OutlineFile.parse(parse(outline())).lines.filter((line) => line.accepted !== undefined)
    expect(lines.map(({ clause, kind, accepted }) => [clause, kind, accepted])).toEqual([
      ['1#2', 'fact', 'Ann'],
      ['3#3', 'rule', 'Ann'],
    ])
  })

  test('[L12] one line a call: the option is not given twice', async () => {
    const { err, exit } = await sageIn(folder, ['compile', 'desk', '--accept', '3#3', '--accept', '3#4'])
    expect([exit, err]).toEqual([2, expect.stringContaining('Give it once.')])
  })

  test('[L12] an assumption is accepted by its item, with its kind', async () => {
    edit(
      'graph.yaml',
      '{ otherwise: gone, cites: "3#6" }',
      '{ otherwise: gone, assumed: "no other state is left" }',
    )
    const item = 'where_is_it/state>4'
    expect((await sage(['desk'], {})).json.gaps).toHaveLength(1)
    expect(await refused({ accept: item, kind: 'rule', by: 'Ann' })).toContain('accept it with its kind, gap')
    expect((await sage(['desk'], { accept: item, kind: 'gap', by: 'Ann' })).json.gaps).toEqual([])
    expect(await refused({ accept: item, kind: 'gap', by: 'Ann' })).toContain('is accepted already')
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
    // the lines have their new numbers too: nothing is renumbered a second time
    expect((await sage(['desk'], {})).said).not.toContain('renumbered')
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
    const keys = ['l', 'c', '2', '7']
    const { json, said } = await sage(['desk'], { ask: true, by: 'Ann' }, { typed: () => keys.shift() })
    expect(said).toContain('figure: 17')
    expect(readFileSync(file('graph.yaml'), 'utf8')).toContain('days_without_scan > 7"')
    expect(json.open).toEqual([])
  })
})
