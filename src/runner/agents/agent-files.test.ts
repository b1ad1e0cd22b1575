import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentFiles } from './agent-files.ts'
import { module } from './module/kind.ts'

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sage-agent-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'words'))
  writeFileSync(
    join(folder, 'agent.mjs'),
    `import { hello } from './words/hello.js'\nexport default () => hello`,
  )
  writeFileSync(join(folder, 'words/hello.ts'), `export const hello = 'hello'`)
  return folder
}

function agentIn(workingFolder: string, file: string) {
  const written = { id: 'mine', protocol: 'observed', sop: 'prompt', target: [file], settings: {} } as const
  const resolved = module.resolve(written, { workingFolder, providers: {}, otherWays: '' })
  if ('wrong' in resolved) throw new TypeError(resolved.wrong.message)
  return resolved.agent
}

test('a module is known by what it and its own files say, not by where it lies', async () => {
  const [here, there] = [project(), project()]
  const hashes = (folder: string, file = './agent.mjs') => agentFiles([agentIn(folder, file)])
  const first = await hashes(here)
  expect(first).toEqual({ mine: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await hashes(there)).toEqual(first)
  writeFileSync(join(there, 'words/hello.ts'), `export const hello = 'bye'`)
  expect(await hashes(there)).not.toEqual(first)
  expect(await hashes(there, './gone.mjs')).toEqual({ mine: '' })
})
