import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { OPTIMISE_LATE } from './v8-flags.ts'

// V8 says nothing about a flag it does not know. Whether this one is taken shows in what it compiles.
const WARM = `
function warm(n) { let sum = 0; for (let i = 0; i < 200; i += 1) sum += i % (n + 1); return sum }
for (let i = 0; i < 40; i += 1) warm(i)`

const compiled = (flags: readonly string[]): boolean =>
  execFileSync(process.execPath, [
    '--trace-opt',
    '-e',
    `${flags.map((flag) => `require('node:v8').setFlagsFromString('${flag}')`).join('\n')}${WARM}`,
  ])
    .toString()
    .includes('<JSFunction warm')

test('V8 takes the flag: a function that is only warm is not compiled', () => {
  expect(compiled([])).toBe(true)
  expect(compiled([OPTIMISE_LATE])).toBe(false)
})
