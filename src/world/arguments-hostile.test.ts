import { expect, test } from 'vitest'
import { argumentCompiler } from './arguments.ts'

const schema = (pattern: string) => ({ type: 'object', properties: { id: { type: 'string', pattern } } })

test('a pattern that would take JavaScript hours answers what an agent sends', () => {
  const compiled = argumentCompiler()(schema('^(([a-z])+.)+[A-Z]([a-z])+$'))
  const faults = 'check' in compiled ? compiled.check({ id: `${'a'.repeat(60)}!` }) : []
  expect(faults).toMatchObject([{ argument: 'id' }])
})

test.each(['(?=a)b', '(a)\\1', '('])('a pattern that cannot run in linear time is refused: %s', (pattern) => {
  expect(argumentCompiler()(schema(pattern))).toHaveProperty('fault')
})
