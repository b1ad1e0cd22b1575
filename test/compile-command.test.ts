import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { openModelServer } from './model-server/model-server.ts'
import { sageIn } from './sage-in.ts'

/** `sage compile` as people start it: lint, a graph that is there already, a model for the rest, and bad input. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-compile-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const sage = (...words: readonly string[]) => sageIn(folder, words)
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** A shipped desk without its graph: SOP, world, tools, lexicon. */
function desk(pack: string): void {
  for (const name of ['sop.md', 'world.yaml', 'tools.yaml', 'lexicon.yaml', 'records'])
    cpSync(join(ROOT, 'packs', pack, name), join(folder, name), { recursive: true })
}

const SOP = `# Bills

## 1. Paying a bill

Ask for the bill number. If they have none, explain that we need it. Otherwise tell them what the bill comes to.
`

describe('--lint', () => {
  test('says where, which sentences, what is wrong and what to write; exit 1', async () => {
    write(
      'sop.md',
      `${SOP}\nNever refund the delivery fee. If the parcel was late, refund the delivery fee.\n`,
    )
    const { exit, out } = await sage('compile', 'sop.md', '--lint')
    expect(exit).toBe(1)
    expect(out).toContain('sop.md:7:1  contradicting clauses')
    expect(out).toContain('1#4: Never refund the delivery fee.')
    expect(out).toContain('1#5: If the parcel was late, refund the delivery fee.')
    expect(out).toContain('Decide which of the two holds')
  })

  test('a clean text is exit 0; --json has the findings as data', async () => {
    write('sop.md', SOP)
    expect(await sage('compile', 'sop.md', '--lint')).toMatchObject({ exit: 0, out: 'nothing found\n' })
    write('sop.md', `${SOP}\nSay that we will look into it.\n`)
    const { out } = await sage('compile', 'sop.md', '--lint', '--json')
    expect(JSON.parse(out)).toMatchObject({
      clauses: 4,
      findings: [{ kind: 'promise-without-deadline', line: 7, clauses: ['1#4'] }],
    })
  })

  test('the shipped SOPs have three promises without a deadline, read and found true, and nothing else', async () => {
    const packs = readdirSync(join(ROOT, 'packs')).sort()
    const found: string[] = []
    for (const pack of packs) {
      const { out } = await sage('compile', join(ROOT, 'packs', pack, 'sop.md'), '--lint', '--json')
      const { findings } = z
        .object({ findings: z.array(z.object({ kind: z.string(), clauses: z.array(z.string()) })) })
        .parse(JSON.parse(out))
      found.push(...findings.map(({ kind, clauses }) => `${pack} ${clauses.join(' ')} ${kind}`))
    }
    expect(found).toEqual([
      'ecommerce-refund 3.2#8 promise-without-deadline',
      'lunchbox 5#2 promise-without-deadline',
      'online-education 3#8 promise-without-deadline',
    ])
  })

  test('with a desk beside it, what no tool can do is found', async () => {
    desk('property-service')
    write('sop.md', `${read('sop.md')}\n## 9. More\n\nBook a helicopter for the resident.\n`)
    const { exit, out } = await sage('compile', 'sop.md', '--lint')
    expect([exit, out.includes('no tool')]).toEqual([1, true])
  })
})

describe('over a graph that is there', () => {
  test('compiled again nothing changes; an edit by hand stays; a new sentence is listed with its steps', async () => {
    write('sop.md', SOP)
    expect((await sage('compile', 'sop.md', '-o', 'graph.yaml')).exit).toBe(0)
    const first = read('graph.yaml')
    expect((await sage('compile', 'sop.md', '-o', 'graph.yaml')).err).toContain('no changes')
    expect(read('graph.yaml')).toBe(first)

    const edited = first.replace('tell: explain', 'tell: comfort')
    expect(edited).not.toBe(first)
    write('graph.yaml', edited)
    write('sop.md', SOP.replace('comes to.', 'comes to. Tell them that it is due within 14 days.'))
    const { exit, err, out } = await sage('compile', 'sop.md', '-o', 'graph.yaml', '--json')
    expect(exit).toBe(0)
    expect(read('graph.yaml')).toContain('tell: comfort')
    expect(err).toContain('kept your step')
    expect(err).toMatch(/added step [\s\S]*1#4: Tell them that it is due within 14 days\./)
    expect(JSON.parse(out)).toMatchObject({ review: { conflicts: [], isForeign: false } })
    expect(readdirSync(folder).sort()).toEqual(['graph.yaml', 'sop.md'])
  })

  test('where both changed it is a conflict: both versions, nothing written, exit 1, until a side is chosen', async () => {
    write('sop.md', SOP)
    await sage('compile', 'sop.md', '-o', 'graph.yaml')
    const edited = read('graph.yaml').replace('tell: explain', 'tell: decline')
    expect(edited).not.toBe(read('graph.yaml'))
    write('graph.yaml', edited)
    // the name of the step follows the words after the verb: they stay, the verb changes
    write('sop.md', SOP.replace('explain that we need it', 'tell them that we need it'))
    const { exit, err } = await sage('compile', 'sop.md', '-o', 'graph.yaml')
    expect(exit).toBe(1)
    expect(err).toMatch(/conflict in step [\s\S]*yours: +tell: decline[\s\S]*the text: tell: inform/)
    expect(read('graph.yaml')).toBe(edited)
    await sage('compile', 'sop.md', '-o', 'graph.yaml', '--prefer', 'text')
    expect(read('graph.yaml')).not.toContain('tell: decline')
    write('graph.yaml', edited)
    await sage('compile', 'sop.md', '-o', 'graph.yaml', '--prefer', 'hand')
    expect(read('graph.yaml')).toContain('tell: decline')
  })

  test('an edit that no longer fits is said with its place, and nothing is written', async () => {
    write('sop.md', SOP)
    await sage('compile', 'sop.md', '-o', 'graph.yaml')
    const edited = read('graph.yaml').replace(/(tell: explain\n[\s\S]*?next: )done/, '$1nowhere')
    expect(edited).not.toBe(read('graph.yaml'))
    write('graph.yaml', edited)
    const { exit, err } = await sage('compile', 'sop.md', '-o', 'graph.yaml')
    expect([exit, read('graph.yaml') === edited]).toEqual([1, true])
    expect(err).toMatch(/graph\.yaml:\d+:\d+ .*nowhere/)
  })

  test('a graph no compiler wrote is shown against, and left alone', async () => {
    desk('property-service')
    cpSync(join(ROOT, 'packs', 'property-service', 'graph.yaml'), join(folder, 'graph.yaml'))
    const mine = read('graph.yaml')
    const { exit, err } = await sage('compile', 'sop.md', '-o', 'graph.yaml')
    expect([exit, read('graph.yaml') === mine]).toEqual([1, true])
    expect(err).toContain('was not written by sage compile')
  })

  test('a file that is no graph is wrong input, and left alone', async () => {
    write('sop.md', SOP)
    write('graph.yaml', 'procedures: [\n')
    const { exit, err } = await sage('compile', 'sop.md', '-o', 'graph.yaml')
    expect([exit, read('graph.yaml')]).toEqual([2, 'procedures: [\n'])
    expect(err).toContain('graph.yaml')
  })

  test('a link is written through, not replaced', async () => {
    write('sop.md', SOP)
    await sage('compile', 'sop.md', '-o', 'first.yaml')
    write('real.yaml', read('first.yaml'))
    symlinkSync(join(folder, 'real.yaml'), join(folder, 'graph.yaml'))
    expect((await sage('compile', 'sop.md', '-o', 'graph.yaml')).exit).toBe(0)
    expect(read('real.yaml')).toBe(read('first.yaml'))
  })
})

describe('--model', () => {
  const OPEN = `${SOP}\nWhoever seems lost must be met with a kind word by the agent's voice.\n`
  const Compiled = z.object({
    unresolved: z.array(z.object({ line: z.number(), text: z.string(), because: z.string() })),
    graph: z.string(),
    model: z
      .object({ calls: z.number(), made: z.array(z.object({ steps: z.array(z.string()) })) })
      .optional(),
  })

  test('is asked only about what is open, over HTTP; what it made is marked and listed', async () => {
    write('sop.md', OPEN)
    const alone = Compiled.parse(JSON.parse((await sage('compile', 'sop.md', '--json')).out))
    expect(alone.unresolved).toHaveLength(1)
    const bad = {
      steps: [{ procedure: 'x', name: 'kind', step: '{ tell: comfort }' }],
      forbids: [],
      waive: null,
      cannot: null,
    }
    const good = { steps: [], forbids: [], waive: 'how we sound, not what we do', cannot: null }
    const server = await openModelServer(({ nth }) => ({
      text: JSON.stringify(nth === 0 ? bad : good),
      usage: { input: 1000, output: 100 },
    }))
    try {
      vi.stubEnv('PLANTED_KEY', 'sk-planted')
      write(
        'sage.yaml',
        `providers:\n  mine: { base_url: "${server.url}", key_env: PLANTED_KEY }\nprices:\n  - { model: "mine:small", as_of: 2026-01-01, input: 1, output: 2 }\n`,
      )
      const { exit, out, err } = await sage(
        'compile',
        'sop.md',
        '--model',
        'mine:small',
        '--budget',
        '1',
        '--json',
      )
      const done = Compiled.parse(JSON.parse(out))
      expect([exit, done.unresolved, done.model?.calls]).toEqual([0, [], 2])
      expect(done.graph).toContain('# by mine:small')
      expect(err).toContain('mine:small was called 2 times ($0.0024) and resolved 1 sentence')
      expect(server.asked[0]?.messages[0]).toMatchObject({ role: 'user' })
      expect(server.asked[1]?.raw).toContain('no such procedure')
    } finally {
      await server.close()
    }
  })

  test('a budget nobody can keep, a model nobody knows: wrong usage, said before anything is asked', async () => {
    write('sop.md', OPEN)
    expect((await sage('compile', 'sop.md', '--model', 'nobody:x', '--budget', '1')).err).toContain(
      'cannot be enforced',
    )
    expect((await sage('compile', 'sop.md', '--model', 'nobody:x')).exit).toBe(2)
    expect((await sage('compile', 'sop.md', '--model', 'a:b', '--budget', 'lots')).exit).toBe(2)
  })
})

describe('bad input', () => {
  test.each([
    ['nothing', ''],
    ['no procedure', '# Poems\n\nThe sea is blue. Gulls are white.\n'],
    ['no headings', 'Ask for the bill. If they have none, hand over.\n'],
    ['HTML', '## 1. A\n\n<p onclick="x">Ask for the <b>bill</b>.</p>\n<script>alert(1)</script>\n'],
    [
      'mixed languages',
      '## 1. A\n\nFragen Sie nach der Rechnung und erklären Sie dem Kunden alles. Ask for the bill.\n',
    ],
    ['smart quotes', '## 1. A\n\nSay “it’s done” – then hand over.\n'],
    [
      'restarting lists',
      '## 1. A\n\n1. Ask for the bill.\n2. Look it up.\n\n1. Hand over.\n2. Stop there.\n',
    ],
    ['a step that is not there', '## 1. A\n\n1. Ask for the bill.\n2. If it is paid, go to step 9.\n'],
  ])('%s: handled or listed, never a crash', async (_, text) => {
    write('sop.md', text)
    const compiled = await sage('compile', 'sop.md', '--json')
    expect([0, 1]).toContain(compiled.exit)
    expect(JSON.parse(compiled.out)).toMatchObject({ unresolved: expect.any(Array) })
    expect([0, 1]).toContain((await sage('compile', 'sop.md', '--lint', '--json')).exit)
    expect((await sage('compile', 'sop.md', '-o', 'graph.yaml')).exit).toBe(compiled.exit)
  })

  test('a large text is linted in time that grows with it', async () => {
    const section = (at: number): string =>
      `## ${at}. Part ${at}\n\nAsk for the number ${at}. If it is at most ${at} days old, refund it. Never refund it twice. It is urgent if ${at} people wait.\n\n`
    write('sop.md', Array.from({ length: 4_000 }, (_, at) => section(at + 1)).join(''))
    expect([0, 1]).toContain((await sage('compile', 'sop.md', '--lint', '--json')).exit)
  })
})
