import { expect, test } from 'vitest'
import { overhear } from '../../../test/sage-in.ts'
import { runProgram } from '../program.ts'
import { COLOURS } from './terminal.ts'
import { visible } from './visible.ts'

test.each([
  ['\u001b]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['\u001b[2J', '\\u001b[2J'],
  ['a\u009b31mb', 'a\\u009b31mb'],
  ['line\rother', 'line\\u000dother'],
  ['\u202eevil', '\\u202eevil'],
  ['tab\tand\nline', 'tab\tand\nline'],
  ['Grüße 😀', 'Grüße 😀'],
])('%j', (text, seen) => expect(visible(text)).toBe(seen))

test('our own colours and the line that is drawn over stay', () => {
  const painted = `${COLOURS.bold('a')} ${COLOURS.red('b')} ${COLOURS.yellow('c')} ${COLOURS.dim('d')}`
  expect(visible(painted)).toBe(painted)
  expect(visible('\r\u001b[2K1/2 trials')).toBe('\r\u001b[2K1/2 trials')
  expect(visible('x\r\u001b[2K')).toBe('x\\u000d\\u001b[2K')
})

test('a line of JSON means the same', () => {
  const value = { text: '\u009b31m\u202e' }
  expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value)
})

test('no command writes a terminal code of somebody else’s', async () => {
  const { said, terminal } = overhear()
  await runProgram(['show', 'no/\u001b]0;owned\u0007trial'], { terminal, workingFolder: '/nowhere' })
  await runProgram(['\u001b[2J'], { terminal, workingFolder: '/nowhere' })
  expect(`${said.out}${said.err}`).not.toContain('\u001b')
  expect(said.err).toContain('\\u001b')
})
