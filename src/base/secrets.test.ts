import { expect, test } from 'vitest'
import { hideSecrets, isHeaderValue, secretsIn } from './secrets.ts'

const KEY = 'sk-test+/Zz0123456789abcdef'
const hide = hideSecrets([KEY, 'short'])

test.each([
  KEY,
  KEY.toUpperCase(),
  encodeURIComponent(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  btoa(KEY),
  btoa(`Bearer ${KEY}`),
  btoa(`user:${KEY}:x`),
  btoa(`ab${KEY}`).replaceAll('+', '-').replaceAll('/', '_'),
  `${KEY.slice(0, 9)}\n${KEY.slice(9)}`,
  `${KEY.slice(0, 9)}\\n  ${KEY.slice(9)}`,
])('hides %s', (form) => {
  const hidden = hide(`before ${form} after`)
  expect(hidden).toMatch(/^before .*\*\*\*.* after$/)
  // What may be left of an encoded key are the few characters that it shares with its surroundings.
  expect(hidden.length).toBeLessThan('before  after'.length + 25)
})

test('a key with a line break inside is found where the break became a space', () => {
  const broken = hideSecrets(['sk-mid\nnewline0123456789'])
  expect(broken('Headers.append: "Bearer sk-mid newline0123456789" is invalid')).not.toContain('newline')
})

test('other texts stay, and short values are no secrets', () => {
  expect(hide('short words stay')).toBe('short words stay')
  expect(hideSecrets([])('x')).toBe('x')
})

test('header values and names of secrets', () => {
  expect(['sk-1', 'ä', 'a\tb'].every(isHeaderValue)).toBe(true)
  expect(['a\nb', 'a\r', '\u0000', 'ключ'].some(isHeaderValue)).toBe(false)
  expect(secretsIn({ OPENAI_API_KEY: 'a', HOME: 'b', MY_TOKEN: 'c', PASSWORD: undefined })).toEqual([
    'a',
    'c',
  ])
})
