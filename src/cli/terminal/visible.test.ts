import { expect, test } from 'vitest'
import { overhear } from '../../../test/sage-in.ts'
import { runProgram } from '../program.ts'
import { CLEAR_LINE, COLOURS } from './terminal.ts'
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
  expect(visible(painted)).toBe(
    '\u001b[1ma\u001b[22m \u001b[31mb\u001b[39m \u001b[33mc\u001b[39m \u001b[2md\u001b[22m',
  )
  expect(visible(`${CLEAR_LINE}1/2 trials`)).toBe('\r\u001b[2K1/2 trials')
  // The same codes in somebody else's words are none of ours.
  expect(visible(`${COLOURS.red('\u001b[32mPASS\u001b[39m')}`)).toBe(
    '\u001b[31m\\u001b[32mPASS\\u001b[39m\u001b[39m',
  )
  expect(visible('\r\u001b[2Kgone')).toBe('\\u000d\\u001b[2Kgone')
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
