import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import type { StoredTrial } from '../../src/storage/store.ts'
import type { TranscriptEvent } from '../../src/transcript/event.ts'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt } from '../built.ts'
import { type OpenedStudio, openStudio, runSage } from '../studio-testing.ts'
import { aRunId, aTrialId } from '../support/base/ids.ts'
import { tempFolder } from '../support/temp-folder.ts'

const ODD = aRunId('odd')
const ANCIENT = aRunId('ancient')

/** Ten ways to become more than text; each goes in by the customer, the agent, a tool's answer and the pack's files. */
const INJECTIONS = [
  '<script data-pwned>pwned=1</script>',
  '<img data-pwned src=x onerror=pwned=1>',
  '<svg data-pwned onload=pwned=1></svg>',
  '"><iframe data-pwned srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '</script><script data-pwned>pwned=1</script>',
  '[see](javascript:pwned=1) ![x](https://evil.example/x.png)',
  `{{constructor.constructor("pwned=1")()}}${'$'}{pwned=1}`,
  '</style><style data-pwned>*{display:none}</style>',
  '<a data-pwned href="javascript:pwned=1">press</a>',
  '<!-- --><details data-pwned open ontoggle=pwned=1>x</details>',
] as const
const at = (index: number): string => INJECTIONS[index % INJECTIONS.length] ?? ''

const folder = tempFolder()
let studio: OpenedStudio
let base: StoredTrial
const LONG = 10_000_000
beforeAll(async () => {
  ensureBuilt()
  plantPack()
  const { run } = runSage(
    folder,
    ...'run --pack lunchbox --case lunchbox/torn-strap-no-photo --agent people-pleaser --trials 8'.split(' '),
  )
  await plantTrials(run)
  runSage(folder, 'report', 'hostile', '--html', 'hostile.html')
  studio = await openStudio(folder)
})
afterAll(() => studio?.close())

/** A pack whose title, headline, tools and cards are hostile. */
function plantPack(): void {
  const pack = join(folder, 'packs/lunchbox')
  mkdirSync(join(folder, 'packs'))
  cpSync(join(ROOT, 'packs/lunchbox'), pack, { recursive: true })
  const edit = (file: string, ...changes: readonly (readonly [string, string])[]): void => {
    const path = join(pack, file)
    const before = readFileSync(path, 'utf8')
    const after = changes.reduce((text, [from, to]) => text.replace(from, () => to), before)
    expect(changes.filter(([from]) => !before.includes(from))).toEqual([])
    writeFileSync(path, after)
  }
  const quoted = (index: number): string => JSON.stringify(at(index))
  edit('pack.yaml', [
    'title: Lunchbox, a small shop for lunch boxes, bottles and bags',
    `title: ${quoted(0)}`,
  ])
  edit('sop.md', ['# How we answer mail at Lunchbox', `# ${at(1)}`])
  edit(
    'tools.yaml',
    [
      'description: Find an order by its number. Shows its state, address, total, customer, parcel and items.',
      `description: ${quoted(2)}`,
    ],
    [
      "description: Show a customer's name, e-mail address and number of replacements in the last twelve months.",
      `description: ${quoted(3)}`,
    ],
    ['description: Show where and when the carrier last scanned a parcel.', `description: ${quoted(4)}`],
    ["description: Show a product's price and stock.", `description: ${quoted(5)}`],
  )
  edit(
    'cases/adversarial.yaml',
    ['name: Ines Falk', `name: ${quoted(6)}`],
    ['wants: a new strap before Friday', `wants: ${quoted(7)}`],
    ['lies: "it was torn when it came"', `lies: ${quoted(8)}`],
    ['hides: "it tore at the park"', `hides: ${quoted(9)}`],
  )
}

/** Conversations full of injections, and those no studio should stumble over, beside a real one. */
async function plantTrials(run: string): Promise<void> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  try {
    const found = (await store.runs()).find(({ id }) => id === run)
    // A report from disk holds failing conversations; the agent gives in by chance.
    for await (const trial of store.trials(aRunId(run))) if (trial.glance?.mark === 'unsafe') base ??= trial
    if (found === undefined) throw new TypeError('no run')
    for (const id of ['hostile', 'odd']) await store.createRun({ ...found, id: aRunId(id) })
    const named = (name: string, more: Partial<StoredTrial> = {}): StoredTrial => ({
      ...base,
      run: aRunId('hostile'),
      trial: aTrialId(`hostile/${name}`),
      ...more,
    })
    await store.saveTrials([
      ...INJECTIONS.map((text, index) => named(String(index), { repeat: index, ...poisoned(text) })),
      named('gone', { run: ODD, trial: aTrialId('odd/gone'), pack: 'gone', repeat: 20 }),
      named('broken', {
        run: ODD,
        trial: aTrialId('odd/broken'),
        transcript: `${base.transcript.split('\n').slice(0, 3).join('\n')}\n{"n":4,"type":`,
        repeat: 21,
      }),
      named('long', {
        run: ODD,
        trial: aTrialId('odd/long'),
        transcript: changed(
          (event) => (event.type === 'message.sent' ? { ...event, text: 'word '.repeat(LONG / 5) } : event),
          1,
        ),
        repeat: 22,
      }),
      named('future', {
        run: ODD,
        trial: aTrialId('odd/future'),
        score: '{"rules":99}',
        facts: '{"format":99}',
        repeat: 23,
      }),
    ])
    await store.createRun({
      id: ANCIENT,
      startedAt: found.startedAt,
      finishedAt: found.finishedAt,
      header: '{"format":0}',
    })
    await store.saveTrials([
      named('ancient', { run: ANCIENT, trial: aTrialId('ancient/1'), facts: '{}', score: '{}' }),
    ])
  } finally {
    await store.close()
  }
}

/** The base transcript with its events changed; the long one only in `most` of them. */
function changed(
  change: (event: TranscriptEvent) => TranscriptEvent,
  most = Number.POSITIVE_INFINITY,
): string {
  let left = most
  return base.transcript
    .trim()
    .split('\n')
    .map((line) => {
      const event: TranscriptEvent = JSON.parse(line)
      const next = left > 0 ? change(event) : event
      if (next !== event) left -= 1
      return JSON.stringify(next)
    })
    .join('\n')
}

function poisoned(text: string): Pick<StoredTrial, 'transcript' | 'score'> {
  const score: { verdicts: { because: string }[]; divergence: { did: string; sentence: string } | null } =
    JSON.parse(base.score)
  // Only what failed is in a report.
  Object.assign(score, { outcome: 'wrong' })
  for (const verdict of score.verdicts) verdict.because = `verdict ${text}`
  if (score.divergence !== null)
    Object.assign(score.divergence, { did: `did ${text}`, sentence: `sentence ${text}` })
  return {
    score: JSON.stringify(score),
    transcript: changed((event) => {
      if (event.type === 'message.sent') return { ...event, text: `${event.from} ${text}` }
      if (event.type === 'tool.returned') return { ...event, output: { [`name ${text}`]: `tool ${text}` } }
      return event
    }),
  }
}

/** Nothing ran, nothing became an element, no address became dangerous; the page did not even have to be stopped. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(`({
    ran: typeof globalThis.pwned,
    elements: document.querySelectorAll('[data-pwned]').length,
    addresses: [...document.querySelectorAll('a, img, iframe')].map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '').filter((to) => /^(javascript|data:text)/i.test(to) || to.includes('evil')),
  })`)
  expect(found).toEqual({ ran: 'undefined', elements: 0, addresses: [] })
}

describe('injections', () => {
  test.each(INJECTIONS.map((text, index) => [text, index] as const))(
    '%s by customer, agent and tool stays text',
    async (text, index) => {
      const page = await studio.page(`/trial?id=hostile/${index}`)
      for (const who of ['customer', 'agent', 'tool'])
        await page.getByText(`${who} ${text}`).first().waitFor({ state: 'attached' })
      await expectHarmless(page)
      expect(studio.errors()).toEqual([])
    },
  )

  test('by the pack’s files: title, text, tools, cards', async () => {
    for (const [address, shown] of [
      ['/packs/lunchbox', [0, 1]],
      ['/packs/lunchbox?tab=tools', [2, 3, 4, 5]],
      ['/packs/lunchbox?tab=cases', [6, 7]],
      ['/trial?id=hostile/0', [8, 9]],
      ['/desks', [1]],
      ['/desks/lunchbox', [1]],
    ] as const) {
      const page = await studio.page(address)
      for (const index of shown) await page.getByText(at(index).trim()).first().waitFor({ state: 'attached' })
      await expectHarmless(page)
      expect(studio.errors()).toEqual([])
    }
  })

  test('a run, its failures and its figures name them harmlessly', async () => {
    for (const [address, shows] of [
      ['/runs/hostile', 'How far to trust these numbers'],
      ['/summary?run=hostile', 'What went wrong, worst first'],
      ['/figures?run=hostile', 'Execution Gap by pack'],
      ['/beside?left=hostile/0&right=hostile/1', 'From here they part'],
      ['/desks/lunchbox?tab=signoff', 'Situation 1 of'],
      ['/start?pack=<img data-pwned src=x onerror=pwned=1>', 'Start a run'],
      ['/?metric=<img data-pwned src=x onerror=pwned=1>', 'Safety against over-escalation'],
    ] as const) {
      const page = await studio.page(address)
      await page.getByText(shows).first().waitFor()
      await expectHarmless(page)
    }
  })

  test('in a report from disk, too', async () => {
    const page = await studio.page('/')
    await page.goto(`${pathToFileURL(join(folder, 'hostile.html')).href}#/summary`)
    await page.getByRole('heading', { name: 'Execution Gap' }).first().waitFor()
    await expectHarmless(page)
    for (const index of [0, 3, 4]) {
      await page.goto(`${pathToFileURL(join(folder, 'hostile.html')).href}#/trial?id=hostile/${index}`)
      await page
        .getByText(`agent ${at(index)}`)
        .first()
        .waitFor({ state: 'attached' })
      await expectHarmless(page)
    }
  })
})

describe('what no studio stumbles over', () => {
  test.each([
    ['a deleted pack: the transcript still opens', '/trial?id=odd/gone', 'The graph cannot be shown'],
    ['a broken transcript', '/trial?id=odd/broken', 'The stored transcript has faults'],
    ['a message of 10 MB', '/trial?id=odd/long', /Show the rest \(9,9\d\d,\d{3} characters\)/],
    ['a score of another version', '/trial?id=odd/future', 'or the record is broken'],
    ['a run of another version', '/runs', 'written by another version of SAGE'],
    ['a conversation of it', '/trial?id=ancient/1', 'or the record is broken'],
    ['a trial that is not there', '/trial?id=hostile/none', 'There is no trial'],
    ['a run that is not there', '/runs/nobody', 'There is no run'],
    ['a page that is not there', '/nowhere', 'There is no such page'],
  ])('%s', async (_name, address, shows) => {
    const page = await studio.page(address)
    await page.getByText(shows).first().waitFor()
  })

  test('a store without runs says how to make one', async () => {
    const other = mkdtempSync(join(tmpdir(), 'sage-empty-'))
    await (await openSqliteStore(join(other, 'empty.db'))).close()
    const empty = await openStudio(other, '--store', 'empty.db')
    try {
      const page = await empty.page('/')
      await page.getByText('npx sage run --suite smoke').waitFor()
    } finally {
      await empty.close()
      rmSync(other, { recursive: true, force: true })
    }
  })
})

type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** As a hostile client asks: any Host, any path, as they are. */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request({ port: studio.port, host: '127.0.0.1', path, method, headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
  })

describe('the door', () => {
  const cookie = async (): Promise<string> => {
    const page = await studio.page('/')
    const [kept] = await page.context().cookies()
    expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    return `${kept?.name}=${kept?.value}`
  }

  test('no key, a wrong key, a foreign Host or Origin: nobody is let in; a strict policy on every answer', async () => {
    const own = { cookie: await cookie() }
    const home = `http://127.0.0.1:${studio.port}`
    const answers = await Promise.all([
      ask('/api/runs'),
      ask('/api/runs', { cookie: own.cookie.replace(/.$/, '!') }),
      ask('/?token=wrong'),
      ask('/api/runs?token=wrong'),
      ask('/api/runs', { ...own, host: 'evil.example' }),
      ask('/api/runs', { ...own, host: `evil.example:${studio.port}` }),
      ask('/api/runs', { ...own, origin: 'https://evil.example' }),
      ask('/api/runs', { ...own, origin: 'null' }),
      ask('/api/disputes', own, 'POST'),
      ask('/api/disputes', { ...own, origin: 'https://evil.example' }, 'POST'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    const let_in = await ask('/api/runs', { ...own, origin: home })
    expect(let_in.status).toBe(200)
    for (const { headers } of [...answers, let_in]) {
      expect(headers['content-security-policy']).toMatch(
        /default-src 'none'; script-src 'self'; style-src 'self'/,
      )
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('no path of a request reaches the file system', async () => {
    const own = { cookie: await cookie() }
    const paths = [
      '/../package.json',
      '/assets/../../../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/assets/..%5c..%5cpackage.json',
      '//etc/passwd',
      '/etc/passwd%00.html',
      '/api/pack?pack=../../packs/lunchbox',
      `/api/pack?pack=${encodeURIComponent(join(ROOT, 'packs/northline'))}`,
      '/api/pack?pack=./packs/lunchbox',
      '/api/coverage?pack=/etc',
      '/api/trial?trial=../../../etc/passwd',
      '/api/report?run=../.sage/sage.db',
    ]
    const answers = await Promise.all(paths.map((path) => ask(path, own)))
    expect(answers.map(({ status }, index) => [paths[index], status])).toEqual(
      paths.map((path) => [path, 404]),
    )
    for (const { body } of answers) expect(body).not.toMatch(/root:|"dependencies"|clauses/)
  })
})
