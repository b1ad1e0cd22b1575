import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretsIn } from '../../base/secrets.ts'
import { withoutSecrets } from './without-secrets.ts'

test('no secret is left, wherever it stands and whatever stands around it', () => {
  const secret = fc.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcXYZ019-_') })
  fc.assert(
    fc.property(secret, secret, fc.string(), (one, other, rest) => {
      const shown = withoutSecrets(`${rest}${one}${rest}${other}${one}`, [one, other], 10_000)
      return !shown.includes(one) && !shown.includes(other)
    }),
  )
})

test('a secret that holds another goes as a whole', () => {
  expect(withoutSecrets('key sk-1234567890 is wrong', ['sk-12345678', 'sk-1234567890'])).toBe(
    'key *** is wrong',
  )
})

test('what is kept is one short line', () => {
  expect(withoutSecrets(`a\n  b ${'c'.repeat(300)}`, [])).toHaveLength(203)
})

test('variables are secrets by their names; short values are words', () => {
  const env = {
    OPENAI_API_KEY: 'sk-1',
    HOME: '/root',
    DB_PASSWORD: 'p',
    GITHUB_TOKEN: 't',
    EMPTY_KEY: undefined,
  }
  expect(secretsIn(env)).toEqual(['sk-1', 'p', 't'])
  expect(withoutSecrets('a p in a text', ['p'])).toBe('a p in a text')
})
