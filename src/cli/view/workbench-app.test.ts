import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import type { EditResult, OutlineRow, ProcedureView } from '../../report/studio-views/desk-view.ts'
import type { StudioData } from '../../runner/studio/studio-data.ts'
import { openDesks } from '../../runner/workbench/desks.ts'
import type { Jobs } from './jobs.ts'
import { studioApp } from './studio-app.ts'

/** Who may write, and what becomes of edits that meet. */

const HOST = '127.0.0.1:4100'
const HEADERS = {
  host: HOST,
  origin: `http://${HOST}`,
  cookie: 'sage_studio_4100=secret-token',
  'content-type': 'application/json',
}
const SOP = `# Refunds

## 1. Returns

Refund a return within 30 days. Decline it after that. We like dogs.
`
const folder = tempFolder()
const tempFolderOutside = tempFolder()

const appWith = (edit: boolean) =>
  studioApp({
    // Nothing is asked of it here.
    data: {} as StudioData,
    assets: new Map(),
    token: 'secret-token',
    hosts: () => new Set([HOST]),
    about: { version: '0', store: 'x.db' },
    bench: {
      desks: openDesks(folder),
      jobs: {} as Jobs,
      choices: async () => ({ agents: [], packs: [], suites: [], keys: [] }),
      author: 'Ann',
      edit,
    },
  })
const app = appWith(true)

const post = (
  path: string,
  body: object,
  { headers = HEADERS, to = app }: { headers?: object; to?: typeof app } = {},
) =>
  to.request(`http://${HOST}/api/bench/${path}`, {
    method: 'POST',
    headers: { ...headers },
    body: JSON.stringify(body),
  })
const bodyOf = async <Body>(answer: Response): Promise<Body> => JSON.parse(await answer.text())
const procedure = async (): Promise<ProcedureView> =>
  bodyOf(await app.request(`http://${HOST}/api/bench/procedure?desk=returns`, { headers: HEADERS }))
const outline = (): string => readFileSync(join(folder, 'packs/returns/outline.yaml'), 'utf8')

beforeAll(async () => {
  const made = await post('create', { desk: 'returns', sop: SOP })
  expect([made.status, await made.json()]).toEqual([200, { desk: 'returns' }])
})

const WRITES = ['create', 'edit', 'estimate', 'start', 'stop']
test.each(WRITES)('%s: a studio without --edit refuses it and says how to start one', async (path) => {
  const before = outline()
  const answer = await post(path, { desk: 'other', sop: SOP }, { to: appWith(false) })
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { error: { code: 'read-only', message: expect.any(String), hint: expect.stringContaining('--edit') } },
  ])
  expect(outline()).toBe(before)
})

const { cookie: _, ...NO_COOKIE } = HEADERS
const { origin: __, ...NO_ORIGIN } = HEADERS
test.each([
  ['no access key', NO_COOKIE],
  ['a wrong access key', { ...HEADERS, cookie: 'sage_studio_4100=other-token!' }],
  ['no origin', NO_ORIGIN],
  ['the origin of another site', { ...HEADERS, origin: 'http://evil.example' }],
  ['another port of this machine', { ...HEADERS, origin: 'http://127.0.0.1:9999' }],
  ['a host of another name', { ...HEADERS, host: 'evil.example:4100', origin: 'http://evil.example:4100' }],
])('%s: nothing is written', async (_name, headers) => {
  for (const path of WRITES)
    expect((await post(path, { desk: 'evil', sop: SOP }, { headers })).status).toBe(403)
})

test.each(['../evil', 'a/b', '.', '', 'Evil', 'returns', 'x'.repeat(80)])(
  'a desk cannot be made at %j',
  async (desk) => expect((await post('create', { desk, sop: SOP })).status).toBeGreaterThanOrEqual(400),
)

test.each(['../..', '/etc', 'packs/returns', 'lunchbox'])('%j is no desk of the project', async (desk) => {
  const answer = await app.request(`http://${HOST}/api/bench/procedure?desk=${encodeURIComponent(desk)}`, {
    headers: HEADERS,
  })
  expect(answer.status).toBe(404)
})

const lineOf = async (text: string): Promise<OutlineRow | undefined> =>
  (await procedure()).sections.flatMap(({ lines }) => lines).find((line) => line.text.includes(text))
const writing = async (edit: object, { dry = false }: { dry?: boolean } = {}) =>
  post('edit', { desk: 'returns', based_on: (await procedure()).versions, dry, edit })

test('an edit knows no other members, and accepts one line', async () => {
  const accept = { do: 'accept', name: '1#1', is: 'figure', word: '30', by: 'Ann' }
  for (const edit of [
    { ...accept, file: '../../evil.md' },
    { ...accept, name: ['1#1', '1#2'] },
    { do: 'accept', names: ['1#1', '1#2'], by: 'Ann' },
    { do: 'sop', text: SOP },
    { do: 'slot', path: ['fields'], within: null, to: 'x' },
  ])
    expect((await writing(edit)).status).toBe(400)
})

test('a sentence no one has spoken of cannot be accepted', async () => {
  const before = outline()
  expect((await lineOf('30 days'))?.accept).toBeNull()
  const answer = await writing({ do: 'accept', name: '1#1', is: 'figure', word: '30', by: 'Ann' })
  expect([answer.status, await answer.json()]).toMatchObject([200, { kind: 'refused' }])
  expect(outline()).toBe(before)
})

const ANSWER = `graph:
  format: 1
  fields: { intent: { type: enum, of: [refund] }, days: { type: number, may_be: [refused, unavailable] } }
  procedures:
    refund:
      for: "fields.intent == 'refund'"
      start: ask
      steps:
        ask: { learn: days, cites: "1#1", next: window }
        window:
          decide:
            - { when: "fields.days == refused || fields.days == unavailable", to: late, assumed: "nothing is refunded unseen" }
            - { when: "fields.days <= 30", to: refunded, cites: "1#1" }
            - { otherwise: late, cites: "1#2" }
          cites: "1#1"
        refunded: { tell: inform, about: refunded, cites: "1#1", next: done }
        late: { tell: decline, about: late, cites: "1#2", next: done }
        done: { end: true }
  waive: [{ clause: "1#3", because: "a fact" }]
desk:
  topics: { refunded: "You get your money back.", late: "That is too late." }
`

test('a proposal that is wrong is refused with its problems; the dry run of a good one writes nothing', async () => {
  const before = outline()
  const refused = await writing({ do: 'answer', text: 'format: 1\nfields: [' })
  expect([refused.status, await refused.json()]).toMatchObject([200, { kind: 'refused' }])
  const shown = await bodyOf<EditResult>(await writing({ do: 'answer', text: ANSWER }, { dry: true }))
  expect(shown).toMatchObject({
    kind: 'preview',
    files: expect.arrayContaining(['graph.yaml', 'outline.yaml']),
  })
  expect(outline()).toBe(before)
  expect((await bodyOf<EditResult>(await writing({ do: 'answer', text: ANSWER }))).kind).toBe('written')
  expect(outline()).not.toContain('accepted:')
})

test('one line is accepted by its own figure or kind; the page is not told which of the three it is', async () => {
  const line = await lineOf('30 days')
  expect(line?.accept).toEqual({ is: 'figure', among: expect.arrayContaining(['30']) })
  const accept = (word: string) => writing({ do: 'accept', name: '1#1', is: 'figure', word, by: 'Ann Lee' })
  expect(await bodyOf<EditResult>(await accept('31'))).toMatchObject({ kind: 'refused' })
  expect((await lineOf('30 days'))?.open).not.toBeNull()
  expect(await bodyOf<EditResult>(await accept('30'))).toMatchObject({
    kind: 'written',
    files: ['outline.yaml'],
  })
  expect(await lineOf('30 days')).toMatchObject({ open: null, accepted_by: 'Ann Lee' })
  expect(outline().match(/"Ann Lee"/g)).toHaveLength(1)
  const gap = { do: 'accept', name: 'refund/window>1', is: 'kind', word: 'gap', by: 'Ann Lee' }
  expect(await bodyOf<EditResult>(await writing(gap))).toMatchObject({ kind: 'written' })
  expect((await procedure()).gaps).toMatchObject([{ open: null, accepted_by: 'Ann Lee' }])
})

test('a file that an editor changed meanwhile: the edit is refused and names it, nothing is lost', async () => {
  const { versions } = await procedure()
  const path = join(folder, 'packs/returns/sop.md')
  writeFileSync(path, `${SOP}Be kind.\n`)
  const before = outline()
  const edit = { do: 'wrong', name: '1#1' }
  const answer = await post('edit', { desk: 'returns', based_on: versions, dry: false, edit })
  expect([answer.status, outline()]).toEqual([409, before])
  expect(await bodyOf<EditResult>(answer)).toEqual({ kind: 'changed', files: ['sop.md'] })
  expect(readFileSync(path, 'utf8')).toContain('Be kind.')
})

test('two tabs at once: one is written, the other is told', async () => {
  const { versions } = await procedure()
  const wish = (word: string, name: string) => ({
    desk: 'returns',
    based_on: versions,
    dry: false,
    edit: { do: 'accept', is: 'kind', name, word, by: 'Tab' },
  })
  const answers = await Promise.all([post('edit', wish('rule', '1#2')), post('edit', wish('fact', '1#3'))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(outline().match(/"Tab"/g)).toHaveLength(1)
})

test('nothing is written behind a link: not into a linked desk, nor a new one into linked packs', async () => {
  const outside = tempFolderOutside
  const packs = join(folder, 'packs')
  renameSync(join(packs, 'returns'), join(outside, 'returns'))
  symlinkSync(join(outside, 'returns'), join(packs, 'returns'))
  const before = outline()
  const { versions: based_on } = await procedure()
  const edit = { do: 'signoff', question: 'x', chosen: null }
  const refused = await post('edit', { desk: 'returns', based_on, dry: false, edit })
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('pack-link')])
  expect(outline()).toBe(before)
  rmSync(packs, { recursive: true })
  symlinkSync(outside, packs)
  const created = await post('create', { desk: 'other', sop: SOP })
  expect([created.status, readdirSync(outside)]).toEqual([409, ['returns']])
  rmSync(packs)
  mkdirSync(packs)
})
