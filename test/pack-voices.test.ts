import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ROOT } from './architecture/source-files.ts'
import { openModelServer } from './model-server/model-server.ts'
import type { Asked } from './model-server/scripted.ts'
import { sageIn } from './sage-in.ts'
import { emptyFolder } from './support/temp-folder.ts'

/** `sage pack voices` as people start it: the form for a writer, a draft by a model, and what pack check says of either. */
const folder = emptyFolder()
beforeEach(() => {
  cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
  rmSync(join(folder, 'desk/voices'), { recursive: true })
})
afterEach(() => vi.unstubAllEnvs())

const sage = (...words: readonly string[]) => sageIn(folder, words)
const Checked = z.object({ notes: z.array(z.object({ code: z.string(), message: z.string() })) })
const notesOf = async (): Promise<readonly string[]> =>
  Checked.parse(JSON.parse((await sage('pack', 'check', 'desk', '--json')).out)).notes.map(({ code }) => code)

test('the form has what a writer needs, and no wording of the lexicon', async () => {
  const { out, exit } = await sage('pack', 'voices', 'desk', '--form')
  expect(exit).toBe(0)
  expect(out).toContain('- has_photo: whether they can show a photo of the damage')
  expect(out).toContain('    has to use: {order_id} {address}')
  expect(out).toContain('    has to say: 3 working days')
  const lexicon = readFileSync(join(folder, 'desk/lexicon.yaml'), 'utf8')
  const wordings = [...lexicon.matchAll(/"([^"]{25,})"/g)].map(([, wording = '']) => wording)
  const glosses = [...lexicon.matchAll(/gloss: "([^"]*)"/g)].map(([, gloss]) => gloss)
  const sop = readFileSync(join(folder, 'desk/sop.md'), 'utf8').replace(/\s+/g, ' ')
  const own = wordings.filter((wording) => !glosses.includes(wording) && !sop.includes(wording))
  expect(own.length).toBeGreaterThan(100)
  expect(own.filter((wording) => out.includes(wording))).toEqual([])
})

/** Two good wordings for every entry asked for; the first time, one without the values it has to use. */
function writes({ messages, nth }: Asked): { readonly text: string } {
  const last = messages.at(-1)
  const asked = last?.role === 'user' ? last.text : ''
  const entries = [...asked.matchAll(/^- (\w+): .*(?:\n {4}.*)*/gm)].map(([block, name = '']) => {
    const values = /has to use: (.*)/.exec(block)?.[1] ?? ''
    return { name, wordings: [1, 2].map((n) => `Wording ${n} ${nth === 1 ? '' : values}`) }
  })
  return { text: JSON.stringify({ entries }) }
}

test('a model drafts a voice: what does not fit is asked for again, and the file says who drafted it', async () => {
  expect(await notesOf()).toContain('no-voice')
  const server = await openModelServer(writes)
  try {
    vi.stubEnv('PLANTED_KEY', 'sk-planted')
    writeFileSync(
      join(folder, 'sage.yaml'),
      `providers:\n  mine: { base_url: "${server.url}", key_env: PLANTED_KEY }\n`,
    )
    const draft = ['pack', 'voices', 'desk', '--model', 'mine:small', '--wordings', '2'] as const
    const { exit, out } = await sage(...draft, '--json')
    expect([exit, JSON.parse(out)]).toMatchObject([0, { drafted_by: 'mine:small', missing: [] }])
    expect(server.asked.map(({ raw }) => raw).join('\n')).toContain('0 of 2 wordings use the braces as asked')
    expect(readFileSync(join(folder, 'desk/voices/draft.yaml'), 'utf8')).toContain('drafted_by: mine:small')
    expect(await notesOf()).toContain('drafted-voices')
    expect((await sage('pack', 'voices', 'desk')).out).toContain('drafted by mine:small')
    // A draft is never overwritten: somebody may have worked on it.
    expect((await sage(...draft)).exit).toBe(2)
  } finally {
    await server.close()
  }
})

test('a voice that names what the desk does not have is wrong; an unknown voice is wrong usage', async () => {
  cpSync(join(ROOT, 'packs/lunchbox/voices/terse.yaml'), join(folder, 'desk/voices/terse.yaml'))
  const voice = join(folder, 'desk/voices/terse.yaml')
  writeFileSync(voice, readFileSync(voice, 'utf8').replace('  has_photo:', '  has_foto:'))
  const { err, exit } = await sage('pack', 'check', 'desk')
  expect(exit).toBe(1)
  expect(err).toContain('voice terse: fields: this desk has no has_foto')
  expect(err).toContain('voice terse: fields: there are no words for has_photo')
  writeFileSync(voice, readFileSync(voice, 'utf8').replace('  has_foto:', '  has_photo:'))
  const wrong = await sage('audit', 'desk', '--voice', 'ters', '--no-store')
  expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining('Did you mean "terse"?')])
})
