import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_FORMATS } from '../src/recordings/all-formats.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { openStudioData } from '../src/runner/studio/studio-data.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { sageIn } from './sage-in.ts'
import { emptyFolder } from './support/temp-folder.ts'

const folder = emptyFolder()

const FORMATS = join(packageRoot(), 'src/recordings/formats')
const sampleOf = (format: string): string => {
  const file = readdirSync(join(FORMATS, format)).find((name) => name.startsWith('sample.')) ?? ''
  return join(FORMATS, format, file)
}
const sage = (...words: string[]) => sageIn(folder, words)
const Imported = z.object({
  run: z.string(),
  transcripts: z.number(),
  skipped: z.number(),
  problems: z.array(z.object({ code: z.string() })),
})
const importJson = async (...words: string[]) =>
  Imported.parse(JSON.parse((await sage('import', ...words, '--json')).out))
const Score = z.object({
  each: z.array(
    z.object({ transcript: z.string(), fails: z.array(z.string()), not_judged: z.array(z.string()) }),
  ),
  labels: z.object({ of: z.number(), agree: z.number(), fp: z.number(), fn: z.number() }).nullable(),
})

describe('sage import', () => {
  test.each(ALL_FORMATS.map(({ name }) => name))(
    '%s: its sample is recognised, stored and scored',
    async (format) => {
      const { run, transcripts, skipped } = await importJson(sampleOf(format))
      expect(transcripts).toBeGreaterThan(0)
      expect(skipped).toBe(0)
      const scored = Score.parse(JSON.parse((await sage('score', run, '--json')).out))
      expect(scored.each).toHaveLength(transcripts)
    },
  )

  test('an imported run is reported, explained, compared, read and judged again, exported and imported like any other', async () => {
    const { run } = await importJson('openai', sampleOf('openai'))
    expect((await sage('report', run, '--md', 'r.md')).exit).toBe(0)
    const explained = await sage('show', `${run}/example-model/recorded/chat-2@0#0`)
    expect(explained.out).toMatch(/could not be told, but claimed a deed it did not do$/m)
    expect(explained.out).toMatch(/^ +agent +I have cancelled the repair job AB-1043\.$/m)
    expect(explained.exit).toBe(0)
    expect((await sage('score', run, '--reader', 'lexical')).exit).toBe(0)
    expect((await sage('score', run, '--judge', 'lexical')).exit).toBe(0)
    const compared = await sage('compare', run, 'latest')
    expect(compared.out).toMatch(/\b2\s+conversations\s+per\s+side/)
    expect((await sage('runs', 'export', run, '-o', 'run.jsonl.gz')).exit).toBe(0)
    expect((await sage('runs', 'import', 'run.jsonl.gz', '--store', 'other.db')).exit).toBe(0)
    expect((await sage('score', 'run.jsonl.gz')).exit).toBe(0)
  })

  test('in the studio a recorded conversation shows its broken rules, and no turn is called wrong for want of a procedure', async () => {
    const { run } = await importJson('openai', sampleOf('openai'))
    const store = await openSqliteStore(join(folder, '.sage/sage.db'))
    const data = openStudioData(store, { workingFolder: folder, clock: Date.now })
    const view = await data.trial(`${run}/example-model/recorded/chat-2@0#0`)
    await store.close()
    expect(view.notes.map(({ rule }) => rule)).toContain('phantom_action')
    expect(view).toMatchObject({ states: [], deeds: [] })
  })

  test('transcripts and labels are written to a new folder, which scores by itself', async () => {
    const { exit } = await sage('import', 'tau2', sampleOf('tau2'), '-o', 'out')
    expect(exit).toBe(0)
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      '0.0.jsonl',
      '1.0.jsonl',
      '2.0.jsonl',
      'labels.tsv',
    ])
    const { labels } = Score.parse(JSON.parse((await sage('score', 'out', '--labels', '--json')).out))
    expect(labels).toEqual({ of: 2, agree: 2, fp: 0, fn: 0 })
    expect((await sage('import', 'tau2', sampleOf('tau2'), '-o', 'out')).exit).toBe(2)
  })

  test('published labels are compared with; deleting them changes no verdict', async () => {
    const { run } = await importJson(sampleOf('tau2'))
    const text = await sage('score', '--labels', run)
    expect(text.out).toContain('Labels: 2 of 2 agree (kappa 1); 0 false alarms, 0 misses.')
    const bare = readFileSync(sampleOf('tau2'), 'utf8').replaceAll(
      /"reward_info": \{\s*"reward": [\d.]+\s*\},/g,
      '',
    )
    expect(bare).not.toContain('reward_info')
    writeFileSync(join(folder, 'bare.json'), bare)
    const again = await importJson('bare.json')
    const verdicts = async (id: string) =>
      Score.parse(JSON.parse((await sage('score', id, '--json')).out)).each.map(({ fails, not_judged }) => ({
        fails,
        not_judged,
      }))
    expect(await verdicts(again.run)).toEqual(await verdicts(run))
    expect((await sage('score', again.run, '--labels')).exit).toBe(2)
  })

  test('a mapping says what tools and columns mean; a draft proposes one', async () => {
    writeFileSync(join(folder, 't.csv'), 'nr,who,words\n1,Client,Hi\n1,Bot,Hello\n')
    const draft = await sage('import', 't.csv', '--draft-mapping')
    expect(draft.out).toContain('conversation:')
    writeFileSync(join(folder, 'm.yaml'), 'columns: {conversation: nr, from: who, text: words}\n')
    expect((await importJson('t.csv', '--mapping', 'm.yaml')).transcripts).toBe(1)
    const tools = await sage('import', sampleOf('openai'), '--draft-mapping')
    expect(tools.out).toMatch(/get_job:\n\s+role: read/)
    writeFileSync(join(folder, 'wrong.yaml'), 'tools: {get_job: {}}\n')
    expect((await sage('import', sampleOf('openai'), '--mapping', 'wrong.yaml')).exit).toBe(2)
  })

  test('a pack judges mapped recordings by its own text and lists', async () => {
    writeFileSync(
      join(folder, 'm.yaml'),
      'tools: {get_job: {is: get_order}, cancel_job: {is: cancel_order, arguments: {job: order_id}}}\n',
    )
    const { run } = await importJson(sampleOf('openai'), '--pack', 'lunchbox', '--mapping', 'm.yaml')
    const { each } = Score.parse(JSON.parse((await sage('score', run, '--json')).out))
    expect(each).toHaveLength(2)
    expect(each[1]?.fails).toContain('phantom_action')
  })

  test('a mapping ties the words of recorded agents to a topic of the pack; an unknown topic is said', async () => {
    const words = 'The little blue lantern is lit for you.'
    const chat = {
      id: 'one',
      messages: [
        { role: 'user', content: 'What about my order?' },
        { role: 'assistant', content: words },
      ],
    }
    writeFileSync(join(folder, 'chat.jsonl'), JSON.stringify(chat))
    const readAs = async (name: string, topics: string): Promise<string> => {
      writeFileSync(join(folder, `${name}.yaml`), topics)
      const mapping = ['--pack', 'lunchbox', '--mapping', `${name}.yaml`, '-o', name]
      expect((await sage('import', 'openai', 'chat.jsonl', ...mapping)).exit).toBe(0)
      return readFileSync(join(folder, name, 'one.0.jsonl'), 'utf8')
    }
    expect(await readAs('plain', 'tools: {}\n')).not.toContain('order_unknown')
    expect(await readAs('tied', `topics: {order_unknown: [${JSON.stringify(words)}]}\n`)).toContain(
      'order_unknown',
    )
    writeFileSync(join(folder, 'wrong.yaml'), 'topics: {no_such_topic: ["x"]}\n')
    const wrong = await sage('import', 'chat.jsonl', '--pack', 'lunchbox', '--mapping', 'wrong.yaml')
    expect(wrong.exit).toBe(2)
    expect(wrong.err).toContain('has no topic "no_such_topic"')
  })

  test('--scrub: nothing that was found survives in store, transcripts, report, or what is printed', async () => {
    const chat = {
      id: 'KX-99120-A',
      model: 'nora',
      messages: [
        { role: 'user', content: 'Hello, I am Jonas Berger, order KX-99120-A, phone 07700 900418.' },
        {
          role: 'assistant',
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              function: { name: 'get_order', arguments: JSON.stringify({ from: 'KX-99120-A' }) },
            },
          ],
        },
        {
          role: 'tool',
          tool_call_id: 'c1',
          content: JSON.stringify({
            customer: 'Jonas Berger',
            email: 'jonas.berger@mail.example',
            phone: 7700900418,
            orders: { 'KX-99120-A': 'shipped' },
          }),
        },
        { role: 'assistant', content: 'Thank you, Mr Berger. It goes to jonas.berger@mail.example.' },
        { role: 'Jonas Berger', content: 'from a person' },
      ],
    }
    writeFileSync(join(folder, 'chats.jsonl'), JSON.stringify(chat))
    const imported = await sage('import', 'openai', 'chats.jsonl', '--scrub', '-o', 'transcripts')
    expect(imported.out).toContain('Scrubbed: ')
    const report = await sage('report', 'latest', '--html', 'r.html', '--md', 'r.md')
    rmSync(join(folder, 'chats.jsonl'))
    const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => `${one.name} ${readFileSync(join(one.parentPath, one.name)).toString('latin1')}`)
    expect(kept.length).toBeGreaterThan(3)
    const all = [imported.out, imported.err, report.out, ...kept].join('\n')
    for (const value of ['jonas', 'berger', '99120', '900418']) expect(all.toLowerCase()).not.toContain(value)
    expect(all).toContain('shipped')
  })
})

test('sage scrub: a raw log keeps its tools and words, and is imported as before', async () => {
  const chat = {
    messages: [
      { role: 'user', content: 'Please cancel order LB-1047.' },
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'cancel_order', arguments: '{"order_id":"LB-1047"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"order_id":"LB-1047","status":"in_transit"}' },
      { role: 'assistant', content: 'I cannot cancel order LB-1047, it is in transit.' },
    ],
  }
  writeFileSync(join(folder, 'chats.jsonl'), JSON.stringify(chat))
  expect((await sage('scrub', 'chats.jsonl', '-o', 'scrubbed', '--secret', 'x')).exit).toBe(0)
  const text = readFileSync(join(folder, 'scrubbed', 'chats.jsonl'), 'utf8')
  const order = /Please cancel order (?<id>[A-Z]{2}-\d{4})\./.exec(text)?.groups?.['id'] ?? ''
  expect(order).not.toBe('LB-1047')
  expect(text.trim()).toBe(JSON.stringify(chat).replaceAll('LB-1047', order))
  expect((await importJson('openai', join('scrubbed', 'chats.jsonl'))).transcripts).toBe(1)
})

describe('files that cannot be used: one line each, exit code 2, nothing stored', () => {
  const good = readFileSync(sampleOf('openai'), 'utf8')
  const hostile: readonly (readonly [name: string, file: string, bytes: string | Buffer, code: RegExp])[] = [
    ['empty', 'a.jsonl', '', /holds no conversation/],
    ['no JSON', 'a.jsonl', 'Hello there', /not JSON/],
    ['truncated', 'a.jsonl', good.slice(0, good.length - 40), /middle of a record/],
    ['cut in the first line', 'a.json', '[{"messages":[{"role":"us', /middle of a record/],
    [
      'mixed formats',
      'a.jsonl',
      good + readFileSync(sampleOf('star'), 'utf8'),
      /not openai; it looks like star/,
    ],
    ['of no format', 'a.json', '{"weather":"fine"}', /no format knows/],
    ['binary', 'a.jsonl', Buffer.from([0, 255, 1, 254, 123]), /not JSON/],
    ['damaged gzip', 'a.jsonl.gz', gzipSync(good).subarray(0, 200), /cannot be read completely/],
    ['too deep', 'a.json', `{"messages":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested more than/],
    ['a table with uneven rows', 'a.csv', 'conversation_id,role,text\n1,user\n', /cells/],
  ]
  test.each(hostile)('%s', async (_, file, bytes, said) => {
    writeFileSync(join(folder, file), bytes)
    const { exit, err } = await sage('import', file)
    expect(exit).toBe(2)
    expect(err).toMatch(said)
    expect(err).not.toMatch(/ {4}at |node:/)
    const runs = existsSync(join(folder, '.sage')) ? (await sage('runs', '--json')).out : '{"runs":[]}'
    expect(JSON.parse(runs)).toEqual({ runs: [] })
  })

  test('a good file and a bad one: both are read, neither is stored, no folder is left', async () => {
    writeFileSync(join(folder, 'good.jsonl'), good)
    writeFileSync(join(folder, 'bad.jsonl'), good.slice(0, 300))
    const { exit, err } = await sage('import', 'good.jsonl', 'bad.jsonl', '-o', 'out')
    expect(exit).toBe(2)
    expect(err).toContain('bad.jsonl:1:1')
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([])
    expect(JSON.parse((await sage('runs', '--json')).out)).toEqual({ runs: [] })
  })

  test('words that are no format, no file, nothing at all', async () => {
    expect((await sage('import', 'opneai', 'x.jsonl')).err).toContain('openai')
    expect((await sage('import', 'openai', 'x.jsonl')).err).toContain('There is no file x.jsonl')
    expect((await sage('import')).exit).toBe(2)
  })
})
