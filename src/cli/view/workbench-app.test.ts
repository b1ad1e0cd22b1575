import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditResult, ProcedureView } from '../../report/studio-views/desk-view.ts'
import type { PlayView } from '../../report/studio-views/play-view.ts'
import type { StudioData } from '../../runner/studio/studio-data.ts'
import { openDesks } from '../../runner/workbench/desks.ts'
import { openPlays } from '../../runner/workbench/play-session.ts'
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
const folder = mkdtempSync(join(tmpdir(), 'sage-bench-'))
afterAll(() => rmSync(folder, { recursive: true }))

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
      plays: openPlays(folder),
      choices: async () => ({ agents: [], packs: [], suites: [], keys: [] }),
      isTrial: async () => false,
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

const WRITES = ['create', 'edit', 'preview', 'estimate', 'start', 'stop', 'play', 'move']
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

test('a case cannot name another file, and an edit knows no other members', async () => {
  const { versions } = await procedure()
  const base = { desk: 'returns', based_on: versions, dry: false }
  const entry = { id: '../../evil', bucket: 'resolvable' }
  expect((await post('edit', { ...base, edit: { do: 'case', entry } })).status).toBe(400)
  const file = { do: 'sop', text: SOP, file: '../../evil.md' }
  expect((await post('edit', { ...base, edit: file })).status).toBe(400)
})

/** The first sentence of the desk, said by slots. */
const saying = (clause: string | undefined, more: object = {}) => ({
  do: 'say',
  clause,
  meaning: {
    is: 'steps',
    place: 'refund//start',
    when: null,
    deeds: [{ deed: 'tell', act: 'inform', topic: 'about_it', holds: [] }],
    then: 'end',
    ...more,
  },
  add: [
    { add: 'request', id: 'refund' },
    { add: 'topic', id: 'about_it', says: HOSTILE },
  ],
})
const HOSTILE = `</script><img src=x onerror=alert(1)> "'\\\n- evil: {{ today }}: *x &y !!js/function`

test('a sentence is said by slots: hostile words stay words, the dry run writes nothing, another edit is noticed', async () => {
  const { versions, lines } = await procedure()
  const wish = { desk: 'returns', based_on: versions, edit: saying(lines[0]?.clause) }
  const before = outline()
  expect((await bodyOf<EditResult>(await post('edit', { ...wish, dry: true }))).kind).toBe('preview')
  expect(outline()).toBe(before)
  expect((await bodyOf<EditResult>(await post('edit', { ...wish, dry: false }))).kind).toBe('written')
  const after = await procedure()
  expect(after.choices?.topics).toEqual([{ id: 'about_it', name: JSON.stringify(HOSTILE.trim()) }])
  expect(after.lines[0]).toMatchObject({ unread: false, accepted_by: null })
  expect((await post('edit', { ...wish, dry: false })).status).toBe(409)
  const unsay = { do: 'unsay', clause: lines[0]?.clause }
  const back = await post('edit', { desk: 'returns', based_on: after.versions, dry: false, edit: unsay })
  expect((await bodyOf<EditResult>(back)).kind).toBe('written')
  expect((await procedure()).lines[0]?.unread).toBe(true)
})

test.each([
  [
    'a condition smuggled in a variable',
    { when: { join: 'and', tests: [{ variable: 'fields.x == 1 || fields.y', is: '==', value: '1' }] } },
  ],
  [
    'an unknown comparison',
    { when: { join: 'and', tests: [{ variable: 'fields.x', is: '|| true ||', value: '1' }] } },
  ],
  ['a name with a path', { deeds: [{ deed: 'hand-over', reason: '../../evil' }] }],
  ['a name of the language', { deeds: [{ deed: 'ask', field: '__proto__', without: 'on' }] }],
  ['a member nobody knows', { file: '../../evil.yaml' }],
])('%s is refused in a sentence', async (_name, more) => {
  const { versions, lines } = await procedure()
  const edit = saying(lines[0]?.clause, more)
  expect((await post('edit', { desk: 'returns', based_on: versions, dry: false, edit })).status).toBe(400)
})

test('marked as a fact: the outline is written with the name, and the difference is the answer', async () => {
  const { versions, lines } = await procedure()
  const clause = lines.find(({ text }) => text.includes('dogs'))?.clause
  const wish = {
    desk: 'returns',
    based_on: versions,
    edit: { do: 'aside', kind: 'fact', clause, by: 'Ann Lee' },
  }
  const before = outline()
  const shown = await bodyOf<EditResult>(await post('edit', { ...wish, dry: true }))
  expect([shown.kind, outline()]).toEqual(['preview', before])
  const written = await bodyOf<EditResult>(await post('edit', { ...wish, dry: false }))
  expect(written).toEqual({ ...shown, kind: 'written', versions: expect.any(Object) })
  expect(JSON.stringify(written)).toContain('outline.yaml')
  expect(outline()).toContain('"Ann Lee"')
  const after = (await procedure()).lines.find((line) => line.clause === clause)
  expect(after).toMatchObject({ shown: 'fact', open: null, accepted_by: 'Ann Lee' })
})

test('a file that an editor changed meanwhile: the edit is refused, both versions are shown, nothing is lost', async () => {
  const { versions, lines } = await procedure()
  const path = join(folder, 'packs/returns/sop.md')
  writeFileSync(path, `${SOP}Be kind.\n`)
  const before = outline()
  const edit = { do: 'wrong', clause: lines[0]?.clause }
  const answer = await post('edit', { desk: 'returns', based_on: versions, dry: false, edit })
  expect([answer.status, outline()]).toEqual([409, before])
  const diff = expect.arrayContaining([{ kind: 'new', text: 'Be kind.' }])
  expect(await bodyOf<EditResult>(answer)).toEqual({
    kind: 'changed',
    files: [{ file: 'sop.md', now: expect.stringContaining('Be kind.'), diff }],
  })
  expect(readFileSync(path, 'utf8')).toContain('Be kind.')
})

test('two tabs at once: one is written, the other is told', async () => {
  const { versions, lines } = await procedure()
  const wish = (index: number) => ({
    desk: 'returns',
    based_on: versions,
    dry: false,
    edit: { do: 'aside', kind: 'fact', clause: lines[index]?.clause, by: `Tab ${index}` },
  })
  const answers = await Promise.all([post('edit', wish(0)), post('edit', wish(1))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(outline().match(/"Tab \d"/g)).toHaveLength(1)
})

test('what the gates refuse writes nothing', async () => {
  const { versions } = await procedure()
  const edit = { do: 'answer', text: 'format: 1\nfields: [' }
  const answer = await post('edit', { desk: 'returns', based_on: versions, dry: false, edit })
  expect([answer.status, await answer.json()]).toMatchObject([200, { kind: 'refused' }])
})

test('a person plays the agent: calls are answered, words are heard, and verdicts come after the last word', async () => {
  const begun = await bodyOf<PlayView>(await post('play', { case: 'lunchbox/torn-strap-no-photo' }))
  expect([begun.over, begun.heard.map(({ from }) => from)]).toEqual([null, ['customer']])
  const move = async (move: object): Promise<PlayView> =>
    bodyOf(await post('move', { session: begun.session, move }))
  const [read] = begun.tools
  const called = await move({ do: 'call', tool: read?.name ?? '', input: {} })
  expect(called.heard.at(-1)).toMatchObject({ from: 'tool', tool: read?.name })
  const said = await move({ do: 'say', text: 'What is your order number?' })
  expect(said.heard.at(-1)).toMatchObject({ from: 'customer' })
  const { over } = await move({ do: 'stop' })
  expect(over?.trial.score.verdicts.length).toBeGreaterThan(0)
  expect(over?.transcript.split('\n')[0]).toContain('trial.started')
})

test.each(['../lunchbox/x', 'lunchbox', '/etc/passwd', 'lunchbox/../x'])(
  '%j is no case to play',
  async (name) => {
    expect((await post('play', { case: name })).status).toBe(409)
  },
)
