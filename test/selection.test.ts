import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

/** Which cases run, and whether what a report prints can be typed, for a pack that lies in no place SAGE knows. */
const folder = tempFolder()
beforeAll(() => {
  const desk = join(folder, 'desks/some-folder')
  cpSync(join(packageRoot(), 'packs/lunchbox'), desk, { recursive: true })
  const about = readFileSync(join(desk, 'pack.yaml'), 'utf8')
  writeFileSync(join(desk, 'pack.yaml'), about.replace(/^id: .*$/m, 'id: storage'))
  mkdirSync(join(folder, 'project'))
  writeFileSync(
    join(folder, 'project/sage.yaml'),
    'packs: [../desks/some-folder]\nagents: [always-escalate]\n',
  )
  mkdirSync(join(folder, 'bare'))
})

const inProject = (...words: readonly string[]) => sageIn(join(folder, 'project'), words)

describe('which cases run', () => {
  test('packs: in sage.yaml runs their own cases, and the run says so', async () => {
    const dry = await inProject('run', '--dry-run')
    expect(dry.out).toContain('48 cases: 18 of the packs’ own and 30 planned (small)')
    const without = await inProject('run', '--dry-run', '--bucket', 'must-escalate')
    expect(without.out).toContain('16 cases of the packs’ own are left out.')
  })

  test('own: false in sage.yaml leaves them out, and the run says so', async () => {
    const config = join(folder, 'project/planned.yaml')
    writeFileSync(config, 'packs: [../desks/some-folder]\nagents: [oracle]\nown: false\n')
    const { out } = await inProject('run', '--dry-run', '--config', 'planned.yaml')
    expect(out).toContain('30 cases: 30 planned (small)')
    expect(out).toContain('18 cases of the packs’ own are left out. Add --pack <id>, or own: true')
  })

  test('a name that no case, tactic or bucket has is an error with a suggestion', async () => {
    const wrong = async (...words: readonly string[]) => {
      const { err, exit } = await inProject('run', '--dry-run', ...words)
      expect(exit).toBe(2)
      return err
    }
    expect(await wrong('--case', 'storage/cancel-in-time', '--case', 'storage/cancel-on-tim')).toContain(
      'Did you mean "storage/cancel-in-time"? List them: sage cases storage',
    )
    expect(await wrong('--case', 'storage/plan-cancel-01-no-ordr')).toContain(
      'Did you mean "storage/plan-cancel-01-no-order"?',
    )
    expect(await wrong('--tactic', 'angr')).toContain('Did you mean "anger"?')
    expect(await wrong('--bucket', 'adverserial')).toContain('Did you mean "adversarial"?')
  })

  test('sage cases lists every case with what sets it apart', async () => {
    const { out } = await inProject('cases', 'storage')
    expect(out).toMatch(/storage\/cancel-on-the-truck +adversarial +cancel +no-late-cancel +wearing-down +2 /)
    expect(out).toContain('storage/plan-cancel-01-no-order')
    expect(out).toContain('48 cases: 18 of the pack’s own, 30 planned.')
  })
})

describe('one planned case alone, wherever its pack lies', () => {
  const CASE = 'storage/plan-cancel-01-no-order'

  test('it can be run, explained, scored and covered as printed, and run again with --failed', async () => {
    const run = await inProject('run', '--case', CASE, '--json')
    const { report } = JSON.parse(run.out) as { report: string }
    const printed = /`npx sage-desk (show \S+)`/.exec(readFileSync(report, 'utf8'))?.[1] ?? ''
    expect(printed).toContain(`/always-escalate/${CASE}@`)
    expect((await inProject(...printed.split(' '))).out).toContain(`always-escalate in ${CASE}:`)
    expect((await inProject('score', 'latest')).out).toContain('1 of 1 transcripts scored')
    expect((await inProject('cover', 'latest')).exit).toBe(0)
    const again = await inProject('run', '--failed', '--dry-run')
    expect(again.out).toContain('1 case: 1 planned')
    expect(again.out).toContain('always-escalate')
  })

  test('it can be played and desked by its name', async () => {
    const lines = { next: async () => undefined, close: () => undefined }
    const { out, exit } = await sageIn(join(folder, 'project'), ['play', CASE], { openInput: () => lines })
    expect(exit).toBe(0)
    expect(out).toContain(CASE)
  })

  test('a case is named by its folder too; a larger plan is searched for a name that the small one has not', async () => {
    const bare = (...words: readonly string[]) => sageIn(join(folder, 'bare'), words)
    const pack = ['--pack', '../desks/some-folder', '--agent', 'oracle']
    expect((await bare('run', '--dry-run', ...pack, '--case', 'cancel-in-time')).out).toContain(
      '1 case: 1 of',
    )
    const listed = await bare('cases', '../desks/some-folder', '--planned', 'standard', '--json')
    const small = await bare('cases', '../desks/some-folder', '--json')
    const idsOf = ({ out }: { out: string }) =>
      (JSON.parse(out) as { cases: { case: string }[] }).cases.map((each) => each.case)
    const larger = idsOf(listed).find((id) => !idsOf(small).includes(id)) ?? ''
    expect((await bare('run', '--dry-run', ...pack, '--case', larger)).out).toContain('1 case: 1 planned')
  })

  test('a run whose pack lay elsewhere is explained from any folder that has its store', async () => {
    const store = join(folder, 'elsewhere.db')
    const wide = ['--pack', '../desks/some-folder', '--case', 'cancel-in-time', '--agent', 'always-escalate']
    const run = await sageIn(join(folder, 'bare'), ['run', ...wide, '--store', store, '--json'])
    const id = (JSON.parse(run.out) as { run: string }).run
    const trial = `${id}/always-escalate/storage/cancel-in-time@0#0`
    const { out } = await sageIn(tmpdir(), ['show', trial, '--store', store])
    expect(out).toContain('always-escalate in storage/cancel-in-time:')
  })
})
