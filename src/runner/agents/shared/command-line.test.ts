import { expect, test } from 'vitest'
import { commandOf, splitWords } from './command-line.ts'

const HERE = { folder: process.cwd(), environment: process.env }

test('a text is split at blanks outside quotes; nothing is expanded', () => {
  expect(splitWords(`node  agent.js --say "two words" 'and $HOME'`)).toEqual([
    'node',
    'agent.js',
    '--say',
    'two words',
    'and $HOME',
  ])
})

test('a program is found by its name or its path', () => {
  expect(commandOf('mine', ['node agent.js'], HERE)).toMatchObject({ arguments: ['agent.js'] })
  expect(commandOf('mine', ['node', 'a b.js'], HERE)).toMatchObject({ arguments: ['a b.js'] })
  expect(commandOf('mine', [`${process.execPath} x`], HERE)).toMatchObject({ program: process.execPath })
})

test.each(['no-such-program-here', './no/such/file', './package.json', '""'])(
  '%s is said to be none',
  (program) => {
    expect(() => commandOf('mine', [program], HERE)).toThrow(/Agent "mine" is the command .* no such program/)
  },
)
