import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { packageRoot } from '../../runner/package-root.ts'
import { runProgram } from '../program.ts'
import { NO_COLOURS } from '../terminal.ts'

/** Commands on a copy of the smallest pack, in a folder of their own. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-commands-'))
  cpSync(join(packageRoot(), 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function sage(...words: readonly string[]): Promise<{ out: string; err: string; exit: number }> {
  const said = { out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      said.out += text
    },
    err: (text: string) => {
      said.err += text
    },
    live: false,
    columns: 100,
    paint: NO_COLOURS,
  }
  const exit = await runProgram(words, { terminal, workingFolder: folder })
  return { ...said, exit }
}
const edit = (file: string, from: string | RegExp, to: string): void => {
  const path = join(folder, 'desk', file)
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
}

describe('sage packs', () => {
  test('lists what comes with SAGE, with folders and hashes for scripts', async () => {
    const { out, exit } = await sage('packs', '--json')
    expect(exit).toBe(0)
    expect(JSON.parse(out).packs).toContainEqual(
      expect.objectContaining({ id: 'lunchbox', cases: 12, loads: true }),
    )
    expect((await sage('packs')).out).toMatch(/^pack +cases +steps +title\n/)
  })
})

describe('sage pack check', () => {
  test('a sound pack has no problem', async () => {
    const { out, exit } = await sage('pack', 'check', 'desk', '--json')
    expect([JSON.parse(out), exit]).toEqual([{ pack: 'desk', problems: [] }, 0])
  })

  test('problems of several files at once, each with its place, exit code 1', async () => {
    edit('pack.yaml', 'title:', 'titel:')
    edit('world.yaml', /today: .*/, 'today: someday')
    const { err, out, exit } = await sage('pack', 'check', 'desk')
    expect(exit).toBe(1)
    expect(err).toMatch(
      /^desk\/pack\.yaml:\d+:1 {2}"titel" is not a member here\n {4}Did you mean "title"\?$/m,
    )
    expect(err).toMatch(/^desk\/world\.yaml:\d+:\d+ {2}/m)
    expect(out).toMatch(/^desk: \d+ problems\n$/)
  })

  test('a folder that is no pack lacks files; a name that is nothing is wrong usage', async () => {
    expect((await sage('pack', 'check', '.')).exit).toBe(1)
    expect(await sage('pack', 'check', 'dsek')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('There is no pack "dsek".'),
    })
  })
})

describe('sage graph', () => {
  test.each([
    ['mermaid', /^flowchart/],
    ['dot', /^digraph/],
    ['svg', /^<svg/],
    ['json', /^\{/],
  ])('%s', async (format, start) => {
    const { out, exit } = await sage('graph', 'desk', '--format', format)
    expect([exit, start.test(out)]).toEqual([0, true])
  })

  test('-o writes the file and says so; a folder there is wrong usage', async () => {
    const { out } = await sage('graph', 'desk', '--format', 'svg', '-o', 'pictures/graph.svg')
    expect(out).toBe(`wrote ${join(folder, 'pictures/graph.svg')}\n`)
    expect(readdirSync(join(folder, 'pictures'))).toEqual(['graph.svg'])
    expect((await sage('graph', 'desk', '-o', 'pictures')).exit).toBe(2)
  })

  test('a broken pack is told with places, exit code 2', async () => {
    edit('graph.yaml', 'format: 1', 'format: 2')
    const { err, exit } = await sage('graph', 'desk')
    expect([exit, /graph\.yaml:\d+:\d+ {2}/.test(err)]).toEqual([2, true])
  })

  test('an unknown format', async () => {
    expect((await sage('graph', 'desk', '--format', 'svgg')).err).toContain('Did you mean "svg"?')
  })
})
