import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadModule } from './load-module.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-module-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the files and loads the first. */
async function load(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return loadModule('mine', join(folder, Object.keys(files)[0] ?? ''))
}

const TURN = {} as Parameters<Awaited<ReturnType<typeof load>>['reply']>[0]
const DESK = {} as Parameters<Awaited<ReturnType<typeof load>>['reply']>[1]

const TYPED = `
import { greet } from './words/greet.ts'
import { bye } from './words/bye'
import type { Turn } from 'sage-desk'
enum Tone { Short = 'short' }
export const stateless: boolean = true
export function close(conversation: string): void {}
export default async function agent(turn: Turn): Promise<unknown> {
  return { messages: [greet(Tone.Short), bye satisfies string] }
}
`
const WORDS = {
  'words/greet.ts': "export const greet = (tone: string): string => 'hello, ' + tone\n",
  'words/bye.ts': "export const bye: string = await Promise.resolve('bye')\n",
}

describe('TypeScript is loaded as it is written', () => {
  test.each(['agent.ts', 'agent.mts'])('%s, and what it imports', async (name) => {
    const { reply, stateless, close } = await load({ [name]: TYPED, ...WORDS })
    expect(await reply(TURN, DESK)).toEqual({ messages: ['hello, short', 'bye'] })
    expect([stateless, typeof close]).toEqual([true, 'function'])
  })

  test('by the names of a tsconfig.json above it', async () => {
    const { reply } = await load({
      'agents/agent.ts': "import { greet } from '@words/greet'\nexport default () => greet('hi')\n",
      'tsconfig.json':
        '{ "compilerOptions": { "paths": { "@words/*": ["./words/*"] } } } // as people write it\n',
      ...WORDS,
    })
    expect(reply(TURN, DESK)).toBe('hello, hi')
  })

  test.each(['{ "extends": ', '{ "extends": "./nowhere.json" }', '[]', ''])(
    'a tsconfig.json that is none is no hindrance: %s',
    async (text) => {
      const { reply } = await load({
        'agent.ts': 'export default (): number => 1\n',
        'tsconfig.json': text,
      })
      expect(reply(TURN, DESK)).toBe(1)
    },
  )

  test.each([
    ['agent.cts', 'export default function agent(): unknown { return { messages: ["x"] } }'],
    ['agent.cts', 'module.exports = (turn: object): unknown => ({ messages: ["x"] })'],
    ['agent.cjs', 'module.exports = () => ({ messages: ["x"] })'],
    ['agent.mjs', 'export default () => ({ messages: ["x"] })'],
  ])('%s: %s', async (name, text) => {
    const { reply } = await load({ [name]: text })
    expect(reply(TURN, DESK)).toEqual({ messages: ['x'] })
  })
})

describe('what cannot be loaded says why and where', () => {
  const wrong = (files: Readonly<Record<string, string>>) => load(files).catch((error: unknown) => error)
  const OK = 'export default () => ({})\n'

  test.each([
    ['a typing mistake', { 'agent.ts': 'export default function agent(turn: string) {\n  return [\n}\n' }, 3],
    ['one in a file it imports', { 'a.ts': "import './agent.ts'\n", 'agent.ts': 'const a: = 1\n' }, 1],
  ])('%s', async (_, files, line) => {
    expect(await wrong(files)).toMatchObject({
      code: 'module-broken',
      message: expect.stringMatching(
        new RegExp(
          `^The module of agent "mine" cannot be loaded: Unexpected token, at ${folder}/agent.ts:${line}:\\d+$`,
        ),
      ),
    })
  })

  test('in JavaScript, how to see where', async () => {
    // The test runner reads modules itself, but for those of packages.
    const file = 'node_modules/mine/agent.mjs'
    expect(await wrong({ [file]: 'export default [\n' })).toMatchObject({
      code: 'module-broken',
      hint: `Find the place: node --check ${folder}/${file}`,
    })
  })

  test.each(['agent.ts', 'agent.mjs'])('%s imports what is not there', async (name) => {
    const { message } = (await wrong({ [name]: `import './nowhere.js'\n${OK}` })) as Error
    expect(message).toMatch(/cannot be loaded: Cannot find module '.*nowhere\.js' imported from .*agent/)
    expect(message).not.toContain('\n')
  })

  test('a package that is not installed', async () => {
    const { message } = (await wrong({ 'agent.ts': `import 'no-such-package-here'\n${OK}` })) as Error
    expect(message).toMatch(/Cannot find (module|package) 'no-such-package-here' imported from .*agent\.ts$/)
  })

  test.each(['agent.ts', 'agent.mjs'])('%s throws while it is loaded', async (name) => {
    expect(await wrong({ [name]: `const key = null\n\nkey.value\n${OK}` })).toMatchObject({
      message: expect.stringContaining('cannot be loaded: Cannot read properties of null'),
      hint: expect.stringContaining(`${name}:3:5`),
    })
  })

  test.each([
    ['agent.ts', 'export const agent = (): unknown => ({})\n', 'has no default export that is a function'],
    ['agent.ts', 'export default { reply: 1 as number }\n', 'has no default export that is a function'],
    ['agent.cts', 'module.exports = { reply: (): unknown => ({}) }\n', 'has no default export'],
    ['agent.mjs', '', 'has no default export that is a function'],
    ['agent.ts', `${OK}export const stateless: string = 'yes'\n`, 'exports "stateless" with the wrong type'],
    ['agent.ts', `${OK}export const close: boolean = true\n`, 'exports "close" with the wrong type'],
  ])('%s without the function: %j', async (name, text, says) => {
    expect(await wrong({ [name]: text })).toMatchObject({
      code: 'module-without-agent',
      message: expect.stringContaining(says),
    })
  })

  test('no such file', async () => {
    expect(await loadModule('mine', join(folder, 'agent.ts')).catch((error: unknown) => error)).toMatchObject(
      { code: 'module-missing' },
    )
  })
})
